import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { judgeAnswer } from '../judging/judge-answer.js';
import { renderQuestionText } from '../judging/judge-messages.js';
import { createVerdictStore } from '../judging/verdict-store.js';
import { UserError } from '../model/errors.js';
import { omitUndefined } from '../model/omit-undefined.js';
import type { Judgement, JudgementFlag } from '../model/verdict.js';
import type { JudgedDefinition, JudgedOptions } from '../scorers/define-scorer.js';
import {
  checkRun,
  type EvalScorer,
  type GroundTruth,
  type ScorerOutcome,
  type ScorerRun,
} from '../scorers/eval-scorer.js';
import {
  listRunProblems,
  readAnswer,
  readGroundTruthText,
  readScoreInput,
} from '../scorers/messages/read-run.js';
import {
  isRunOutput,
  type RunInput,
  type RunOutput,
  toAgentInput,
  toAgentOutput,
} from '../scorers/messages/run-messages.js';
import { type FactoryOptions, readOptions } from '../scorers/options.js';
import type { ScoreRequest, Scorer, ScoreStep } from '../scorers/scorer.js';
import { describeJson, isStringList } from '../text/values.js';
import { JUDGE_OPTIONS, type JudgeConfig, resolveJudge } from './resolve-judge.js';

/** The prompt of each step; missing if the step needed no call. */
type Prompts = { readonly analyzePrompt?: string; readonly generateReasonPrompt?: string };

export type JudgedResult<Steps> = ScorerOutcome &
  Partial<Steps> &
  Prompts & {
    readonly reason: string;
    readonly input: RunInput | undefined;
    readonly output: RunOutput;
    readonly groundTruth?: GroundTruth;
    readonly requestContext?: unknown;
    readonly flags: readonly JudgementFlag[];
    readonly generateScoreStepResult?: number;
    readonly generateReasonStepResult?: string;
  };

export type JudgedEvalScorer<Steps> = EvalScorer<RunInput, RunOutput, JudgedResult<Steps>>;

/**
 * A judged scorer's factory. Items judged before keep their verdict without another call. Throws `UserError` for
 * unknown or invalid options.
 */
export function createJudgedFactory<Schema extends JudgedOptions, Steps extends object, CodeOptions>(
  definition: JudgedDefinition<Schema, Steps, CodeOptions>,
) {
  const { about, needsInput, create, buildSteps } = definition;
  return (config: JudgeConfig & FactoryOptions<z.input<Schema> & CodeOptions>): JudgedEvalScorer<Steps> => {
    const { id, options, readContext } = readConfig(definition, config);
    const salt = randomUUID();
    const choice = Object.fromEntries(JUDGE_OPTIONS.map((name) => [name, config[name]]));
    const judge = resolveJudge(choice as JudgeConfig, { env: process.env, salt });
    const scorer = create(options, { judge, store: createVerdictStore(), salt });
    return {
      id,
      name: about.measure,
      description: about.summary,
      higherIsBetter: about.higherIsBetter,
      scale: options.scale,
      async run(run): Promise<JudgedResult<Steps>> {
        checkRun(id, run);
        const { signal, context: known, ...given } = run;
        const echo = { ...given, runId: run.runId ?? randomUUID() };
        const input = run.input ?? (needsInput ? run.input : '');
        checkSides(input, run.output);
        if (!isRunOutput(run.output)) return { ...echo, ...createUnreadableResult(run.output) } as never;
        const request = buildRequest(
          { ...run, input: input ?? '' },
          { task: config.task, context: readContext ? await readContext(run, echo.runId) : known },
        );
        const { judgement, prompts } = await judgeRequest(scorer, request, signal);
        if (judgement.status === 'unscored')
          return { ...echo, ...prompts, ...createUnscoredResult(judgement) } as never;
        const { score, reason, flags } = judgement;
        const results = { generateScoreStepResult: score, generateReasonStepResult: reason };
        const steps = buildSteps(judgement, { request, options });
        return { ...echo, ...prompts, score, reason, flags, ...results, ...steps } as never;
      },
    };
  };
}

/** The options, and the function that gives a run's context, if there is one. */
function readConfig<Schema extends JudgedOptions, Steps extends object, CodeOptions>(
  { about, contextFrom }: JudgedDefinition<Schema, Steps, CodeOptions>,
  config: unknown,
) {
  const also = { also: JUDGE_OPTIONS };
  if (contextFrom === undefined) return { ...readOptions(about, config, also), readContext: null };
  const { option, call } = contextFrom;
  const source = z.custom((given) => typeof given === 'function', {
    error: 'must be a function that gives texts',
  });
  const schema = about.options.extend({ [option]: source.optional() });
  const { id, options: given } = readOptions({ id: about.id, options: schema }, config, also);
  const { [option]: readSource, ...options } = given as z.output<Schema> & Readonly<Record<string, unknown>>;
  if (readSource === undefined) return { id, options: options as z.output<Schema>, readContext: null };
  const readContext = async (
    run: ScorerRun<RunInput, RunOutput>,
    runId: string,
  ): Promise<readonly string[]> => {
    const { input = '', output, requestContext } = run;
    const agentRun = { input: toAgentInput(input), output: toAgentOutput(output), runId };
    const context: unknown = await call(
      readSource as never,
      omitUndefined({
        ...agentRun,
        requestContext,
      }),
    );
    if (isStringList(context)) return context;
    throw new UserError(`${id}: ${option} gave ${describeJson(context)}: let it give a list of texts`);
  };
  return { id, options: { ...options, context: undefined } as z.output<Schema>, readContext };
}

/** Throws `UserError` for a run without question or answer. */
function checkSides(input: unknown, output: unknown): void {
  const isMissing = output === undefined || output === null;
  const problems = listRunProblems({ input, output: isMissing ? output : '' });
  if (problems.length > 0) throw new UserError(problems);
}

function createUnreadableResult(output: unknown) {
  const reason = `the output is ${describeJson(output)}, neither a text nor messages with content: the program around the agent handed over something else`;
  return createUnscoredResult({ kind: 'harness', reason });
}

function createUnscoredResult({ kind, reason }: NonNullable<ScorerOutcome['unscored']>) {
  return { score: null, reason, unscored: { kind, reason }, flags: [] };
}

function buildRequest(
  { input = '', output, groundTruth }: ScorerRun<RunInput, RunOutput>,
  { task, context }: { readonly task: string | undefined; readonly context: readonly string[] | undefined },
): ScoreRequest {
  const scoreInput = readScoreInput(input);
  const groundTruthText = readGroundTruthText({ groundTruth });
  return omitUndefined({
    ...scoreInput,
    task: task ?? scoreInput.task,
    groundTruth: groundTruthText ?? undefined,
    answer: omitUndefined({ ...readAnswer(output), context }),
  });
}

async function judgeRequest(
  scorer: Scorer,
  request: ScoreRequest,
  signal: AbortSignal = new AbortController().signal,
): Promise<{ readonly judgement: Judgement; readonly prompts: Prompts }> {
  const promptsByStep: Record<ScoreStep, string[]> = { analyze: [], 'generate-reason': [] };
  const { answer } = request;
  const judgements = await judgeAnswer({
    scorers: [scorer],
    request,
    answer,
    signal,
    onQuestion: (step, question) => promptsByStep[step].push(renderQuestionText(question)),
  });
  const prompts = omitUndefined({
    analyzePrompt: promptsByStep.analyze.length > 0 ? promptsByStep.analyze.join('\n\n') : undefined,
    generateReasonPrompt:
      promptsByStep['generate-reason'].length > 0 ? promptsByStep['generate-reason'].join('\n\n') : undefined,
  });
  const judgement = judgements[scorer.id];
  if (!judgement) throw new Error(`the scorer ${scorer.id} gave no judgement`);
  return { judgement, prompts };
}
