import type { UnscoredCase } from '../../model/comparison.js';
import type { EvaluatedSuite } from '../../model/report.js';
import {
  collapseWhitespace,
  formatCount,
  formatNumber,
  normalizeReason,
  removeLastLines,
  renderList,
} from '../../text/values.js';
import { trimClause } from '../notes/obstacle.js';
import { shortenQuestion } from './case-view.js';
import type { Sides } from './finding-words.js';
import { isFurtherScore } from './scores.js';

const MAX_REASONS = 5;
const MAX_QUESTIONS = 2;

/**
 * One line per failure that decided nothing: cases without a score, and answers that came only after a retry. Holds
 * foreign text.
 * @param named Ids of cases that are shown anyway.
 */
export function listFailures(
  suite: EvaluatedSuite,
  named: ReadonlySet<string>,
  [base]: Sides,
): readonly string[] {
  const { comparison, decision } = suite;
  // An alert says its reason already.
  const unscored = comparison.unscored.filter(
    ({ id, kind, reason }) => kind !== 'not-scorable' && !named.has(id) && !isAlert(reason, decision),
  );
  const lines = groupByReason(unscored, removeId).map(([reason, rows]) =>
    renderUnscored(reason, rows, { ...suite, side: base }),
  );
  return [...lines, ...listRetries(suite)];
}

/** One line per reason why a scorer finds nothing to score, which is no failure. Holds foreign text. */
export function listNotScorable({ comparison }: EvaluatedSuite): readonly string[] {
  const rows = comparison.unscored.filter(({ kind }) => kind === 'not-scorable');
  return groupByReason(rows, removeValues).map(
    ([reason, { length }]) => `Nothing to score in ${formatCount(length, 'case')}${reason}`,
  );
}

/** A shorter id may be a word of the reason. */
const MIN_ID_LENGTH = 3;

/** The reason without the id of its case. */
function removeId({ id, reason }: UnscoredCase): string {
  const cause = normalizeReason(reason);
  return id.length < MIN_ID_LENGTH ? cause : cause.replaceAll(id, '…');
}

/** A number, or something in quotes. */
const VALUE = /"[^"]*"|(?<!\w)'[^']*'|`[^`]*`|“[^”]*”|\d[\d.,]*/g;

/** The same without values. In a failure they may tell one cause from another. */
function removeValues(row: UnscoredCase): string {
  return removeId(row).replace(VALUE, '…');
}

/** The most common causes, each as `: reason`, or `, for example: reason` of its first case, and its cases. */
function groupByReason(rows: readonly UnscoredCase[], findKind: (row: UnscoredCase) => string) {
  return [...Map.groupBy(rows, findKind).values()]
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_REASONS)
    .map((same) => {
      const isOne = new Set(same.map(({ reason }) => normalizeReason(reason))).size === 1;
      const text = collapseWhitespace(removeLastLines(same[0]?.reason ?? ''));
      return [`${isOne ? '' : ', for example'}: ${text}`, same] as const;
    });
}

/** True if this is the reason why nothing was decided. */
function isAlert(reason: string, { findings }: EvaluatedSuite['decision']): boolean {
  return findings.some(
    (finding) =>
      finding.rule === 'errors' &&
      finding.outcome === 'inconclusive' &&
      'reason' in finding.obstacle &&
      // The reason why a run ended says more after it.
      normalizeReason(finding.obstacle.reason).startsWith(normalizeReason(reason)),
  );
}

/** `No score for “Where is my refund?”, on main either: the agent crashed`. */
function renderUnscored(
  reason: string,
  rows: readonly UnscoredCase[],
  { comparison, base: record, side: base }: EvaluatedSuite & { readonly side: string },
): string {
  const quoted = rows.slice(0, MAX_QUESTIONS).map((row) => `“${shortenQuestion(row)}”`);
  const more = rows.length - quoted.length;
  const questions = renderList(more === 0 ? quoted : [...quoted, formatCount(more, 'other question')]);
  const withoutBase = new Set(comparison.pairs.filter((pair) => pair.base === null).map(({ id }) => id));
  const either = record !== undefined && rows.every(({ id }) => withoutBase.has(id));
  return `No score for ${questions}${either ? `, on ${base} either` : ''}${reason}`;
}

/** `The agent failed 7 times and answered after a restart, most often: the command ended with code 1`. */
function listRetries(suite: EvaluatedSuite): readonly string[] {
  if (isFurtherScore(suite)) return [];
  const ofAgent = (suite.head.repeats ?? []).filter(({ of }) => of === 'answer' || of === 'restart');
  const [most] = ofAgent.toSorted((a, b) => b.count - a.count);
  if (most === undefined) return [];
  const count = ofAgent.reduce((sum, each) => sum + each.count, 0);
  const times = count === 1 ? 'once' : `${formatNumber(count)} times`;
  const cure = most.of === 'restart' ? 'after a restart' : 'when asked again';
  const often = most.count < count ? ', most often' : '';
  return [`The agent failed ${times} and answered ${cure}${often}: ${trimClause(removeLastLines(most.why))}`];
}
