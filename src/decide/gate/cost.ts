import { type ChosenBaseline, ranInThisCheck } from '../../model/baseline.js';
import type { Comparison } from '../../model/comparison.js';
import type { GateAsk, RiseNumbers } from '../../model/finding.js';
import type { CaseRecord, RunRecord, Sample } from '../../model/run-record.js';
import { type Prices, priceUsage } from '../../model/spending.js';
import { defineRule, MAX_RUNS, mayRunAgain, ROUNDING, type RuleContext, type Threshold } from './rule.js';

const NEAR_MISS_SHARE: Threshold = {
  value: 0.05,
  unit: 'of the base',
  because: 'a median this near to its limit could lie on its other side in another run',
};

const TIMED_CASES: Threshold = {
  value: 20,
  unit: 'cases, the first ones by id',
  because: 'their median is steady enough, and the base has to be asked for its time',
};

const TIMED_ANSWERS: Threshold = {
  value: 3,
  unit: 'answers per side of each of these cases',
  because: 'one slow minute of a provider is no slow agent',
};

const MIN_MEASURED_SECONDS: Threshold = {
  value: 0.1,
  unit: 'seconds',
  because: 'a shorter time is mostly our own',
};

/** A case on both sides. */
type RowPair = { readonly head: CaseRecord; readonly base: CaseRecord };

/** An answer costs more than `max-cost-rise` allows. */
export const COST = defineRule<RiseNumbers>({
  name: 'Cost',
  thresholds: { near: NEAR_MISS_SHARE, maxRuns: MAX_RUNS },
  describe: () => ({
    summary: '',
    suspicious: `the rise is within ${NEAR_MISS_SHARE.value} of \`max-cost-rise\``,
    asks: `head runs of every case, up to ${MAX_RUNS.value}`,
    red: "an answer's median cost rose by more than `max-cost-rise`: in your currency if `prices` has both sides' models, otherwise in tokens",
    yellow: '',
  }),
  fails: 'cost',

  suspect({ settings, comparable, comparison, head, base, prices = {} }) {
    const limit = settings.maxCostRise;
    if (limit === null || !comparable || base === null) return null;
    const rows = pairRows(comparison, head, base);
    const isPriced = [head, base].every(
      ({ targetModel }) => typeof targetModel === 'string' && Object.hasOwn(prices, targetModel),
    );
    const listCosts = (record: RunRecord, samples: readonly Sample[]) =>
      samples.flatMap(
        (sample) => computeAnswerCost(sample, isPriced ? record.targetModel : null, prices) ?? [],
      );
    return {
      unit: isPriced ? 'amount' : 'tokens',
      base: computeMedian(
        listCosts(
          base,
          rows.flatMap((row) => row.base.samples),
        ),
      ),
      head: computeMedian(
        listCosts(
          head,
          rows.flatMap((row) => row.head.samples),
        ),
      ),
      limit,
      cases: rows.length,
    };
  },

  ask(numbers, context) {
    const rise = computeRise(numbers);
    const isNear = rise !== null && Math.abs(rise - numbers.limit) <= NEAR_MISS_SHARE.value + ROUNDING;
    if (!isNear || !mayRunAgain(context)) return null;
    return { kind: 'head-runs', upTo: context.runs + 1, because: 'cost' };
  },

  red: (numbers) => (isAbove(numbers) ? [{ rule: 'cost', outcome: 'fails', caseIds: [], numbers }] : []),

  yellow: (numbers) => (isAbove(numbers) ? [] : [{ rule: 'cost', outcome: 'info', caseIds: [], numbers }]),
});

type Timing = {
  readonly numbers: RiseNumbers;
  readonly rows: readonly RowPair[];
  /** Answers of this check that each of the cases has. */
  readonly taken: { readonly head: number; readonly base: number };
};

/** An answer takes longer than `max-time-rise` allows. A stored base was timed on another machine, so the base answers again. */
export const TIME = defineRule<Timing>({
  name: 'Time',
  thresholds: {
    near: NEAR_MISS_SHARE,
    cases: TIMED_CASES,
    answers: TIMED_ANSWERS,
    minSeconds: MIN_MEASURED_SECONDS,
  },
  describe: () => ({
    summary: '',
    suspicious: `the rise is at most ${NEAR_MISS_SHARE.value} below \`max-time-rise\`, or above it`,
    asks: `one base answer of this check to each of ${TIMED_CASES.value} cases, then ${TIMED_ANSWERS.value} answers per side`,
    red: 'the median time of these answers rose by more than `max-time-rise`',
    yellow: 'the new answers are missing',
  }),
  fails: 'cost',

  suspect(context) {
    const { settings, comparable, comparison, head, base, baseline } = context;
    const limit = settings.maxTimeRise;
    if (limit === null || !comparable || base === null) return null;
    const rows = pairRows(comparison, head, base).slice(0, TIMED_CASES.value);
    const timed = {
      head: rows.map((row) => [...row.head.samples, ...row.head.caseSamples]),
      base: rows.map((row) => listNewSamples(row.base, baseline)),
    };
    const computeMedianTime = (samples: readonly (readonly Sample[])[]) =>
      computeMedian(samples.flat().flatMap(listSeconds));
    const [atBase, atHead] = [computeMedianTime(timed.base), computeMedianTime(timed.head)];
    return {
      numbers: { unit: 'seconds', base: atBase, head: atHead, limit, cases: rows.length },
      rows,
      taken: { head: countFewest(timed.head), base: countFewest(timed.base) },
    };
  },

  ask: findTimeAsk,

  red: (timing, context) =>
    isSlow(timing) && findTimeAsk(timing, context) === null
      ? [{ rule: 'time', outcome: 'fails', caseIds: [], numbers: timing.numbers }]
      : [],

  yellow(timing, context) {
    const { numbers } = timing;
    const isOpen = findTimeAsk(timing, context) !== null;
    if (!isSlow(timing)) return [{ rule: 'time', outcome: 'info', caseIds: [], numbers }];
    return isOpen && context.over !== null
      ? [{ rule: 'time', outcome: 'worse', caseIds: [], numbers, unconfirmed: context.over }]
      : [];
  },
});

/** First one answer of the base to each case, and if that looks slow, more of both sides. */
function findTimeAsk({ numbers, rows, taken }: Timing, { askable, baseline }: RuleContext): GateAsk | null {
  if (askable !== 'both') return null;
  const rise = computeRise(numbers);
  const looksSlow = rise !== null && rise >= numbers.limit - NEAR_MISS_SHARE.value - ROUNDING;
  const wanted = looksSlow ? TIMED_ANSWERS.value : 1;
  if (taken.base < wanted) {
    const stored = Math.max(...rows.map(({ base }) => base.samples.length));
    const before = ranInThisCheck(baseline) ? 0 : stored;
    return buildTimeAsk('base', rows, before + wanted);
  }
  return taken.head < wanted ? buildTimeAsk('head', rows, wanted) : null;
}

function buildTimeAsk(side: 'head' | 'base', rows: readonly RowPair[], upTo: number): GateAsk {
  return { kind: 'answers', side, caseIds: rows.map(({ head }) => head.id), upTo, because: 'time' };
}

function isSlow({ numbers }: Timing): boolean {
  return isAbove(numbers) && (numbers.head ?? 0) >= MIN_MEASURED_SECONDS.value;
}

function isAbove(numbers: RiseNumbers): boolean {
  const rise = computeRise(numbers);
  return rise !== null && rise > numbers.limit + ROUNDING;
}

/** As a share of the base; `null` if one side is not known. */
function computeRise({ base, head }: RiseNumbers): number | null {
  return base === null || head === null || base === 0 ? null : head / base - 1;
}

/** The cases of both sides, by the head's id. */
function pairRows({ pairs, renamed }: Comparison, head: RunRecord, base: RunRecord): readonly RowPair[] {
  const idsAtBase = new Map(renamed.map(({ from, to }) => [to, from]));
  const headRows = new Map(head.cases.map((row) => [row.id, row]));
  const baseRows = new Map(base.cases.map((row) => [row.id, row]));
  return pairs
    .flatMap(({ id }) => {
      const [atHead, atBase] = [headRows.get(id), baseRows.get(idsAtBase.get(id) ?? id)];
      return atHead === undefined || atBase === undefined ? [] : [{ head: atHead, base: atBase }];
    })
    .toSorted((a, b) => (a.head.id < b.head.id ? -1 : 1));
}

function listNewSamples({ samples, caseSamples }: CaseRecord, baseline: ChosenBaseline): readonly Sample[] {
  return ranInThisCheck(baseline) ? [...samples, ...caseSamples] : caseSamples;
}

function countFewest(samples: readonly (readonly Sample[])[]): number {
  return Math.min(...samples.map(({ length }) => length));
}

function listSeconds({ answer }: Sample): readonly number[] {
  return answer.status === 'answered' && answer.seconds !== undefined ? [answer.seconds] : [];
}

/** In tokens, or by the model's price; `null` if the agent does not say. */
function computeAnswerCost(
  { answer }: Sample,
  model: string | null | undefined,
  prices: Prices,
): number | null {
  if (answer.status !== 'answered' || answer.usage === undefined) return null;
  const { inputTokens, outputTokens } = answer.usage;
  const tokens = inputTokens + outputTokens;
  if (tokens === 0) return null;
  return typeof model === 'string' ? priceUsage(model, answer.usage, prices) : tokens;
}

/** `null` without values. */
function computeMedian(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
