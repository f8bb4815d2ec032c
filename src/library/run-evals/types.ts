import type { EvalScorer, GroundTruth, ScorerOutcome } from '../../scorers/eval-scorer.js';

/** A scorer, whatever it is made for. */
export type AnyScorer = EvalScorer<never, never>;

/** One case: what the target is asked, and what its scorers may know. */
export type EvalItem = {
  readonly id?: string;
  readonly input: unknown;
  readonly groundTruth?: GroundTruth;
  readonly context?: readonly string[];
  /** Handed to the target and to the scorers. */
  readonly requestContext?: unknown;
  /** Handed to the target for this item alone; goes before `targetOptions`. */
  readonly startOptions?: object;
};

/** What a target is told besides its input. `targetOptions` stand beside these. */
export type TargetOptions = { readonly requestContext?: unknown; readonly signal: AbortSignal };

// biome-ignore lint/suspicious/noExplicitAny: an agent takes options of its own, and whoever evaluates it gives them.
type OwnOptions = any;

/** Answers an input: with a text, messages, or whatever the scorers read. */
export type FunctionTarget<Input, Answer> = (
  input: Input,
  options: TargetOptions & { readonly item: EvalItem },
) => Answer | Promise<Answer>;

/**
 * An agent; its answer is a text, messages, `{ text, toolCalls? }`, `{ messages }` or `{ response: { messages } }`. Of
 * messages, those after the last one of the user are the answer.
 */
export interface AgentTarget<Input, Answer> {
  /** `options` are `targetOptions`, the item's `startOptions`, and `TargetOptions`. */
  generate(input: Input, options: OwnOptions): Answer | Promise<Answer>;
}

/** A workflow; `steps` holds what each step gave under `output`, and what it was given under `input` or `payload`. */
export interface WorkflowTarget<Input, Answer> {
  /** `options` are `targetOptions`, the item's `startOptions`, and `TargetOptions`. */
  run(input: Input, options: OwnOptions): Answer | Promise<Answer>;
}

export type WorkflowAnswer = {
  readonly output?: unknown;
  readonly steps?: Readonly<Record<string, unknown>>;
};

export type AgentScorers = { readonly agent: readonly AnyScorer[] };
export type WorkflowScorers = {
  readonly workflow?: readonly AnyScorer[];
  readonly steps?: Readonly<Record<string, readonly AnyScorer[]>>;
};

/** A scorer's result on one item. Where the scorer failed there is `error`, and no score. */
export type ItemScore = ScorerOutcome & { readonly error?: unknown } & Readonly<Record<string, unknown>>;

export type ScoresById<Value> = Readonly<Record<string, Value>>;
export type WorkflowScores<Value> = {
  readonly workflow: ScoresById<Value>;
  readonly steps: ScoresById<ScoresById<Value>>;
};

/** What is known of each scorer, under its id; grouped as the scorers were. */
export type Grouped<Scorers, Value> = Scorers extends readonly unknown[]
  ? ScoresById<Value>
  : Scorers extends AgentScorers
    ? { readonly agent: ScoresById<Value> }
    : WorkflowScores<Value>;

export type ItemResult<Item, Answer, Scorers> = {
  readonly item: Item;
  /** `undefined` where the target failed. */
  readonly targetResult: Answer | undefined;
  /** Empty where the target failed. */
  readonly scorerResults: Grouped<Scorers, ItemScore>;
  /** What the target failed with. */
  readonly error?: unknown;
};

export type EvalsResult<Item, Answer, Scorers> = {
  /** Means over the scored items, by scorer id. A scorer that scored nothing is not in it. */
  readonly scores: Grouped<Scorers, number | undefined>;
  readonly summary: {
    readonly totalItems: number;
    /** Items whose target gave no answer: they have no scores. */
    readonly failedItems: number;
    /** For each scorer, the items that it could not score: left out of its mean. Only scorers with such items. */
    readonly unscored: Grouped<Scorers, number>;
    /** For each scorer, the items on which it failed: left out of its mean. Only scorers with such items. */
    readonly scorerFailures: Grouped<Scorers, number>;
    /** By scorer id, the runs that had nothing to score, wherever the scorer stands; missing where there are none. */
    readonly notScorable?: Readonly<Record<string, number>>;
  };
  /** In the order of `data`. */
  readonly items: readonly ItemResult<Item, Answer, Scorers>[];
};
