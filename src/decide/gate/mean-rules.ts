import type { Comparison } from '../../model/comparison.js';
import type { Finding, GateAsk, MeanNumbers } from '../../model/finding.js';
import { scorerOf } from '../../model/run-record.js';
import { equalSamples, meanOf } from '../compare/sample-scores.js';
import {
  asking,
  MOST_RUNS,
  mayRunAgain,
  NOTHING_FOUND,
  ROUNDING,
  type RuleContext,
  type RuleResult,
  regression,
  suspicion,
} from './rule.js';
import { signFlipTest } from './sign-tests.js';

/** With fewer cases no fall is rarer than 5%. */
export const FEWEST_CASES = 5;
/** While chance explains a fall this often, every case is run again. */
const ASKS_BELOW = 0.2;
/** Shared by the scorers of all suites. */
const FAILS_BELOW = 0.05;
/** Without a base run of today. */
const UNCONTROLLED_FAILS_BELOW = 0.01;
/** The base's runs of today must show the fall, too. */
const AGREES_BELOW = 0.1;
const CONTROL_RUNS = 3;

type MeanFinding = Extract<Finding, { readonly rule: 'mean' }>;

/** Rule 3: the answers fell on average. */
export function decideMean(context: RuleContext): RuleResult {
  const { comparison, settings, over, today } = context;
  const { cases, baseRuns, headRuns } = equalSamples(comparison.pairs);
  if (!context.comparable || cases.length === 0) return NOTHING_FOUND;
  const base = (comparison.baseMean ?? 0) / 100;
  const head = (comparison.headMean ?? 0) / 100;
  const { maxDrop } = settings;
  const p = fallTest(comparison);
  const pToday = today === null ? null : fallTest(today);
  const size = { cases: cases.length, baseRuns, headRuns };
  const mean: MeanNumbers = { ...size, base, head, drop: base - head, maxDrop, p, pToday };
  const power = powerOf(context, mean);
  const found: MeanFinding = { rule: 'mean', outcome: 'info', caseIds: [], numbers: mean };
  const info = power === null ? found : { ...found, power };
  const verdict = judgeFall(context, mean);
  if (verdict === 'falls') return regression(context, info);
  if (verdict !== 'unremarkable') {
    if (over === null) return asking(verdict);
    if (p < levelOf(context)) return suspicion(info, over);
  }
  return { ...NOTHING_FOUND, finding: info };
}

/** Whether the fall counts, or the next request before that is known. */
function judgeFall(context: RuleContext, mean: MeanNumbers): GateAsk | 'falls' | 'unremarkable' {
  const { askable, runs } = context;
  if (!isLarge(mean)) return 'unremarkable';
  if (askable !== 'none' && runs < MOST_RUNS && mean.p <= ASKS_BELOW) {
    return { kind: 'head-runs', upTo: runs + 1, because: 'mean' };
  }
  if (mean.p >= levelOf(context)) return 'unremarkable';
  if (askable === 'both' && mean.pToday === null) {
    return { kind: 'base-today', runs: CONTROL_RUNS, because: 'mean' };
  }
  return mean.pToday !== null && mean.pToday > AGREES_BELOW ? 'unremarkable' : 'falls';
}

function isLarge({ drop, maxDrop }: MeanNumbers): boolean {
  return drop > ROUNDING && drop >= maxDrop - ROUNDING;
}

function levelOf({ askable, tests }: RuleContext): number {
  return (askable === 'both' ? FAILS_BELOW : UNCONTROLLED_FAILS_BELOW) / tests;
}

/** Every case is one difference: of the means of its base runs and of its head runs. */
function fallTest({ pairs }: Comparison): number {
  return signFlipTest(
    equalSamples(pairs).cases.map(({ base, head }) => (meanOf(base) ?? 0) - (meanOf(head) ?? 0)),
  );
}

/** With fewer cases or base runs, the formula does not hold. */
const FEWEST_FOR_POWER = { cases: 20, baseRuns: 3 };

/** The fall shared by all answers that is noticed in 8 of 10 runs or more, by simulation; `null` if the base says too little. */
function powerOf({ comparison, askable, tests }: RuleContext, mean: MeanNumbers) {
  const { cases: n, baseRuns, maxDrop } = mean;
  if (askable !== 'both' || tests > 1) return null;
  if (n < FEWEST_FOR_POWER.cases || baseRuns < FEWEST_FOR_POWER.baseRuns) return null;
  const deviation = pooledDeviation(equalSamples(comparison.pairs).cases.map(({ base }) => base)) / 100;
  return deviation === 0 ? null : { noticeable: Math.max(maxDrop, (4 * deviation) / Math.sqrt(n)) };
}

/** Standard deviation of the runs of one case around their mean, pooled over cases with equally many runs. */
function pooledDeviation(cases: readonly (readonly number[])[]): number {
  const squares = cases.flatMap((scores) => {
    const mean = meanOf(scores) ?? 0;
    return scores.map((score) => (score - mean) ** 2);
  });
  return Math.sqrt(squares.reduce((sum, each) => sum + each, 0) / (squares.length - cases.length));
}

/** A mean this near to the threshold is measured again before it decides; 0..1 of the scale. */
const NEAR = 0.05;

/** Rule 5: the mean of all scored head cases is below `threshold`, or above it if lower is better. */
export function decideThreshold(context: RuleContext): RuleResult {
  const { comparison, measured, runs, head } = context;
  const { threshold } = context.settings;
  const mean = comparison.floorMean;
  // The mean of chosen cases says nothing about the threshold.
  if (threshold === null || !measured || mean === null || head.subset !== undefined) return NOTHING_FOUND;
  const higherIsBetter = scorerOf(head, comparison.scorer)?.higherIsBetter ?? true;
  const least = higherIsBetter ? threshold : 1 - threshold;
  const isNear = Math.abs(mean / 100 - least) <= NEAR + ROUNDING;
  const missed = mean / 100 < least - ROUNDING;
  return {
    finding: {
      rule: 'threshold',
      outcome: missed ? 'fails' : 'info',
      caseIds: [],
      numbers: {
        mean: mean / 100,
        threshold,
        cases: comparison.headCases - comparison.unscored.length,
        runs,
      },
    },
    ask: isNear && mayRunAgain(context) ? { kind: 'head-runs', upTo: runs + 1, because: 'threshold' } : null,
    fails: missed ? 'threshold' : null,
  };
}
