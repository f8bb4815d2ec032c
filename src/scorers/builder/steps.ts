import type { z } from 'zod';
import type { ModelParameters } from '../../ports/chat.js';
import { messageOf } from '../../ports/errors.js';
import type { Judge } from '../../ports/judge.js';
import type { GroundTruth, ScorerOutcome, ScorerRun } from '../eval-scorer.js';

/** A model at an address of its own, as `provider/model` or as both apart; the provider's name is only a name here. */
export type ModelAddress = (
  | { readonly id: string }
  | {
      readonly providerId?: string;
      readonly modelId: string;
      /** What the compiler says to a model object of the AI SDK. */
      readonly doGenerate?: 'wrap a model of the AI SDK with createJudge, or give its name';
    }
) & {
  /** Any OpenAI-compatible provider. Default: `baseUrl`. */
  readonly url?: string | undefined;
  /** Default: `apiKey` beside `model`. */
  readonly apiKey?: string | undefined;
};

/** True of a judge of one's own, which is asked as it is. */
export function isJudge(model: unknown): model is Judge {
  return typeof Reflect.get(Object(model), 'ask') === 'function';
}

/** Who judges, and how it is reached. */
export type JudgeChoice = {
  /**
   * `openai/<model>` at any OpenAI-compatible provider (the prefix may be left out), the same with its address, or a judge
   * of your own.
   */
  readonly model: string | ModelAddress | Judge;
  /** Default: environment variable OPENAI_BASE_URL, else api.openai.com. */
  readonly baseUrl?: string | undefined;
  /** Default: environment variable OPENAI_API_KEY. */
  readonly apiKey?: string | undefined;
  /** The judge's, under the provider's own names; default temperature 0 and a seed, `null` leaves one out. */
  readonly parameters?: ModelParameters | undefined;
  /** Model calls in flight; default 16. */
  readonly maxConcurrency?: number | undefined;
  /** Tries after the first one; default 4. */
  readonly maxRetries?: number | undefined;
  /** For one attempt of one call; default 60,000. */
  readonly requestTimeoutMs?: number | undefined;
};

/** Who answers a step's prompt, and the system message that it gets. */
export type StepJudge = JudgeChoice & {
  readonly instructions?: string | undefined;
};

/** A run as the steps of a scorer see it. */
export type StepRun<Input, Output> = Omit<ScorerRun<Input, Output>, 'input' | 'runId'> & {
  readonly runId: string;
  readonly input: Input;
  /** The same as `input`. */
  readonly inputData: Input;
};

export type StepContext<Input, Output, Results> = {
  readonly run: StepRun<Input, Output>;
  /** What the steps before gave, under `preprocessStepResult` and so on. */
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
  /** The whole message to the judge. Fence what is foreign in it: it is sent as it stands. */
  createPrompt(context: Context): string | Promise<string>;
};

/** A score from a judge: its reply, turned into a number by `calculateScore`; without a schema the judge names the number. */
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

/** What is left of a step's result once the run went on. */
export type Kept<Result> = Exclude<Awaited<Result>, NotScorable>;

export type StepPrompts = {
  readonly preprocessPrompt?: string;
  readonly analyzePrompt?: string;
  readonly generateScorePrompt?: string;
  readonly generateReasonPrompt?: string;
};

/** Result of a run: the run itself, the score or why there is none, and what every step gave. */
export type BuiltResult<Input, Output, Results> = ScorerOutcome &
  Partial<Results> &
  StepPrompts & {
    readonly input: Input | undefined;
    readonly output: Output;
    readonly groundTruth?: GroundTruth;
    readonly requestContext?: unknown;
    /** Set where a step said so; the same reason stands in `unscored`. */
    readonly notScorable?: { readonly reason: string };
  };

export const SCORER_STEPS = ['preprocess', 'analyze', 'generateScore', 'generateReason'] as const;
export type ScorerStepName = (typeof SCORER_STEPS)[number];

/** A step of a scorer failed. What the steps before it gave is kept. */
export class ScorerRunError extends Error {
  override readonly name = 'ScorerRunError';
  readonly scorerId: string;
  readonly failedStep: ScorerStepName;
  readonly completedSteps: readonly ScorerStepName[];
  /** The result as far as it came: run, step results and prompts. */
  readonly result: Readonly<Record<string, unknown>>;

  constructor(failure: {
    readonly scorerId: string;
    readonly failedStep: ScorerStepName;
    readonly completedSteps: readonly ScorerStepName[];
    readonly result: Readonly<Record<string, unknown>>;
    readonly cause: unknown;
  }) {
    const { scorerId, failedStep, cause } = failure;
    super(`scorer ${scorerId}: step ${failedStep} failed: ${messageOf(cause)}`, { cause });
    this.scorerId = scorerId;
    this.failedStep = failedStep;
    this.completedSteps = failure.completedSteps;
    this.result = failure.result;
  }
}

const MARK = Symbol.for('prompt-regression/not-scorable');

/** What a step gives where there is nothing to score: the run ends there, without a number. */
export type NotScorable = { readonly [MARK]: true; readonly reason: string };

/** Ends a scorer's run without a score. @param reason for whoever reads the result. */
export function notScorable(reason: string): NotScorable {
  return { [MARK]: true, reason };
}

export function isNotScorable(value: unknown): value is NotScorable {
  return typeof value === 'object' && value !== null && MARK in value;
}
