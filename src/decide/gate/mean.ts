import type { Comparison } from '../../model/comparison.js';
import type { GateAsk, MeanNumbers, Power } from '../../model/finding.js';
import { omitUndefined } from '../../model/omit-undefined.js';
import { computeMean, equalizeSamples } from '../compare/sample-scores.js';
import type { TestCount } from './gate-input.js';
import { createGroupRule } from './groups.js';
import {
  defineRule,
  GROUP_RUNS,
  MAX_RUNS,
  mayRunAgain,
  ROUNDING,
  type RuleContext,
  type Threshold,
} from './rule.js';
import { runSignFlipTest } from './sign-tests.js';

export const MIN_CASES: Threshold = {
  value: 5,
  unit: 'cases',
  because: 'if all of fewer cases fell, p would still be above 0.05',
};

const THRESHOLDS = {
  askBelow: {
    value: 0.2,
    unit: 'p of a one-sided sign-flip test over the cases',
    because: 'more runs can only show a fall that chance does not easily explain',
  },
  failBelow: {
    value: 0.05,
    unit: 'p, divided among the scorers of all suites',
    because: 'the usual level: of 20 unchanged agents one looks worse',
  },
  failBelowAlone: {
    value: 0.01,
    unit: 'p, if the base cannot run today',
    because: 'providers change their models, and no base run of today shows that',
  },
  agreeBelow: {
    value: 0.1,
    unit: 'p against the base runs of this check alone',
    because: 'a model that got worse overnight is worse on both sides',
  },
  baseRuns: {
    value: 3,
    unit: 'base runs of this check',
    because: 'as many as a baseline has',
  },
  maxRuns: MAX_RUNS,
  minCases: MIN_CASES,
} as const;

/** The printed smallest fall holds from here on, by simulation: `4 · s / √n`. */
const POWER = { factor: 4, minCases: 20, minBaseRuns: 3 } as const;

/** The answers fell on average. */
export const MEAN = defineRule<MeanNumbers>({
  name: 'Mean',
  thresholds: THRESHOLDS,
  describe: ({ maxDrop }) => ({
    summary: `the mean fell by ${maxDrop} or more (p < ${THRESHOLDS.failBelow.value})`,
    suspicious: `the mean fell by \`max-drop\` (${maxDrop}) and p ≤ ${THRESHOLDS.askBelow.value}`,
    asks: `head runs of every case, up to ${THRESHOLDS.maxRuns.value}, then ${THRESHOLDS.baseRuns.value} base runs of every case`,
    red: `the mean fell by \`max-drop\` (${maxDrop}) or more with p < ${THRESHOLDS.failBelow.value} against the baseline's runs, and p ≤ ${THRESHOLDS.agreeBelow.value} against the base runs of this check alone`,
    yellow: 'the base could not run in this check',
  }),
  fails: 'regression',

  suspect({ comparison, comparable, settings: { maxDrop }, today }) {
    const { cases, baseRuns, headRuns } = equalizeSamples(comparison.pairs);
    if (!comparable || cases.length === 0) return null;
    const base = (comparison.baseMean ?? 0) / 100;
    const head = (comparison.headMean ?? 0) / 100;
    return {
      cases: cases.length,
      baseRuns,
      headRuns,
      base,
      head,
      drop: base - head,
      maxDrop,
      p: testFall(comparison),
      pToday: today === null ? null : testFall(today),
    };
  },

  ask: findNextAsk,

  red: (mean, context) =>
    isRed(mean, context) ? [{ ...buildFinding(mean, context), outcome: 'fails' }] : [],

  yellow(mean, context) {
    if (isRed(mean, context)) return [];
    const finding = buildFinding(mean, context);
    const isOpen = findNextAsk(mean, context) !== null && mean.p < computeLevel(context);
    return context.over !== null && isOpen
      ? [{ ...finding, outcome: 'worse', unconfirmed: context.over }]
      : [{ ...finding, outcome: 'info' }];
  },
});

/** The answers of a group fell on average. */
export const MEAN_OF_GROUP = createGroupRule(MEAN, ({ maxDrop }) => ({
  summary: '',
  suspicious: `the mean of a group's cases fell by its \`max-drop\` (${maxDrop}) and p ≤ ${THRESHOLDS.askBelow.value}`,
  asks: `head answers to the group's cases, up to ${GROUP_RUNS.value} each, then ${GROUP_RUNS.value} base answers to each`,
  red: `as *Mean*, but the new base answers count with the stored ones, and the groups share a second ${THRESHOLDS.failBelow.value}: with five groups, p < ${THRESHOLDS.failBelow.value / 5}`,
  yellow: 'as *Mean*',
}));

function findNextAsk(mean: MeanNumbers, context: RuleContext): GateAsk | null {
  if (!isLarge(mean)) return null;
  if (mayRunAgain(context) && mean.p <= THRESHOLDS.askBelow.value) {
    return { kind: 'head-runs', upTo: context.runs + 1, because: 'mean' };
  }
  if (context.askable !== 'both' || mean.pToday !== null || mean.p >= computeLevel(context)) return null;
  return { kind: 'base-today', runs: THRESHOLDS.baseRuns.value, because: 'mean' };
}

function isRed(mean: MeanNumbers, context: RuleContext): boolean {
  const agrees = mean.pToday === null || mean.pToday <= THRESHOLDS.agreeBelow.value;
  return isLarge(mean) && mean.p < computeLevel(context) && agrees && findNextAsk(mean, context) === null;
}

function isLarge({ drop, maxDrop }: MeanNumbers): boolean {
  return drop > ROUNDING && drop >= maxDrop - ROUNDING;
}

function computeLevel({ askable, tests }: TestCount): number {
  const { failBelow, failBelowAlone } = THRESHOLDS;
  return (askable === 'both' ? failBelow.value : failBelowAlone.value) / tests;
}

/** The smallest group that can be red: if all of its cases fell, p is 2 to the power of minus their number. */
export function computeMinGroupCases({
  groups,
  ...context
}: TestCount & { readonly groups: number }): number {
  const level = computeLevel({ ...context, tests: context.tests * groups });
  let cases = 1;
  while (2 ** -cases >= level) cases += 1;
  return cases;
}

/** Every case is one difference: of the means of its base runs and of its head runs. */
function testFall({ pairs }: Comparison): number {
  return runSignFlipTest(
    equalizeSamples(pairs).cases.map(({ base, head }) => (computeMean(base) ?? 0) - (computeMean(head) ?? 0)),
  );
}

function buildFinding(numbers: MeanNumbers, context: RuleContext) {
  const power = computePower(context, numbers);
  return omitUndefined({ rule: 'mean', caseIds: [], numbers, power: power ?? undefined });
}

/** The fall shared by all answers that is noticed in 8 of 10 runs or more, by simulation; `null` if the base says too little. */
function computePower({ comparison, askable, tests }: RuleContext, mean: MeanNumbers): Power | null {
  const { cases, baseRuns, maxDrop } = mean;
  if (askable !== 'both' || tests > 1) return null;
  if (cases < POWER.minCases || baseRuns < POWER.minBaseRuns) return null;
  const deviation =
    computePooledDeviation(equalizeSamples(comparison.pairs).cases.map(({ base }) => base)) / 100;
  if (deviation === 0) return null;
  return { noticeable: Math.max(maxDrop, (POWER.factor * deviation) / Math.sqrt(cases)) };
}

/** Standard deviation of the runs of one case around their mean, pooled over cases with equally many runs. */
function computePooledDeviation(cases: readonly (readonly number[])[]): number {
  const squares = cases.flatMap((scores) => {
    const mean = computeMean(scores) ?? 0;
    return scores.map((score) => (score - mean) ** 2);
  });
  return Math.sqrt(squares.reduce((sum, each) => sum + each, 0) / (squares.length - cases.length));
}
