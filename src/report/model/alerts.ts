import type { ChosenBaseline } from '../../model/baseline.js';
import type { RemarkedCase, ShownCase } from '../../model/comparison.js';
import { type Cause, isUntested, type Obstacle } from '../../model/notes.js';
import type { ReportTarget, ShownCases, SuiteReport } from '../../model/report.js';
import { findMeasureWords } from '../../scorers/measure-words.js';
import { capitalize, formatCount, formatNumber, quoteAsCode, renderFirst } from '../../text/values.js';
import { renderNote, renderReview, renderSettingsChange } from '../notes/note.js';
import { renderBaseline, renderCause, renderObstacle, trimClause } from '../notes/obstacle.js';
import { shortenQuestion } from './case-view.js';
import type { Sides } from './finding-words.js';
import { findSuiteWords, isFurtherScore } from './scores.js';

type NoBaseline = Extract<ChosenBaseline, { readonly kind: 'none' }>;

/** A check that the reader may do. It is not a warning. */
export type Hint = {
  readonly text: string;
  /** The page of ours that explains it: `docs/baselines.md#…`. */
  readonly page: string;
};

/** If both sides answer alike; else `null`. */
export function findHint(suite: SuiteReport, { sides: [base] }: ReportFacts): Hint | null {
  if (suite.kind !== 'evaluated' || suite.identicalAnswers !== true || isFurtherScore(suite)) return null;
  return {
    text: `All answers are word for word the same as on ${base}.`,
    page: 'docs/baselines.md#if-the-agent-is-a-command',
  };
}

/** What needs attention before the result is used. */
export function listAlerts(suite: SuiteReport): readonly string[] {
  const { review, findings } = suite.decision;
  const obstacles = findings
    .filter(({ outcome }) => outcome === 'inconclusive')
    .map((finding) => ('obstacle' in finding ? finding.obstacle : null))
    .filter((obstacle) => obstacle !== null)
    // What ends the whole run is shown with the first scorer.
    .filter(({ kind }) => kind !== 'stopped' || !isFurtherScore(suite));
  const undecided = obstacles.map((obstacle) => `${renderObstacleSentence(obstacle, suite)}.`);
  const lines = [
    ...review.map((reason) => `Needs human review: ${renderReview(reason)}.`),
    ...suite.notes.filter(({ kind }) => kind === 'not-stored').map(renderNote),
    ...explainUnmeasured(suite),
    ...(suite.changes ?? []).filter(isUntested).map(renderSettingsChange),
    ...undecided,
    ...listBaselineAlerts(suite),
  ];
  return lines.map((text) => (/[.!?]$/.test(text) ? text : `${text}.`));
}

/** Why nothing was measured. If the base is the reason, the human review says it. */
function explainUnmeasured(suite: SuiteReport): readonly string[] {
  const { unmeasured } = suite.decision;
  if (unmeasured?.kind === 'not-stored') return [renderCause(unmeasured.reason)];
  if (unmeasured?.kind !== 'not-evaluated') return [];
  return unmeasured.reasons.map((cause) =>
    typeof cause === 'string' ? renderCause(cause) : renderObstacleSentence(cause, suite),
  );
}

/** The heading has the consequence. A provider's failure begins with its host, which keeps its letters. */
function renderObstacleSentence(obstacle: Obstacle, { overload, decision }: SuiteReport): string {
  if (obstacle.kind === 'stopped' && obstacle.failure === 'timeout' && overload !== undefined) {
    const requests = `${formatCount(overload.times, 'request')} failed with this error`;
    return `${trimClause(overload.reason)}. ${requests}. ${capitalize(trimClause(obstacle.reason))}`;
  }
  if (obstacle.kind === 'unscored' && obstacle.reason !== '' && !decision.because.includes('review')) {
    const { missing, share, reason } = obstacle;
    const often = share < missing ? `, the reason for ${formatNumber(share)} of them` : '';
    return `${trimClause(reason)}${often}`;
  }
  const clause = renderObstacle(obstacle);
  return obstacle.kind === 'unscored' ? clause : capitalize(clause);
}

const ONLY_SCORES =
  'Only scores were compared, because a record keeps no texts (`store: { text: none }`): lost facts and new sentences are not found.';

function listBaselineAlerts(suite: SuiteReport): readonly string[] {
  if (suite.kind !== 'evaluated' || isFurtherScore(suite)) return [];
  const { baseline, base, head } = suite;
  if (baseline.kind === 'record' && !baseline.stale) {
    return base?.text === 'none' || head.text === 'none' ? [ONLY_SCORES] : [];
  }
  // The heading or the human review says it already.
  const isKnown =
    baseline.kind === 'none' &&
    (isHeadingEnough(baseline) ||
      ['first', 'broken-base', 'base-not-set-up', 'new-prompt'].includes(baseline.because) ||
      (baseline.because === 'switched-off' && suite.decision.outcome === 'pass'));
  return isKnown ? [] : [renderBaseline(baseline)];
}

/** True if there is no commit, server or problem to name. */
function isHeadingEnough({ because, base, isServer, problems = [] }: NoBaseline): boolean {
  return because === 'absent' && base === undefined && isServer !== true && problems.length === 0;
}

/** A fold with one line per item. Holds foreign text. */
export type FoldedList = { readonly title: string; readonly lines: readonly string[] };

/** What is true of the whole report. */
export type ReportFacts = ReportTarget & {
  readonly sides: Sides;
  /** The HTML report's own address; `null` if it has none. */
  readonly pageUrl: string | null;
  /** True if each suite has its own step, below one for all. */
  readonly several: boolean;
  /** True if a suite or scorer failed, so that something has to change. */
  readonly hasFailed: boolean;
};

/** True if the run's time was up before there was a result. */
export function isOutOfTime({ decision: { findings, unmeasured, outcome } }: SuiteReport): boolean {
  const obstacles: readonly Cause[] = [
    ...(unmeasured?.kind === 'not-evaluated' ? unmeasured.reasons : []),
    ...findings.filter((finding) => finding.rule === 'errors').map(({ obstacle }) => obstacle),
  ];
  return (
    outcome === 'inconclusive' &&
    obstacles.some(
      (cause) => typeof cause !== 'string' && cause.kind === 'stopped' && cause.failure === 'timeout',
    )
  );
}

/** Cases that are not compared: those that failed at base, and changes to the dataset. */
export function buildLists(suite: SuiteReport, sides: Sides): readonly FoldedList[] {
  const all = isFurtherScore(suite)
    ? [listDatasetChanges(suite)]
    : [listFailedAtBase(suite, sides), listDatasetChanges(suite)];
  return all.filter((each) => each !== null);
}

function listFailedAtBase(suite: SuiteReport, [base, head]: Sides): FoldedList | null {
  if (suite.kind !== 'evaluated' || suite.failedAtBase === undefined) return null;
  const { score: render, items } = findSuiteWords(suite);
  const lines = suite.failedAtBase.map(({ reason, score, irrelevant, ...row }) => {
    const quoted = irrelevant.map((text) => `“${text}”`).join(', ');
    const result = `${head}: ${render(score)}${quoted === '' ? '' : `, ${items.bad}: ${quoted}`}`;
    return `${shortenQuestion(row)}: ${trimClause(reason)}; ${result}`;
  });
  return { title: `Failed on ${base}, so not compared: ${formatCount(lines.length, 'case')}`, lines };
}

/** The pull request's changes to its dataset, in effect after the merge. `null` if there are none. */
function listDatasetChanges(suite: SuiteReport): FoldedList | null {
  const { dataset, shown } = suite;
  // A suite that was compared has a report for each scorer, so each report lists one.
  const own = suite.kind === 'evaluated' ? suite.comparison.scorer : null;
  const byScorer = shown?.byScorer.filter(({ scorer }) => own === null || scorer === own) ?? [];
  // Edited cases come first: they are few, and new ones may be many.
  const rows = (byScorer[0]?.cases ?? []).toSorted(
    (a, b) => Number(a.change === 'added') - Number(b.change === 'added'),
  );
  const removed = dataset?.removed ?? [];
  const renamed = dataset?.renamed ?? [];
  const remarked = dataset?.remarked ?? [];
  const waiting = shown?.waiting ?? 0;
  const changed = new Set([
    ...rows.map(({ id }) => id),
    ...removed,
    ...renamed.map(({ to }) => to),
    ...remarked.map(({ id }) => id),
  ]);
  const total = changed.size + waiting;
  if (total === 0) return null;
  const late = waiting === 0 ? '' : `, ${waiting} not run yet`;
  const ran = new Set(suite.kind === 'evaluated' ? suite.head.cases.map(({ id }) => id) : []);
  const whyRemoved = (id: string) =>
    suite.kind !== 'evaluated' || ran.has(id)
      ? 'removed, but still run in this check'
      : 'removed, and not run';
  return {
    title: `Dataset: ${formatCount(total, 'changed case')}${late}, which ${total === 1 ? 'counts' : 'count'} only after the merge${nameBest(suite, byScorer)}`,
    lines: [
      ...rows.map(
        (row) =>
          `${CHANGES[row.change]}: “${shortenQuestion(row)}” (${quoteAsCode(row.id)}): ${renderShownScores(row, suite, byScorer)}`,
      ),
      ...removed.map((id) => `${quoteAsCode(id)}: ${whyRemoved(id)}`),
      ...renamed.map(({ from, to }) => `${quoteAsCode(from)}: renamed to ${quoteAsCode(to)}`),
      ...listMarkChanges(remarked),
    ],
  };
}

/** How to read the numbers; empty if there are none, or if a higher one is not always better. */
function nameBest({ shown }: SuiteReport, byScorer: ShownCases['byScorer']): string {
  const isUp = byScorer.every(
    ({ scorer }) => shown !== undefined && findMeasureWords(shown.record, scorer).higherIsBetter,
  );
  return isUp && byScorer.some(({ cases }) => cases.length > 0) ? ' (1.00 is the best score)' : '';
}

const MAX_REMARKED = 12;

/** One line for each kind: a new column of tags changes every case. */
function listMarkChanges(remarked: readonly RemarkedCase[]): readonly string[] {
  const renderKind = (title: string, isMeant: (each: RemarkedCase) => boolean) => {
    const cases = remarked.filter(isMeant);
    const first = renderFirst(cases, MAX_REMARKED, ({ id }) => quoteAsCode(id));
    return cases.length === 0 ? [] : [`${title}: ${first}`];
  };
  return [
    ...renderKind('Other tags', ({ hasOtherTags }) => hasOtherTags),
    ...renderKind('Now must-pass', ({ mustPass }) => mustPass === 'added'),
    ...renderKind('No longer must-pass', ({ mustPass }) => mustPass === 'removed'),
  ];
}

const CHANGES: Readonly<Record<ShownCase['change'], string>> = {
  added: 'New',
  edited: 'Edited',
  regraded: 'Edited',
};

const NAMES = { groundTruth: 'expected answer', context: 'context', task: 'task' } as const;

/** Its number by each scorer; of an edited expected answer those numbers that it changes, old and new. */
function renderShownScores(row: ShownCase, { shown }: SuiteReport, byScorer: ShownCases['byScorer']): string {
  const parts = byScorer.flatMap(({ scorer, cases }) => {
    const same = cases.find(({ id }) => id === row.id);
    if (same === undefined || shown === undefined) return [];
    const { name, score } = findMeasureWords(shown.record, scorer);
    if (same.score === null) return [`no score${same.reason === undefined ? '' : `, ${same.reason}`}`];
    if (same.change !== 'regraded') return [`${name} ${score(same.score)}`];
    if (same.asBase === same.score && byScorer.length > 1) return [];
    return [`${name} ${score(same.asBase)} → ${score(same.score)}`];
  });
  const numbers = [...new Set(parts)].join(', ');
  if (row.change !== 'regraded') return numbers;
  return `another ${NAMES[row.differs]}, ${numbers === '' ? 'no number changes' : numbers}`;
}
