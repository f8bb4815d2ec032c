import { equalSamples } from '../compare/equal-samples.js';
import type { MeanTest, RuleFinding } from '../model/decision.js';
import {
  counted,
  measureOf,
  renderChance,
  renderMove,
  renderScore,
  renderSetting,
  renderSize,
} from './gate-words.js';
import { relabellingTest, type TestedCase } from './relabelling-test.js';
import { type GateFacts, MOST_RUNS, NOTHING_TO_SAY, type RuleResult } from './rule.js';
import { smallestVisibleDrop } from './smallest-visible-drop.js';

/** A fall this unlikely without a change fails. */
const FAILS_BELOW = 0.025;
/** Up to here another sample may still show a fall. */
const SAMPLES_UP_TO = 0.2;
/** A fall this unlikely, and twice as large as what counts, needs no other sample. */
const FAILS_AT_ONCE = 0.001;
const FEWEST_PAIRS = 5;
/** Sums of hundredths are compared with settings such as 0.02, which have no exact binary form. */
const ROUNDING = 1e-9;

/**
 * MEAN: fails where the mean over the paired cases fell by at least `max-drop` and that would happen in fewer than 2.5 %
 * of runs if nothing had changed. A fall that chance explains in up to 20 % of runs stays open: the second and the third
 * run of every case decide, for it or against it.
 */
export function decideMean(facts: GateFacts): RuleResult {
  const { comparison, settings, stale, runs, moreToLearn } = facts;
  if (!facts.measured) return off('The mean was not tested.');
  // Why there is nothing to hold it against is said by the baseline's own finding.
  if (!facts.comparable) return NOTHING_TO_SAY;

  const { cases, baseRuns, headRuns } = equalSamples(comparison.pairs);
  if (cases.length < FEWEST_PAIRS) {
    const have = `${counted(cases.length, 'case')} ${cases.length === 1 ? 'has' : 'have'} a score on both sides`;
    return off(`The mean was not tested: ${have}, the test needs ${FEWEST_PAIRS}.`);
  }
  const base = comparison.baseMean ?? 0;
  const head = comparison.headMean ?? 0;
  const drop = (base - head) / 100;
  // Copies of one answer are one observation: counted apart, a harmless rewording would look significant.
  const p = relabellingTest(facts.copies ? cases.map(firstOfEachSide) : cases);
  const mean: MeanTest = {
    cases: cases.length,
    baseRuns,
    headRuns,
    drop,
    p,
    smallestVisibleDrop: smallestVisibleDrop(cases, baseRuns),
  };

  const counts = drop >= settings.maxDrop - ROUNDING && drop > ROUNDING;
  const real = counts && p < FAILS_BELOW;
  const atOnce = p <= FAILS_AT_ONCE && drop >= 2 * settings.maxDrop - ROUNDING;
  const open = counts && p <= SAMPLES_UP_TO && !atOnce && runs < MOST_RUNS && moreToLearn && !stale;
  const outcome: RuleFinding['outcome'] = !real ? 'holds' : stale ? 'warns' : 'fails';
  return {
    finding: { rule: 'mean', outcome, line: sentenceOf(facts, mean, { counts, real }) },
    because: outcome === 'fails' ? 'regression' : null,
    short: shortOf(facts, mean, { counts, real }),
    ask: open
      ? { kind: 'suite', why: `Run ${runs + 1} of every case: ${askedBecause(base, head, p)}` }
      : null,
    mean,
  };
}

function firstOfEachSide({ base, head }: TestedCase): TestedCase {
  return { base: base.slice(0, 1), head: head.slice(0, 1) };
}

function off(line: string): RuleResult {
  return { ...NOTHING_TO_SAY, finding: { rule: 'mean', outcome: 'off', line } };
}

type Finding = { readonly counts: boolean; readonly real: boolean };

function sentenceOf({ comparison, settings, stale }: GateFacts, mean: MeanTest, found: Finding): string {
  const { cases, baseRuns, headRuns, drop, p } = mean;
  const base = comparison.baseMean ?? 0;
  const head = comparison.headMean ?? 0;
  const size = `(${renderSize(cases, baseRuns, headRuns)})`;
  const what = `Mean ${measureOf(comparison.scorer)}`;
  const chance = `If nothing had changed this would happen ${renderChance(p)}`;
  if (Math.abs(drop) <= ROUNDING) return `${what} is unchanged at ${renderScore(head)} ${size}.`;
  const move = renderMove(base, head);
  if (drop < 0) return `${what} rose ${move} ${size}.`;
  if (found.real) {
    const aside = stale
      ? ' It only warns, since the baseline is of another prompt than the base branch has now.'
      : '';
    return `${what} fell ${move} ${size}. ${chance}.${aside}`;
  }
  if (found.counts)
    return `${what} fell ${move} ${size}, within noise: if nothing had changed this would happen ${renderChance(p)}.`;
  return `${what} ${move} ${size}: less than the drop of ${renderSetting(settings.maxDrop)} that counts.`;
}

function shortOf({ comparison }: GateFacts, { drop, p }: MeanTest, { real }: Finding): string {
  const base = comparison.baseMean ?? 0;
  const head = comparison.headMean ?? 0;
  const what = measureOf(comparison.scorer);
  if (Math.abs(drop) <= ROUNDING) return `${what} unchanged at ${renderScore(head)}`;
  const move = renderMove(base, head);
  if (drop < 0) return `${what} rose ${move}`;
  return real ? `${what} fell ${move}, by chance ${renderChance(p)}` : `${what} ${move}, within noise`;
}

function askedBecause(base: number, head: number, p: number): string {
  return `the mean fell ${renderMove(base, head)}, which would happen ${renderChance(p)} if nothing had changed.`;
}
