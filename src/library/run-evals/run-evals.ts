import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { createAbortError, describeError, ProviderError, UserError } from '../../model/errors.js';
import { omitUndefined } from '../../model/omit-undefined.js';
import { COUNT_OPTION, readOptions } from '../../scorers/options.js';
import { runPool } from '../../workers/worker-pool.js';
import { askEvalTarget, detectTargetKind, type ScorableRun, type TargetAnswer } from './ask-target.js';
import {
  type AgentScorers,
  type AgentTarget,
  type AnyScorer,
  computeMeanScore,
  type EvalItem,
  type EvalScorers,
  type EvalsResult,
  type EvaluatedItem,
  type FunctionTarget,
  groupBySlot,
  type ItemResult,
  type ItemScore,
  listScorerSlots,
  type ScorerSlot,
  type SlotValues,
  summarizeSlots,
  type WorkflowAnswer,
  type WorkflowScorers,
  type WorkflowTarget,
} from './eval-results.js';

type EvalOptions<Item extends EvalItem, Answer, Scorers> = {
  readonly data: readonly Item[];
  readonly scorers: Scorers;
  /** Items at once; default 1. */
  readonly concurrency?: number | undefined;
  /** Passed to the target with every input. */
  readonly targetOptions?: object | undefined;
  /** Awaited after each item, also if its target failed. */
  readonly onItemComplete?: ((done: ItemResult<Item, Answer, Scorers>) => void | Promise<void>) | undefined;
  readonly signal?: AbortSignal | undefined;
};

type Config<Item extends EvalItem, Answer, Scorers, Target> = EvalOptions<Item, Answer, Scorers> & {
  readonly target: Target;
};

const SCORERS_RULE = 'must be a list of scorers, { agent: [] }, or { workflow: [], steps: {} }';
const SCORERS_ERROR = { error: SCORERS_RULE };
const SCORER = z.looseObject({ id: z.string().min(1), run: z.custom((run) => typeof run === 'function') });
const SCORERS = z.array(SCORER, SCORERS_ERROR).min(1, SCORERS_ERROR);

const CONFIG = z.strictObject({
  target: z.custom((target) => detectTargetKind(target) !== null, {
    error: 'must be a function, an agent with generate, or a workflow with run',
  }),
  data: z
    .array(
      z.looseObject({
        input: z.custom((input) => input !== undefined && input !== null, { error: 'must be given' }),
        context: z.array(z.string(), { error: 'must be a list of texts' }).optional(),
      }),
      { error: 'must be a list of items, { input: … }' },
    )
    .min(1, { error: 'must have at least one item' }),
  scorers: z.union(
    [
      SCORERS,
      z.strictObject({ agent: SCORERS }, SCORERS_ERROR),
      z.strictObject(
        { workflow: SCORERS.optional(), steps: z.record(z.string(), SCORERS).optional() },
        SCORERS_ERROR,
      ),
    ],
    SCORERS_ERROR,
  ),
  concurrency: COUNT_OPTION.optional(),
  targetOptions: z.unknown().optional(),
  onItemComplete: z
    .custom((given) => typeof given === 'function', { error: 'must be a function' })
    .optional(),
  signal: z.unknown().optional(),
});

/**
 * Asks a target every item and scores the answers. A target or scorer that fails on one item affects only that item.
 * @throws UserError with all problems of the arguments.
 * @throws ProviderError `aborted` on abort; `fatal` if a scorer's judge is unusable (no key, a refused key, an
 * unknown model).
 * @example
 * const { scores, summary } = await runEvals({
 *   target: async (question: string) => `You asked: ${question}`,
 *   data: [{ input: 'When do you open?' }],
 *   scorers: [checks.excludes('sorry', { id: 'never-sorry' })],
 * });
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
  config: Config<EvalItem, unknown, EvalScorers, unknown>,
): Promise<EvalsResult<EvalItem, unknown, never>> {
  readOptions({ id: 'runEvals', options: CONFIG }, config);
  const { data, scorers, concurrency = 1, onItemComplete } = config;
  const signal = config.signal ?? new AbortController().signal;
  const slots = listScorerSlots(scorers);
  refuseSameIds(slots);
  const done: {
    readonly result: ItemResult<EvalItem, unknown, never>;
    readonly found: SlotValues<ItemScore>;
  }[] = [];
  await runPool({
    items: data.entries(),
    concurrency,
    signal,
    async run([at, given]) {
      const item = addInputData(given);
      const { answered, found } = await runItem(item, { slots, signal, config });
      // An abort is not a failure.
      if (signal.aborted) throw createAbortError(signal);
      const result = { item, ...answered, scorerResults: groupBySlot(scorers, found) as never };
      done[at] = { result, found };
      await onItemComplete?.(result);
    },
  });
  const found = done.flatMap((item) => item.found);
  const numbers = (numberOf: Parameters<typeof summarizeSlots>[1]) =>
    groupBySlot(scorers, summarizeSlots(found, numberOf)) as never;
  const count = (isSuch: (value: ItemScore) => boolean) =>
    numbers((values) => values.filter(isSuch).length || undefined);
  return {
    scores: numbers(computeMeanScore),
    summary: {
      totalItems: data.length,
      failedItems: done.filter(({ result }) => 'error' in result).length,
      unscored: count((value) => value.score === null && !('error' in value)),
      scorerFailures: count((value) => 'error' in value),
    },
    items: done.map(({ result }) => result),
  };
}

/** Results are by id. */
function refuseSameIds(slots: readonly ScorerSlot[]): void {
  const groups = Map.groupBy(slots, ({ step, scorer }) => JSON.stringify([step, scorer.id]));
  const repeated = [...groups.values()]
    .filter(([, ...others]) => others.length !== 0)
    .map(([first]) => first);
  const problems = repeated.map(
    (slot) =>
      `runEvals: ${JSON.stringify(slot?.scorer.id)} is the id of more than one scorer: give each its own with the option \`id\`, as in checks.includes('Paris', { id: 'names-paris' })`,
  );
  if (problems.length > 0) throw new UserError(problems);
}

/** Workflows call an item's input `inputData`. The alias is left out of prints and copies. */
function addInputData<Item extends EvalItem>(item: Item): EvaluatedItem<Item> {
  if ('inputData' in item) return item as EvaluatedItem<Item>;
  return Object.defineProperty({ ...item }, 'inputData', { value: item.input }) as EvaluatedItem<Item>;
}

type ItemRun = {
  readonly slots: readonly ScorerSlot[];
  readonly signal: AbortSignal;
  readonly config: Config<EvalItem, unknown, EvalScorers, unknown>;
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
    answer = await askEvalTarget(
      config.target,
      item,
      omitUndefined({
        ...config.targetOptions,
        ...startOptions,
        requestContext,
        signal,
      }),
    );
  } catch (error) {
    return { answered: { targetResult: undefined, error }, found: [] };
  }
  const scored = slots.map(async (slot) => {
    const scorable = slot.step === null ? answer.whole : answer.step(slot.step);
    return { slot, value: await scoreItem(slot.scorer, scorable, { item, signal }) };
  });
  return { answered: { targetResult: answer.result }, found: await Promise.all(scored) };
}

/** A scorer's failure is a result, unless it would fail on every item. */
async function scoreItem(
  scorer: AnyScorer,
  scorable: ScorableRun,
  { item, signal }: { readonly item: EvalItem; readonly signal: AbortSignal },
): Promise<ItemScore> {
  const runId = randomUUID();
  if (scorable.status === 'missing') {
    const { reason } = scorable;
    return { runId, score: null, reason, unscored: { kind: 'not-scorable', reason } };
  }
  const { groundTruth, context, requestContext } = item;
  const run = omitUndefined({
    runId,
    input: scorable.input,
    output: scorable.output,
    groundTruth,
    context,
    requestContext,
    signal,
  });
  try {
    const outcome: object = await scorer.run(run as never);
    return checkOutcome(scorer, outcome as ItemScore);
  } catch (error) {
    if (error instanceof ProviderError && error.fatal) throw error;
    return { runId, score: null, reason: describeError(error), error };
  }
}

/** Other people's scorers may return anything: a wrong number must not enter a mean. */
function checkOutcome(scorer: AnyScorer, outcome: ItemScore): ItemScore {
  const score: unknown = outcome.score;
  if (score === null || (typeof score === 'number' && Number.isFinite(score))) return outcome;
  throw new ProviderError(`the scorer ${scorer.id} gave ${String(score)} instead of a score`, {
    kind: 'malformed',
  });
}
