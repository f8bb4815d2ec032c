import type { z } from 'zod';
import { describeError } from '../../model/errors.js';
import type { Judge } from '../../model/judge.js';
import type { ModelParameters } from '../../model/provider.js';
import type { GroundTruth, ScorerOutcome, ScorerRun } from '../eval-scorer.js';

/** A model as `provider/model` or as two fields; at a `url`, the provider's name has no effect. */
export type ModelAddress = (
  | { readonly id: string }
  | {
      readonly providerId?: string;
      readonly modelId: string;
      /** The compiler's message for a model object of the AI SDK. */
      readonly doGenerate?: 'wrap a model of the AI SDK with createJudge, or give its name';
    }
) & {
  /** Any OpenAI-compatible provider. Default: `baseUrl`. */
  readonly url?: string | undefined;
  /** Default: `apiKey` next to `model`. */
  readonly apiKey?: string | undefined;
};

/** True for the caller's own judge. */
export function isJudge(model: unknown): model is Judge {
  return typeof Reflect.get(Object(model), 'ask') === 'function';
}

export type JudgeChoice = {
  /**
   * A model of OpenAI, `<provider>/<model>` (see docs/providers.md), a model's name at `baseUrl`, the same with its own
   * address, or your own judge.
   */
  readonly model: string | ModelAddress | Judge;
  /** Default: environment variable OPENAI_BASE_URL, else api.openai.com. */
  readonly baseUrl?: string | undefined;
  /** Default: environment variable OPENAI_API_KEY. */
  readonly apiKey?: string | undefined;
  /** For the judge, under the provider's names; default temperature 0 and a seed, `null` omits one. */
  readonly parameters?: ModelParameters | undefined;
  /** Model calls in flight; default 16. */
  readonly maxConcurrency?: number | undefined;
  /** Default 4. */
  readonly maxRetries?: number | undefined;
  /** Per attempt of a call; default 60,000. */
  readonly requestTimeoutMs?: number | undefined;
};

export type StepJudge = JudgeChoice & { readonly instructions?: string | undefined };

/** A run as a scorer's steps see it. */
export type StepRun<Input, Output> = Omit<ScorerRun<Input, Output>, 'input' | 'runId'> & {
  readonly runId: string;
  readonly input: Input;
  /** The same as `input`. */
  readonly inputData: Input;
};

export type StepContext<Input, Output, Results> = {
  readonly run: StepRun<Input, Output>;
  /** Earlier steps' results, under `preprocessStepResult` and so on. */
  readonly results: Results;
};

export type ReasonContext<Input, Output, Results> = StepContext<Input, Output, Results> & {
  readonly score: number;
};

export type StepFunction<Context, Result> = (context: Context) => Result | Promise<Result>;

/** A step that a judge answers, in the shape of `outputSchema`. */
export type PromptStep<Context, Result> = {
  readonly description: string;
  readonly outputSchema: z.ZodType<Result>;
  /** Instead of the scorer's own. */
  readonly judge?: StepJudge | undefined;
  /** The whole message to the judge, sent unchanged: fence foreign text. */
  createPrompt(context: Context): string | Promise<string>;
};

/** A judge's score: `calculateScore` turns the reply into a number; without a schema the judge gives the number. */
export type ScorePrompt<Context, Reply> = Omit<PromptStep<Context, Reply>, 'outputSchema'> &
  (
    | {
        readonly outputSchema: z.ZodType<Reply>;
        calculateScore(
          context: Context & { readonly analyzeStepResult: Reply },
        ): number | NotScorable | Promise<number | NotScorable>;
      }
    | { readonly outputSchema?: undefined; readonly calculateScore?: undefined }
  );

export type ReasonPrompt<Context> = Omit<PromptStep<Context, string>, 'outputSchema'>;

/** A step's result in a run that continues. */
export type StepResult<Result> = Exclude<Awaited<Result>, NotScorable>;

/** The first step's result under its other documented name too. */
type ExtractStep<Results> = Results extends { readonly preprocessStepResult: infer Result }
  ? { readonly extractStepResult?: Result }
  : unknown;

/** A run's result: the run, the score or why there is none, and every step's result. */
export type BuiltResult<Input, Output, Results> = ScorerOutcome &
  Partial<Results> &
  ExtractStep<Results> & {
    readonly input: Input | undefined;
    readonly output: Output;
    readonly groundTruth?: GroundTruth;
    readonly requestContext?: unknown;
    readonly preprocessPrompt?: string;
    readonly analyzePrompt?: string;
    readonly generateScorePrompt?: string;
    readonly generateReasonPrompt?: string;
  };

export const SCORER_STEPS = ['preprocess', 'analyze', 'generateScore', 'generateReason'] as const;
export type ScorerStepName = (typeof SCORER_STEPS)[number];

/**
 * A step failed. Earlier steps' results are kept.
 *
 * @example
 * const polite = createScorer<string, string>({ id: 'polite', description: 'Says please.' }).generateScore(
 *   ({ run }) => Number(run.output.includes('please')),
 * );
 * await polite.run({ input: 'Hi', output: 'Yes, please.' }).catch((error) => {
 *   if (error instanceof ScorerRunError) console.error(error.failedStep, error.cause);
 * });
 */
export class ScorerRunError extends Error {
  override readonly name = 'ScorerRunError';
  readonly scorerId: string;
  readonly failedStep: ScorerStepName;
  readonly completedSteps: readonly ScorerStepName[];
  /** The result so far: run, step results and prompts. */
  readonly result: Readonly<Record<string, unknown>>;

  constructor(failure: {
    readonly scorerId: ScorerRunError['scorerId'];
    readonly failedStep: ScorerRunError['failedStep'];
    readonly completedSteps: ScorerRunError['completedSteps'];
    readonly result: ScorerRunError['result'];
    readonly cause: unknown;
  }) {
    const { scorerId, failedStep, completedSteps, result, cause } = failure;
    super(`scorer ${scorerId}: step ${failedStep} failed: ${describeError(cause)}`, { cause });
    this.scorerId = scorerId;
    this.failedStep = failedStep;
    this.completedSteps = completedSteps;
    this.result = result;
  }
}

const MARK = Symbol.for('prompt-regression/not-scorable');

/** A step's result if there is nothing to score, which ends the run without a number. */
export type NotScorable = { readonly [MARK]: true; readonly reason: string };

/**
 * Ends a scorer's run without a score.
 *
 * @param reason for readers of the result.
 * @example
 * createScorer<string, string>({ id: 'polite', description: 'Says please.' }).generateScore(({ run }) =>
 *   run.output === '' ? notScorable('There is no answer.') : Number(run.output.includes('please')),
 * );
 */
export function notScorable(reason: string): NotScorable {
  return { [MARK]: true, reason };
}

export function isNotScorable(value: unknown): value is NotScorable {
  return typeof value === 'object' && value !== null && MARK in value;
}
