import type { Comparison } from '../../ports/comparison.js';
import type { Finding, GateAsk, MeanNumbers, Power } from '../../ports/finding.js';
import { equalSamples, meanOf } from '../compare/sample-scores.js';
import {
  asking,
  MOST_RUNS,
  NOTHING_FOUND,
  ROUNDING,
  type RuleContext,
  type RuleResult,
  regression,
} from './rule.js';
import { signFlipTest } from './sign-tests.js';

/** With fewer cases no fall is rarer than 5 %. */
export const FEWEST_CASES = 5;
/** While chance explains a fall this often, every case is run again. */
const ASKS_BELOW = 0.2;
/** Shared by the scorers of all suites. */
const FAILS_BELOW = 0.05;
/** If the base cannot be asked today. */
const UNCONTROLLED_FAILS_BELOW = 0.02;
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
  const info: MeanFinding = {
    rule: 'mean',
    outcome: 'info',
    caseIds: [],
    numbers: mean,
    ...(power !== null && { power }),
  };
  const verdict = judgeFall(context, mean);
  if (verdict === 'unremarkable') return { ...NOTHING_FOUND, finding: info, mean };
  if (verdict === 'falls') return { ...regression(context, info), mean };
  if (over === null) return asking(verdict);
  const isFall = isLarge(mean) && p < levelOf(context);
  const finding: MeanFinding = isFall ? { ...info, outcome: 'worse', unconfirmed: over } : info;
  return { ...NOTHING_FOUND, finding, mean };
}

/** Whether the fall counts, or what is to be asked before that is known. */
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

const FEWEST_FOR_POWER = { cases: 20, baseRuns: 3 };

/** The fall shared by all answers that is noticed in about 8 of 10 runs; `null` if the base says too little about it. */
function powerOf(
  { comparison, askable, tests }: RuleContext,
  { cases: n, baseRuns, maxDrop }: MeanNumbers,
): Power | null {
  if (askable !== 'both' || tests > 1) return null;
  if (n < FEWEST_FOR_POWER.cases || baseRuns < FEWEST_FOR_POWER.baseRuns) return null;
  const deviation = pooledDeviation(equalSamples(comparison.pairs).cases.map(({ base }) => base)) / 100;
  if (deviation === 0) return null;
  const noticeable = 4 * deviation * Math.sqrt((1 / baseRuns + 1 / MOST_RUNS) / n);
  return { noticeable: Math.max(maxDrop, noticeable) };
}

/** Standard deviation of the runs of one case around their mean, pooled over the cases; 0 if none has two runs. */
function pooledDeviation(cases: readonly (readonly number[])[]): number {
  let squares = 0;
  let freedom = 0;
  for (const scores of cases) {
    const mean = meanOf(scores) ?? 0;
    for (const score of scores) squares += (score - mean) ** 2;
    freedom += Math.max(0, scores.length - 1);
  }
  return freedom === 0 ? 0 : Math.sqrt(squares / freedom);
}
