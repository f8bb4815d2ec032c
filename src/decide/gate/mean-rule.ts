import type { Comparison } from '../../ports/comparison.js';
import type { MeanTest } from '../../ports/decision.js';
import { equalSamples, meanOf, type TestedCase } from '../compare/sample-scores.js';
import { FAILS_AT_ONCE, FAILS_BELOW, LEAST_WEIGHT, SAMPLES_UP_TO } from './false-alarm-levels.js';
import {
  renderByChance,
  renderChance,
  renderNoProof,
  renderSetting,
  renderSize,
  renderTooOften,
} from './gate-words.js';
import { pooledDeviation } from './noise.js';
import { relabellingTest } from './relabelling-test.js';
import { type GateFacts, NOTHING_TO_SAY, type RuleResult } from './rule.js';
import { weighFall } from './weigh-fall.js';

export const FEWEST_PAIRS = 5;
/** Sums of hundredths are compared with settings such as 0.02, which have no exact binary form. */
const ROUNDING = 1e-9;

/**
 * MEAN, "did the answers fall on average?": fails where the mean over the paired cases fell by at least `max-drop` and
 * that would happen in fewer than 1.6 % of runs if nothing had changed, nor in as few if harmless rewordings had moved
 * each case by what it moved, up or down alike. A fall that chance explains in up to 20 % of runs stays open: the second
 * and the third run of every case decide, for it or against it.
 */
export function decideMean(facts: GateFacts): RuleResult {
  const { comparison, settings, stale, moreToLearn, words, levels } = facts;
  if (!facts.measured) return off('The mean was not tested.');
  // Why there is nothing to hold it against is said by the baseline's own finding.
  if (!facts.comparable) return NOTHING_TO_SAY;

  const { cases, baseRuns, headRuns } = equalSamples(comparison.pairs);
  if (cases.length < FEWEST_PAIRS) {
    const have = `${cases.length} ${cases.length === 1 ? 'has' : 'have'} a score on both sides`;
    return off(`Too few cases to test the mean: ${have}, ${FEWEST_PAIRS} are needed.`);
  }
  const base = comparison.baseMean ?? 0;
  const head = comparison.headMean ?? 0;
  const drop = (base - head) / 100;
  const counts = drop >= settings.maxDrop - ROUNDING && drop > ROUNDING;
  const p = relabellingTest(cases);
  const pEven = counts && p <= SAMPLES_UP_TO ? relabellingTest(cases.map(asOneRun)) : 1;
  const chance = Math.max(p, pEven * Math.max(LEAST_WEIGHT, facts.repeated));
  const { maxDrop } = settings;
  const mean: MeanTest = {
    cases: cases.length,
    baseRuns,
    headRuns,
    drop,
    maxDrop,
    p,
    pEven,
  };

  const level = FAILS_BELOW * levels;
  const real = counts && chance < level;
  const told = counts ? p : drop < -ROUNDING ? relabellingTest(cases.map(turned)) : null;
  const atOnce = chance <= Math.min(FAILS_AT_ONCE, level) && isTwice({ drop, maxDrop });
  const open = counts && chance <= SAMPLES_UP_TO && !atOnce && moreToLearn && !stale;
  const since = `the mean ${words.worse} ${words.move(base, head)} (by chance ${renderChance(p)})`;
  const { outcome, because, ask, aside } = weighFall(facts, { real, open, since, chanceIn: chanceOfFall });
  const stands = outcome !== 'holds';
  const found = { counts, real, stands, chance: told, likely: p >= level, noiseless: isNoiseless(cases) };
  return {
    finding: { rule: 'mean', outcome, line: `${sentenceOf(facts, mean, found)}${aside}` },
    because,
    short: shortOf(facts, mean, found),
    ask,
    mean,
  };
}

function isTwice({ drop, maxDrop }: Pick<MeanTest, 'drop' | 'maxDrop'>): boolean {
  return drop >= 2 * maxDrop - ROUNDING;
}

/** Of a comparison with the base of today; 1 where the mean did not fall. */
function chanceOfFall({ pairs, baseMean, headMean }: Comparison): number {
  return (headMean ?? 0) < (baseMean ?? 0) ? relabellingTest(equalSamples(pairs).cases) : 1;
}

/** The whole case as one observation, its runs' means rounded to hundredths: relabelled, it rises by what it fell. */
function asOneRun({ base, head }: TestedCase): TestedCase {
  return { base: [Math.round(meanOf(base) ?? 0)], head: [Math.round(meanOf(head) ?? 0)] };
}

/** A rise seen from the other side is a fall. */
function turned({ base, head }: TestedCase): TestedCase {
  return { base: head, head: base };
}

/** True where cases were run again, and no score of one side ever differed. */
function isNoiseless(cases: readonly TestedCase[]): boolean {
  return pooledDeviation(cases.flatMap(({ base, head }) => [base, head])) === 0;
}

function off(line: string): RuleResult {
  return { ...NOTHING_TO_SAY, finding: { rule: 'mean', outcome: 'off', line } };
}

type Finding = {
  /** The fall is as large as `max-drop`. */
  readonly counts: boolean;
  /** Besides, neither chance nor a harmless rewording explains it. */
  readonly real: boolean;
  /** And the base, run again today, does not say otherwise. */
  readonly stands: boolean;
  /** Chance of such a fall, or of such a rise, if nothing had changed; `null` where it is too small to matter. */
  readonly chance: number | null;
  /** Chance alone explains it. */
  readonly likely: boolean;
  readonly noiseless: boolean;
};

function sentenceOf(
  { comparison, settings, stale, words, levels, repeated }: GateFacts,
  mean: MeanTest,
  found: Finding,
): string {
  const { cases, baseRuns, headRuns, drop, pEven } = mean;
  const base = comparison.baseMean ?? 0;
  const head = comparison.headMean ?? 0;
  const size = `(${renderSize(cases, baseRuns, headRuns)})`;
  const what = `Mean ${words.name}`;
  if (Math.abs(drop) <= ROUNDING) return `${what} is unchanged at ${words.score(head)} ${size}.`;
  const move = words.move(base, head, 100 * settings.maxDrop);
  const fell = `${what} ${drop < 0 ? words.better : words.worse} ${move} ${size}`;
  if (found.chance === null) {
    return `${fell}, less than the ${words.drop} of ${renderSetting(settings.maxDrop)} that counts.`;
  }
  const chance = renderByChance(found.chance);
  if (!found.counts) return `${fell}. ${chance}.`;
  if (found.real) return `${fell}. ${chance}.${stale ? ONLY_WARNS : ''}`;
  const noProof = renderNoProof(pEven, (FAILS_BELOW * levels) / Math.max(LEAST_WEIGHT, repeated));
  if (found.noiseless) return `${fell}. ${NOT_CHANCE}. ${noProof}.`;
  return found.likely
    ? `${fell}, within noise. ${chance}${renderTooOften(FAILS_BELOW * levels)}.`
    : `${fell}. ${chance}. ${noProof}.`;
}

/** Said of a fall that the test does not find, of an agent that would give the same scores again without a change. */
const NOT_CHANCE = 'Every run of a case has the same score, so this is not chance';

/** Said of a fall that would fail against a baseline of today's prompt. */
const ONLY_WARNS = ' It only warns, because the base branch has another prompt now than the baseline.';

function shortOf(
  { comparison, words }: GateFacts,
  { drop, maxDrop, p }: MeanTest,
  { counts, real, stands, likely, noiseless }: Finding,
): string {
  const base = comparison.baseMean ?? 0;
  const head = comparison.headMean ?? 0;
  const what = words.name;
  if (Math.abs(drop) <= ROUNDING) return `${what} unchanged at ${words.score(head)}`;
  const move = words.move(base, head, 100 * maxDrop);
  if (drop < 0) return `${what} ${words.better} ${move}`;
  if (real && !stands) return `${what} ${move}, but the base scores no better today`;
  if (real) return `${what} ${words.worse} ${move}, by chance ${renderChance(p)}`;
  if (!counts) return `${what} ${move}, too little to count`;
  return `${what} ${move}, ${noiseless || !likely ? 'too few cases fell to fail' : 'within noise'}`;
}
