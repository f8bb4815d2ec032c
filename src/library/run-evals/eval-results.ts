import type { EvalScorer, GroundTruth, ScorerOutcome } from '../../scorers/eval-scorer.js';

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

/** The target's second argument, together with `targetOptions`. */
export type TargetOptions = { readonly requestContext?: unknown; readonly signal: AbortSignal };

// biome-ignore lint/suspicious/noExplicitAny: an agent has its own options, and the caller gives them.
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
export type Grouped<Scorers, Value> = Scorers extends readonly unknown[]
  ? ScoresById<Value>
  : Scorers extends AgentScorers
    ? { readonly agent: ScoresById<Value> }
    : WorkflowScores<Value>;

export type ItemResult<Item, Answer, Scorers> = {
  readonly item: Item;
  /** `undefined` if the target failed. */
  readonly targetResult: Answer | undefined;
  /** Empty if the target failed. */
  readonly scorerResults: Grouped<Scorers, ItemScore>;
  /** The target's error. */
  readonly error?: unknown;
};

export type EvalsResult<Item, Answer, Scorers> = {
  /** Means over the scored items, by scorer id, for scorers with scores. */
  readonly scores: Grouped<Scorers, number | undefined>;
  readonly summary: {
    readonly totalItems: number;
    /** Items without an answer from the target, and so without scores. */
    readonly failedItems: number;
    /** By scorer, the items without a score, which its mean omits. Only scorers with such items. */
    readonly unscored: Grouped<Scorers, number>;
    /** By scorer, the items on which it failed, which its mean omits. Only scorers with such items. */
    readonly scorerFailures: Grouped<Scorers, number>;
    /** By scorer id, the runs with nothing to score, in any slot; missing if there are none. */
    readonly notScorable?: Readonly<Record<string, number>>;
  };
  /** In the order of `data`. */
  readonly items: readonly ItemResult<Item, Answer, Scorers>[];
};

/** A scorer and its place in the results. */
export type ScorerSlot = {
  /** `[id]`, `['agent', id]`, `['workflow', id]` or `['steps', name, id]`. */
  readonly path: readonly string[];
  /** The workflow step that it scores; `null` for the whole answer. */
  readonly step: string | null;
  readonly scorer: AnyScorer;
};

/** A value per slot. */
export type SlotValues<Value> = readonly { readonly slot: ScorerSlot; readonly value: Value }[];

/** The scorers' slots, listed or grouped. Expects a checked config. */
export function scorerSlots(scorers: unknown): ScorerSlot[] {
  return scorerGroups(scorers).flatMap(({ path, step, scorers: listed }) =>
    (listed as readonly AnyScorer[]).map((scorer) => ({ path: [...path, scorer.id], step, scorer })),
  );
}

/** The lists of scorers, unchecked. */
export function scorerGroups(
  scorers: unknown,
): { readonly path: readonly string[]; readonly step: string | null; readonly scorers: unknown }[] {
  if (Array.isArray(scorers)) return [{ path: [], step: null, scorers }];
  const { agent, workflow, steps } = Object(scorers) as Readonly<Record<string, unknown>>;
  return [
    ...(agent === undefined ? [] : [{ path: ['agent'], step: null, scorers: agent }]),
    ...(workflow === undefined ? [] : [{ path: ['workflow'], step: null, scorers: workflow }]),
    ...Object.entries(Object(steps)).map(([name, listed]) => ({
      path: ['steps', name],
      step: name,
      scorers: listed,
    })),
  ];
}

/** Values by id, grouped as the scorers were, with empty groups. */
export function groupBySlot<Value>(scorers: unknown, found: SlotValues<Value>): unknown {
  // Ids and step names come from outside: without a prototype none has a meaning.
  const at = (path: readonly string[]): Record<string, Value> =>
    Object.fromEntries(
      found
        .filter(({ slot }) => slot.path.slice(0, -1).join('\0') === path.join('\0'))
        .map(({ slot, value }) => [slot.scorer.id, value]),
    );
  if (Array.isArray(scorers)) return at([]);
  if ('agent' in Object(scorers)) return { agent: at(['agent']) };
  const steps = scorerGroups(scorers).flatMap(({ step }) => (step === null ? [] : [step]));
  return {
    workflow: at(['workflow']),
    steps: Object.fromEntries(steps.map((name) => [name, at(['steps', name])])),
  };
}

/** The mean of each slot's scores; slots without scores are omitted. */
export function meansOf(found: SlotValues<ItemScore>): SlotValues<number> {
  return [...Map.groupBy(found, ({ slot }) => slot)].flatMap(([slot, all]) => {
    const scores = all.flatMap(({ value }) => (value.score === null ? [] : [value.score]));
    if (scores.length === 0) return [];
    return [{ slot, value: scores.reduce((sum, score) => sum + score, 0) / scores.length }];
  });
}

/** For each slot, the number of matching results, omitting slots without one. */
export function countsOf(
  found: SlotValues<ItemScore>,
  isSuch: (value: ItemScore) => boolean,
): SlotValues<number> {
  return [
    ...Map.groupBy(
      found.filter(({ value }) => isSuch(value)),
      ({ slot }) => slot,
    ),
  ].map(([slot, all]) => ({ slot, value: all.length }));
}

/** By scorer id, the number of runs with nothing to score, in any slot. */
export function notScorableOf(found: SlotValues<ItemScore>): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { slot, value } of found) {
    const { id } = slot.scorer;
    if (value.unscored?.kind === 'not-scorable') counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}
