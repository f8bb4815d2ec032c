import type { MeanTest, RuleFinding } from '../../ports/decision.js';
import type { MeasureWords } from '../../scorers/measure-words.js';
import { equalSamples } from '../compare/sample-scores.js';
import { renderChance, renderSetting, renderSize } from './gate-words.js';
import { smallestVisibleDrop } from './noise.js';
import { relabellingTest, type TestedCase } from './relabelling-test.js';
import { type GateFacts, MOST_RUNS, NOTHING_TO_SAY, type RuleResult } from './rule.js';

/** A fall this unlikely without a change fails. */
export const FAILS_BELOW = 0.025;
/** Up to here another sample may still show a fall. */
export const SAMPLES_UP_TO = 0.2;
/** A fall this unlikely, and twice as large as what counts, needs no other sample. */
export const FAILS_AT_ONCE = 0.001;
export const FEWEST_PAIRS = 5;
/** Sums of hundredths are compared with settings such as 0.02, which have no exact binary form. */
const ROUNDING = 1e-9;

/**
 * MEAN: fails where the mean over the paired cases fell by at least `max-drop` and that would happen in fewer than 2.5 %
 * of runs if nothing had changed. A fall that chance explains in up to 20 % of runs stays open: the second and the third
 * run of every case decide, for it or against it.
 */
export function decideMean(facts: GateFacts): RuleResult {
  const { comparison, settings, stale, runs, moreToLearn, words } = facts;
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
  // Copies of one answer are one observation: counted apart, a harmless rewording would look significant.
  const tested = facts.copies ? cases.map(firstOfEachSide) : cases;
  const p = relabellingTest(tested);
  const visible = smallestVisibleDrop(cases, baseRuns);
  const mean: MeanTest = {
    cases: cases.length,
    baseRuns,
    headRuns,
    drop,
    maxDrop: settings.maxDrop,
    p,
    smallestVisibleDrop: visible === null ? null : Math.max(visible, settings.maxDrop),
  };

  const counts = drop >= settings.maxDrop - ROUNDING && drop > ROUNDING;
  const real = counts && p < FAILS_BELOW;
  const chance = counts ? p : drop < -ROUNDING ? relabellingTest(tested.map(turned)) : null;
  const atOnce = p <= FAILS_AT_ONCE && drop >= 2 * settings.maxDrop - ROUNDING;
  const open = counts && p <= SAMPLES_UP_TO && !atOnce && runs < MOST_RUNS && moreToLearn && !stale;
  const outcome: RuleFinding['outcome'] = !real ? 'holds' : stale ? 'warns' : 'fails';
  return {
    finding: { rule: 'mean', outcome, line: sentenceOf(facts, mean, { counts, real, chance }) },
    because: outcome === 'fails' ? 'regression' : null,
    short: shortOf(facts, mean, { counts, real }),
    ask: open ? { kind: 'suite', since: askedBecause(words, base, head, p) } : null,
    mean,
  };
}

function firstOfEachSide({ base, head }: TestedCase): TestedCase {
  return { base: base.slice(0, 1), head: head.slice(0, 1) };
}

/** A rise seen from the other side is a fall. */
function turned({ base, head }: TestedCase): TestedCase {
  return { base: head, head: base };
}

function off(line: string): RuleResult {
  return { ...NOTHING_TO_SAY, finding: { rule: 'mean', outcome: 'off', line } };
}

type Finding = {
  /** The fall is as large as `max-drop`. */
  readonly counts: boolean;
  /** Besides, chance does not explain it. */
  readonly real: boolean;
  /** Chance of such a fall, or of such a rise, if nothing had changed; `null` where it is too small to matter. */
  readonly chance: number | null;
};

function sentenceOf(
  { comparison, settings, stale, copies, words }: GateFacts,
  mean: MeanTest,
  found: Finding,
): string {
  const { cases, baseRuns, headRuns, drop } = mean;
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
  const isNoise = found.counts && !found.real;
  if (isNoise && copies) return `${fell}. ${NOT_CHANCE}.`;
  const limit = isNoise ? `; a failure takes fewer than ${1000 * FAILS_BELOW}` : '';
  const chance = `If nothing had changed this would happen ${renderChance(found.chance)}${limit}.`;
  const noise = isNoise ? ', within noise' : '';
  return `${fell}${noise}. ${chance}${found.real && stale ? ONLY_WARNS : ''}`;
}

/** Said of a fall that the test does not find, of an agent that would give the same answers again without a change. */
const NOT_CHANCE =
  'The agent gives the same answer every time, so this is no chance, but too few cases fell for the test of the mean to fail';

/** Said of a fall that would fail against a baseline of today's prompt. */
const ONLY_WARNS = ' It only warns, since the baseline is of another prompt than the base branch has now.';

function shortOf(
  { comparison, copies, words }: GateFacts,
  { drop, maxDrop, p }: MeanTest,
  { counts, real }: Pick<Finding, 'counts' | 'real'>,
): string {
  const base = comparison.baseMean ?? 0;
  const head = comparison.headMean ?? 0;
  const what = words.name;
  if (Math.abs(drop) <= ROUNDING) return `${what} unchanged at ${words.score(head)}`;
  const move = words.move(base, head, 100 * maxDrop);
  if (drop < 0) return `${what} ${words.better} ${move}`;
  return real
    ? `${what} ${words.worse} ${move}, by chance ${renderChance(p)}`
    : `${what} ${move}, ${counts && copies ? 'too few cases fell to fail' : 'within noise'}`;
}

function askedBecause(words: MeasureWords, base: number, head: number, p: number): string {
  return `the mean ${words.worse} ${words.move(base, head)} (by chance ${renderChance(p)})`;
}
