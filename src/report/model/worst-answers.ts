import type { PairedCase } from '../../model/comparison.js';
import type { Finding } from '../../model/finding.js';
import type { EvaluatedSuite } from '../../model/report.js';
import { FULL_SCORE } from './case-view.js';
import { splitWorse } from './confirmation.js';
import { describeCommonLoss, describeFall, MAY_BE_WORSE } from './heading.js';
import { findSuiteWords, findThreshold, isBaseBelow } from './scores.js';
import { findPairsOfFailedGroups } from './tag-table.js';

/** The pairs that got worse, in the decision's order. If only a mean that fell or its threshold decide: the falls. */
export function listWorstPairs(suite: EvaluatedSuite): readonly PairedCase[] {
  const { decision, comparison } = suite;
  const ofGroups = findPairsOfFailedGroups(suite);
  const pairs = ofGroups ?? comparison.pairs;
  const byId = new Map(pairs.map((pair) => [pair.id, pair]));
  const worse = decision.worse.map((id) => byId.get(id)).filter((pair) => pair !== undefined);
  const meansDecide = decision.findings.some(
    ({ rule, outcome }) => outcome === 'fails' && (rule === 'mean' || rule === 'threshold'),
  );
  const isNamed = decision.findings.some(({ outcome, caseIds }) => outcome === 'fails' && caseIds.length > 0);
  if ((isNamed && ofGroups === null) || !meansDecide || !hasLowerMean(pairs, suite)) return worse;
  return pairs.filter(({ delta }) => (delta ?? 0) < 0).toSorted(compareDelta);
}

/** True if a reader sees that the mean of these cases fell. */
function hasLowerMean(pairs: readonly PairedCase[], suite: EvaluatedSuite): boolean {
  const compared = pairs.filter(({ delta }) => delta !== null);
  const average = (side: 'base' | 'head') =>
    compared.reduce((sum, pair) => sum + (pair[side] ?? 0), 0) / Math.max(1, compared.length);
  const [base, head] = [average('base'), average('head')];
  const { from, to } = findSuiteWords(suite).figures(base, head, {
    drop: suite.decision.mean === null ? undefined : 100 * suite.decision.mean.maxDrop,
    threshold: findThreshold(suite.decision) ?? undefined,
  });
  return head < base && from !== to;
}

/** True if an answer, a mean, the cost or the time got worse. A threshold alone says nothing of the base. */
export function gotWorse({ decision }: EvaluatedSuite, worst: readonly PairedCase[]): boolean {
  const isWorse = ({ rule, outcome }: Finding) =>
    (outcome === 'fails' || outcome === 'worse') && rule !== 'threshold';
  return worst.length > 0 || decision.findings.some(isWorse);
}

/** If the threshold fails, and not because of this pull request alone: the answers to improve, the lowest first. */
export function listLow(suite: EvaluatedSuite, worst: readonly PairedCase[]): readonly PairedCase[] {
  const isRed = suite.decision.findings.some(
    ({ rule, outcome }) => rule === 'threshold' && outcome === 'fails',
  );
  if (!isBaseBelow(suite) && (!isRed || worst.length > 0)) return [];
  const pairs = findPairsOfFailedGroups(suite) ?? suite.comparison.pairs;
  return pairs
    .filter(({ head }) => head !== null && head < FULL_SCORE)
    .toSorted((a, b) => (a.head ?? 0) - (b.head ?? 0));
}

/** What the answers have in common that are listed as worse. */
export function describeWorseVerb(suite: EvaluatedSuite, worst: readonly PairedCase[]): string {
  const { confirmed, open } = splitWorse(suite.decision);
  const ids = new Set([...confirmed, ...open]);
  const loss = worst.length === 0 ? null : describeCommonLoss(worst);
  const fall = describeFall(worst, suite);
  if (fall !== null && (open.length > 0 || worst.some(({ id }) => !ids.has(id)))) return fall;
  if (loss !== null) return loss;
  if (open.length === 0) return 'got worse';
  return confirmed.length === 0 ? MAY_BE_WORSE : 'got worse or may have';
}

export function describeRest(
  { comparison }: EvaluatedSuite,
  worst: readonly PairedCase[],
  better: readonly PairedCase[],
): string {
  const worstPairs = new Set(worst);
  const risen = new Set(better);
  const labels = comparison.pairs
    .filter((pair) => !worstPairs.has(pair))
    .map((pair) => {
      if (risen.has(pair)) return 'better';
      if (pair.delta === null) return 'without a score';
      if (pair.delta === 0) return 'unchanged';
      return pair.delta < 0 ? 'slightly lower' : 'slightly better';
    });
  const groups = [...Map.groupBy(labels, (label) => label)];
  return groups.map(([label, { length }]) => `${length} ${label}`).join(', ');
}

function compareDelta(a: PairedCase, b: PairedCase): number {
  return (a.delta ?? -Infinity) - (b.delta ?? -Infinity);
}

/** The same with cases without a score last. */
function compareScore(a: PairedCase, b: PairedCase): number {
  return Number(a.head === null) - Number(b.head === null) || compareDelta(a, b);
}

/** All pairs, the worst first. An undecided check has listed why some have no score, so they come last. */
export function sortPairs({ comparison, decision }: EvaluatedSuite): readonly PairedCase[] {
  return comparison.pairs.toSorted(decision.outcome === 'inconclusive' ? compareScore : compareDelta);
}
