import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { judgeAnswer } from '../judging/judge-answer.js';
import { renderQuestionText } from '../judging/question-messages.js';
import { createVerdictStore } from '../judging/verdict-store.js';
import { UserError } from '../model/errors.js';
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
  isRunInput,
  isRunMessage,
  isRunOutput,
  type RunInput,
  type RunOutput,
  readAnswer,
  readScoreInput,
} from '../scorers/messages/run-messages.js';
import { type FactoryOptions, readOptions } from '../scorers/options.js';
import type { ScoreInput, ScoreRequest, Scorer, ScoreStep } from '../scorers/scorer.js';
import { shownJson } from '../text/values.js';
import { takeSource } from './context-source.js';
import { JUDGE_OPTIONS, type JudgeConfig, resolveJudge } from './resolve-judge.js';

export type JudgedResult<Steps> = ScorerOutcome &
  Partial<Steps> & {
    readonly reason: string;
    readonly input: RunInput | undefined;
    readonly output: RunOutput;
    readonly groundTruth?: GroundTruth;
    readonly requestContext?: unknown;
    readonly flags: readonly JudgementFlag[];
    readonly generateScoreStepResult?: number;
    readonly generateReasonStepResult?: string;
    /** The prompt of each step; missing if the step needed no call. */
    readonly analyzePrompt?: string;
    readonly generateReasonPrompt?: string;
  };

export type JudgedEvalScorer<Steps> = EvalScorer<RunInput, RunOutput, JudgedResult<Steps>>;

/**
 * A judged scorer's factory. Items judged before keep their verdict without another call. Throws `UserError` for
 * unknown or invalid options.
 */
export function judgedFactory<Schema extends JudgedOptions, Steps extends object, CodeOptions>({
  about,
  needsInput,
  create,
  stepsOf,
  contextFrom,
}: JudgedDefinition<Schema, Steps, CodeOptions>) {
  return (config: JudgeConfig & FactoryOptions<z.input<Schema> & CodeOptions>): JudgedEvalScorer<Steps> => {
    const { given, contextOf } = takeSource(about.id, config, contextFrom);
    const { id, options } = readOptions(about, given, { also: JUDGE_OPTIONS });
    const salt = randomUUID();
    const judge = resolveJudge(config, { env: process.env, salt });
    const asked = contextOf === null ? options : { ...options, context: undefined };
    const scorer = create(asked, { judge, store: createVerdictStore(), salt });
    return {
      id,
      name: about.measure,
      description: about.summary,
      higherIsBetter: about.higherIsBetter,
      scale: options.scale,
      async run(run): Promise<JudgedResult<Steps>> {
        checkRun(id, run);
        const runId = run.runId ?? randomUUID();
        const input = run.input ?? (needsInput ? run.input : '');
        checkSides({ input, output: run.output });
        const echo = echoOf(run, runId);
        const unreadable = unreadableOutput(run.output);
        if (unreadable !== null) return unscoredResult<Steps>(echo, { kind: 'harness', reason: unreadable });
        const context = contextOf === null ? run.context : await contextOf(run, echo);
        const request = requestOf(readScoreInput(input ?? ''), { run, context, task: config.task });
        const { judgement, prompts } = await judgeRequest(scorer, request, run.signal);
        if (judgement.status === 'unscored') {
          const { kind, reason } = judgement;
          return { ...unscoredResult<Steps>(echo, { kind, reason }), ...prompts };
        }
        const { score, reason, flags } = judgement;
        const result: JudgedResult<object> = {
          ...echo,
          score,
          reason,
          flags,
          generateScoreStepResult: score,
          generateReasonStepResult: reason,
          ...prompts,
        };
        return { ...result, ...stepsOf(judgement, request, options) } as JudgedResult<Steps>;
      },
    };
  };
}

async function judgeRequest(
  scorer: Scorer,
  request: ScoreRequest,
  signal: AbortSignal = new AbortController().signal,
): Promise<{ judgement: Judgement; prompts: ReturnType<typeof promptsOf> }> {
  const prompts: Record<ScoreStep, string[]> = { analyze: [], 'generate-reason': [] };
  const judgements = await judgeAnswer({
    scorers: [scorer],
    request,
    answer: request.answer,
    signal,
    onQuestion: (step, question) => prompts[step].push(renderQuestionText(question)),
  });
  const judgement = judgements[scorer.id];
  if (!judgement) throw new Error(`the scorer ${scorer.id} gave no judgement`);
  return { judgement, prompts: promptsOf(prompts) };
}

/** Throws `UserError` for a run without question or answer. */
function checkSides({ input, output }: { readonly input: unknown; readonly output: unknown }): void {
  const problems: string[] = [];
  if (!isRunInput(input)) {
    problems.push(
      `input is ${shownJson(input)}, but it is the agent's input: give a text, or a list of messages with role and content`,
    );
  }
  if (output === undefined || output === null) {
    problems.push(
      `output is ${shownJson(output)}, but it is the agent's answer: give a text (empty if the agent echo nothing), a message, or a list of messages`,
    );
  }
  if (problems.length > 0) throw new UserError(problems);
}

/** Why an output is not an agent's answer, else `null`. */
function unreadableOutput(output: unknown): string | null {
  if (isRunOutput(output)) return null;
  return `the output is ${shownJson(output)}, neither a text nor messages with content: the program around the agent handed over something else`;
}

function requestOf(
  asked: ScoreInput,
  {
    run,
    context,
    task,
  }: {
    readonly run: ScorerRun<RunInput, RunOutput>;
    readonly context: readonly string[] | undefined;
    readonly task: string | undefined;
  },
): ScoreRequest {
  const groundTruth = textOf(run.groundTruth);
  return {
    ...asked,
    task: task ?? asked.task,
    ...(groundTruth !== null && { groundTruth }),
    answer: { ...readAnswer(run.output), ...(context && { context }) },
  };
}

function textOf(groundTruth: unknown): string | null {
  if (groundTruth === undefined || groundTruth === null) return null;
  if (typeof groundTruth === 'string') return groundTruth;
  return isRunMessage(groundTruth) ? readAnswer(groundTruth).output : JSON.stringify(groundTruth);
}

type RunEcho = Pick<JudgedResult<object>, 'runId' | 'input' | 'output' | 'groundTruth' | 'requestContext'>;

function echoOf(run: ScorerRun<RunInput, RunOutput>, runId: string): RunEcho {
  return {
    runId,
    input: run.input,
    output: run.output,
    ...('groundTruth' in run && { groundTruth: run.groundTruth }),
    ...('requestContext' in run && { requestContext: run.requestContext }),
  };
}

function unscoredResult<Steps>(
  echo: RunEcho,
  unscored: NonNullable<ScorerOutcome['unscored']>,
): JudgedResult<Steps> {
  return {
    ...echo,
    score: null,
    reason: unscored.reason,
    unscored,
    flags: [],
  } as unknown as JudgedResult<Steps>;
}

function promptsOf(
  prompts: Readonly<Record<ScoreStep, readonly string[]>>,
): Pick<JudgedResult<object>, 'analyzePrompt' | 'generateReasonPrompt'> {
  const [analyze, reason] = [prompts.analyze, prompts['generate-reason']].map((list) =>
    list.length === 0 ? undefined : list.join('\n\n'),
  );
  return {
    ...(analyze !== undefined && { analyzePrompt: analyze }),
    ...(reason !== undefined && { generateReasonPrompt: reason }),
  };
}
