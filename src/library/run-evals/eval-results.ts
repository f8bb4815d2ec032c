import type { EvalScorer, GroundTruth, ScorerOutcome } from '../../scorers/eval-scorer.js';
import { isList } from '../../text/values.js';

/** Any scorer. */
export type AnyScorer = EvalScorer<never, never>;

/** One case: the target's input, and context for its scorers. */
export type EvalItem = {
  readonly id?: string;
  readonly input: unknown;
  readonly groundTruth?: GroundTruth;
  readonly context?: readonly string[];
  /** Passed to the target and to the scorers. */
  readonly requestContext?: unknown;
  /** Passed to the target for this item only; overrides `targetOptions`. */
  readonly startOptions?: object;
};

/** An item with its input under the name that workflows use, too. */
export type EvaluatedItem<Item extends EvalItem> = Item & { readonly inputData: Item['input'] };

/** The target's second argument, together with `targetOptions`. */
export type TargetOptions = { readonly requestContext?: unknown; readonly signal: AbortSignal };

// biome-ignore lint/suspicious/noExplicitAny: every agent has options of its own; any narrower type refuses some agents.
type OwnOptions = any;

/** Answers an input with a text, messages, or whatever the scorers read. */
export type FunctionTarget<Input, Answer> = (
  input: Input,
  options: TargetOptions & { readonly item: EvalItem },
) => Answer | Promise<Answer>;

/**
 * An agent. It answers with a text, messages, `{ text, toolCalls? }`, `{ messages }` or `{ response: { messages } }`;
 * messages after the user's last one are the answer.
 */
export interface AgentTarget<Input, Answer> {
  /** `options` are `targetOptions`, the item's `startOptions`, and `TargetOptions`. */
  generate(input: Input, options: OwnOptions): Answer | Promise<Answer>;
}

/** A workflow. `steps` holds each step's `output`, and its `input` or `payload`. */
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

/** A scorer's result on one item: a score, or an `error` if the scorer failed. */
export type ItemScore = ScorerOutcome & { readonly error?: unknown } & Readonly<Record<string, unknown>>;

export type ScoresById<Value> = Readonly<Record<string, Value>>;
export type WorkflowScores<Value> = {
  readonly workflow: ScoresById<Value>;
  readonly steps: ScoresById<ScoresById<Value>>;
};

/** Values by scorer id, grouped as the scorers were. */
export type ScorerGroups<Scorers, Value> = Scorers extends readonly unknown[]
  ? ScoresById<Value>
  : Scorers extends AgentScorers
    ? { readonly agent: ScoresById<Value> }
    : WorkflowScores<Value>;

export type ItemResult<Item extends EvalItem, Answer, Scorers> = {
  readonly item: EvaluatedItem<Item>;
  /** `undefined` if the target failed. */
  readonly targetResult: Answer | undefined;
  /** Empty if the target failed. */
  readonly scorerResults: ScorerGroups<Scorers, ItemScore>;
  /** The target's error. */
  readonly error?: unknown;
};

export type EvalsResult<Item extends EvalItem, Answer, Scorers> = {
  /** Means over the scored items, by scorer id, for scorers with scores. */
  readonly scores: ScorerGroups<Scorers, number | undefined>;
  readonly summary: {
    readonly totalItems: number;
    /** Items without an answer from the target, and so without scores. */
    readonly failedItems: number;
    /** By scorer, the items without a score, which its mean omits. Only scorers with such items. */
    readonly unscored: ScorerGroups<Scorers, number>;
    /** By scorer, the items on which it failed, which its mean omits. Only scorers with such items. */
    readonly scorerFailures: ScorerGroups<Scorers, number>;
  };
  /** In the order of `data`. */
  readonly items: readonly ItemResult<Item, Answer, Scorers>[];
};

export type ScorerSlot = {
  /** The workflow step that it scores; `null` for the whole answer. */
  readonly step: string | null;
  readonly scorer: AnyScorer;
};

/** A value per slot. */
export type SlotValues<Value> = readonly { readonly slot: ScorerSlot; readonly value: Value }[];

/** Scorers, listed or grouped. */
export type EvalScorers = readonly AnyScorer[] | (Partial<AgentScorers> & WorkflowScorers);

export function listScorerSlots(scorers: EvalScorers): ScorerSlot[] {
  const buildSlots = (listed: readonly AnyScorer[] = [], step: string | null = null) =>
    listed.map((scorer) => ({ step, scorer }));
  if (isList(scorers)) return buildSlots(scorers);
  const { agent, workflow, steps = {} } = scorers;
  return [
    ...buildSlots(agent ?? workflow),
    ...Object.entries(steps).flatMap(([name, listed]) => buildSlots(listed, name)),
  ];
}

/** Values by id, grouped as the scorers were, with empty groups. */
export function groupBySlot<Value>(scorers: EvalScorers, slotValues: SlotValues<Value>): unknown {
  const groupStep = (step: string | null) =>
    Object.fromEntries(
      slotValues.filter(({ slot }) => slot.step === step).map(({ slot, value }) => [slot.scorer.id, value]),
    );
  if (isList(scorers)) return groupStep(null);
  if (scorers.agent !== undefined) return { agent: groupStep(null) };
  const steps = Object.keys(scorers.steps ?? {});
  return {
    workflow: groupStep(null),
    steps: Object.fromEntries(steps.map((name) => [name, groupStep(name)])),
  };
}

/** One number per slot, from its results; slots without a number are omitted. */
export function summarizeSlots(
  slotValues: SlotValues<ItemScore>,
  summarize: (values: readonly ItemScore[]) => number | undefined,
): SlotValues<number> {
  return [...Map.groupBy(slotValues, ({ slot }) => slot)].flatMap(([slot, all]) => {
    const value = summarize(all.map((each) => each.value));
    return value === undefined ? [] : [{ slot, value }];
  });
}

export function computeMeanScore(values: readonly ItemScore[]): number | undefined {
  const scores = values.flatMap(({ score }) => score ?? []);
  return scores.length === 0 ? undefined : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}
