import { type AnswerContent, isEmptyAnswer } from '../model/answer.js';
import { type FailureKind, ProviderError, UserError } from '../model/errors.js';
import { omitUndefined } from '../model/omit-undefined.js';
import type { ScorerFingerprint } from '../model/run-record.js';
import type { Judgement } from '../model/verdict.js';
import { digest } from '../text/json.js';
import { describeJson, isFields, isStringList } from '../text/values.js';
import { judgeUnusable } from './judged/plan-request.js';
import type { RunInput, RunOutput } from './messages/run-messages.js';
import type { ScoreInput, Scorer } from './scorer.js';

// biome-ignore lint/suspicious/noExplicitAny: Mastra's examples use `run.groundTruth` as a text without a check, which does not compile with `unknown`.
export type GroundTruth = any;

/** A scorer's input in code: plain texts or messages. */
export type ScorerRun<Input = unknown, Output = unknown> = {
  readonly input?: Input | undefined;
  readonly output: Output;
  readonly groundTruth?: GroundTruth;
  /** The agent's context in order of retrieval, for the library's own scorers. */
  readonly context?: readonly string[] | undefined;
  /** The case's id and tags, for scorers in the config file. */
  readonly caseId?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Default: a new UUID. */
  readonly runId?: string | undefined;
  readonly requestContext?: unknown;
  readonly signal?: AbortSignal | undefined;
};

/** Throws `UserError` for anything but a run, since plain JavaScript has no type check. */
export function checkRun(id: string, run: unknown): void {
  if (!isFields(run)) {
    throw new UserError(`${id}: run was called with ${describeJson(run)}: give { input, output }`);
  }
  const { context } = run;
  if (context !== undefined && context !== null && !isStringList(context)) {
    throw new UserError(`${id}: context is ${describeJson(context)}: give a list of texts`);
  }
}

/** The fields of every scorer's result; steps add their results and prompts. */
export type ScorerOutcome = {
  readonly runId: string;
  /** From 0 to the scale; `null` without a score: see `unscored`. */
  readonly score: number | null;
  readonly reason?: string | undefined;
  /** Why there is no score; `not-scorable` if the scorer has nothing to score here. */
  readonly unscored?: { readonly kind: FailureKind; readonly reason: string } | undefined;
};

export interface EvalScorer<
  Input = unknown,
  Output = unknown,
  Outcome extends ScorerOutcome = ScorerOutcome,
> {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly higherIsBetter: boolean;
  readonly scale: number;
  run(run: ScorerRun<Input, Output>): Promise<Outcome>;
}

/** A code scorer for the pipeline. `formula`: scores under another one are not comparable. */
export function wrapEvalScorer(
  scorer: EvalScorer<RunInput, RunOutput>,
  { formula }: { readonly formula: readonly unknown[] },
): Scorer {
  const fingerprint: ScorerFingerprint = {
    id: scorer.id,
    formula: digest(formula),
    rubric: '-',
    scale: scorer.scale,
    higherIsBetter: scorer.higherIsBetter,
    judged: false,
  };
  return {
    id: scorer.id,
    fingerprint,
    async score(request, { signal }) {
      const unusable = judgeUnusable(request.answer);
      if (unusable !== null) return unusable;
      const { score, reason, unscored } = await scorer.run({ ...createAgentRun(request), signal });
      if (score === null) {
        const { kind, reason: why } = unscored ?? {
          kind: 'not-scorable',
          reason: reason ?? 'no reason given',
        };
        return { status: 'unscored', kind, reason: why } satisfies Judgement;
      }
      if (!Number.isFinite(score) || score < 0 || score > scorer.scale) {
        throw new ProviderError(
          `the scorer ${scorer.id} gave ${score}, which is not from 0 to ${scorer.scale}`,
          { kind: 'malformed' },
        );
      }
      return {
        status: 'scored',
        score,
        reason: reason ?? '',
        statements: [],
        flags: isEmptyAnswer(request.answer) ? ['empty'] : [],
      };
    },
  };
}

type RunRequest = ScoreInput & { readonly answer: AnswerContent };

export function createTextRun({
  input,
  answer,
  groundTruth,
  context,
}: RunRequest): ScorerRun<string, string> {
  const runContext = answer.context ?? context;
  return omitUndefined({
    input,
    output: answer.output,
    groundTruth,
    context: runContext,
  });
}

/** The whole conversation, with the task as its system message, and the answer with its tool calls. */
export function createAgentRun(request: RunRequest): ScorerRun<RunInput, RunOutput> {
  const { task, history, input, answer } = request;
  const { output, toolCalls } = answer;
  const system = task === null ? [] : [{ role: 'system', content: task }];
  return {
    ...createTextRun(request),
    input: [...system, ...history, { role: 'user', content: input }],
    output: omitUndefined({
      role: 'assistant',
      content: output,
      toolCalls: toolCalls.length > 0 ? toolCalls : undefined,
    }),
  };
}
