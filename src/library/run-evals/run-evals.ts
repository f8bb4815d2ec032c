import { randomUUID } from 'node:crypto';
import { abortErrorOf, messageOf, ProviderError, UserError } from '../../model/errors.js';
import { runPool } from '../../workers/worker-pool.js';
import { askEvalTarget, type Scorable, type TargetAnswer } from './ask-target.js';
import {
  type AgentScorers,
  type AgentTarget,
  type AnyScorer,
  countsOf,
  type EvalItem,
  type EvalsResult,
  type FunctionTarget,
  groupBySlot,
  type ItemResult,
  type ItemScore,
  meansOf,
  notScorableOf,
  type ScorerSlot,
  type SlotValues,
  scorerSlots,
  type WorkflowAnswer,
  type WorkflowScorers,
  type WorkflowTarget,
} from './eval-results.js';
import { evalProblems } from './problems.js';

type Common<Item extends EvalItem, Answer, Scorers> = {
  readonly data: readonly Item[];
  readonly scorers: Scorers;
  /** Items at once; default 1. */
  readonly concurrency?: number | undefined;
  /** Passed to the target with every input. */
  readonly targetOptions?: object | undefined;
  /** Called after each item, also if its target failed. If it throws, the rest still runs. */
  readonly onItemComplete?: ((done: ItemResult<Item, Answer, Scorers>) => void | Promise<void>) | undefined;
  readonly signal?: AbortSignal | undefined;
};

type Config<Item extends EvalItem, Answer, Scorers, Target> = Common<Item, Answer, Scorers> & {
  readonly target: Target;
};

/**
 * Asks a target every item and scores the answers. A target or scorer that fails on one item affects only that item.
 * @throws UserError with all problems of the arguments.
 * @throws RunEvalsError with the whole result, at the end, if `onItemComplete` threw.
 * @throws ProviderError `aborted` on abort; `fatal` if a scorer's judge is unusable (no key, a refused key, an
 * unknown model).
 */
export function runEvals<
  Item extends EvalItem,
  Answer extends WorkflowAnswer,
  Scorers extends readonly AnyScorer[] | WorkflowScorers,
>(
  config: Config<Item, Answer, Scorers, WorkflowTarget<Item['input'], Answer>>,
): Promise<EvalsResult<Item, Answer, Scorers>>;
// The last overload, which the compiler reports, is for the more common targets.
export function runEvals<Item extends EvalItem, Answer, Scorers extends readonly AnyScorer[] | AgentScorers>(
  config: Config<
    Item,
    Answer,
    Scorers,
    FunctionTarget<Item['input'], Answer> | AgentTarget<Item['input'], Answer>
  >,
): Promise<EvalsResult<Item, Answer, Scorers>>;
export async function runEvals(
  config: Config<EvalItem, unknown, unknown, unknown>,
): Promise<EvalsResult<EvalItem, unknown, unknown>> {
  const problems = evalProblems(config);
  if (problems.length > 0) throw new UserError(problems);
  const { data, scorers, concurrency = 1, onItemComplete } = config;
  const signal = config.signal ?? new AbortController().signal;
  const slots = scorerSlots(scorers);
  const done: {
    readonly result: ItemResult<EvalItem, unknown, unknown>;
    readonly found: SlotValues<ItemScore>;
  }[] = [];
  const thrown: unknown[] = [];
  await runPool({
    items: data.entries(),
    concurrency,
    signal,
    async run([at, item]) {
      const { answered, found } = await runItem(item, { slots, signal, config });
      // An abort is not a failure.
      if (signal.aborted) throw abortErrorOf(signal);
      const scorerResults = groupBySlot(scorers, found) as ItemResult<
        EvalItem,
        unknown,
        unknown
      >['scorerResults'];
      const result = { item, ...answered, scorerResults };
      done[at] = { result, found };
      try {
        await onItemComplete?.(result);
      } catch (error) {
        thrown.push(error);
      }
    },
  });
  const found = done.flatMap((item) => item.found);
  const grouped = (values: SlotValues<number>) =>
    groupBySlot(scorers, values) as EvalsResult<EvalItem, unknown, unknown>['summary']['unscored'];
  const notScorable = notScorableOf(found);
  const result: EvalsResult<EvalItem, unknown, unknown> = {
    scores: grouped(meansOf(found)),
    summary: {
      totalItems: data.length,
      failedItems: done.filter(({ result }) => 'error' in result).length,
      unscored: grouped(countsOf(found, (value) => value.score === null && !('error' in value))),
      scorerFailures: grouped(countsOf(found, (value) => 'error' in value)),
      ...(Object.keys(notScorable).length > 0 && { notScorable }),
    },
    items: done.map((item) => item.result),
  };
  if (thrown.length > 0) throw new RunEvalsError(result, thrown);
  return result;
}

type ItemRun = {
  readonly slots: readonly ScorerSlot[];
  readonly signal: AbortSignal;
  readonly config: Config<EvalItem, unknown, unknown, unknown>;
};

async function runItem(
  item: EvalItem,
  { slots, signal, config }: ItemRun,
): Promise<{
  readonly answered: { readonly targetResult: unknown; readonly error?: unknown };
  readonly found: SlotValues<ItemScore>;
}> {
  const { requestContext, startOptions } = item;
  let answer: TargetAnswer;
  try {
    answer = await askEvalTarget(config.target, item, {
      ...config.targetOptions,
      ...startOptions,
      ...(requestContext !== undefined && { requestContext }),
      signal,
    });
  } catch (error) {
    return { answered: { targetResult: undefined, error }, found: [] };
  }
  const scored = slots.map(async (slot) => {
    const scorable = slot.step === null ? answer.whole : answer.step(slot.step);
    return { slot, value: await scoreOf(slot.scorer, scorable, { item, signal }) };
  });
  return { answered: { targetResult: answer.result }, found: await Promise.all(scored) };
}

/** A scorer's failure is a result, unless it would fail on every item. */
async function scoreOf(
  scorer: AnyScorer,
  scorable: Scorable,
  { item, signal }: { readonly item: EvalItem; readonly signal: AbortSignal },
): Promise<ItemScore> {
  const runId = randomUUID();
  if (scorable.status === 'missing') {
    const { reason } = scorable;
    return { runId, score: null, reason, unscored: { kind: 'not-scorable', reason } };
  }
  const { groundTruth, context, requestContext } = item;
  const run = {
    runId,
    input: scorable.input,
    output: scorable.output,
    ...(groundTruth !== undefined && { groundTruth }),
    ...(context !== undefined && { context }),
    ...(requestContext !== undefined && { requestContext }),
    signal,
  };
  try {
    const outcome: object = await scorer.run(run as never);
    return checked(scorer, outcome as ItemScore);
  } catch (error) {
    if (error instanceof ProviderError && error.fatal) throw error;
    return { runId, score: null, reason: messageOf(error), error };
  }
}

/** Other people's scorers may return anything: a wrong number must not enter a mean. */
function checked(scorer: AnyScorer, outcome: ItemScore): ItemScore {
  const score: unknown = outcome.score;
  if (score === null || (typeof score === 'number' && Number.isFinite(score))) return outcome;
  throw new ProviderError(`the scorer ${scorer.id} gave ${String(score)} instead of a score`, {
    kind: 'malformed',
  });
}

/** `onItemComplete` threw. Every item still ran, and the result is complete. */
export class RunEvalsError<Item = unknown, Answer = unknown, Scorers = unknown> extends Error {
  override readonly name = 'RunEvalsError';
  /** The result that `runEvals` would have returned. */
  readonly result: EvalsResult<Item, Answer, Scorers>;
  /** All thrown errors in order; the first is the `cause`. */
  readonly errors: readonly unknown[];

  constructor(result: EvalsResult<Item, Answer, Scorers>, errors: readonly unknown[]) {
    const [first] = errors;
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
    super(`onItemComplete failed: ${messageOf(first)}${more}`, { cause: first });
    this.result = result;
    this.errors = errors;
  }
}
