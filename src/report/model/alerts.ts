import type { ShownCase } from '../../model/comparison.js';
import type { SuiteReport } from '../../model/report.js';
import { wordsOf } from '../../scorers/measure-words.js';
import { capitalised, codeSpan, counted } from '../../text/values.js';
import { renderNote, renderReview } from '../notes/note.js';
import { causeClause, obstacleClause, renderBaseline } from '../notes/obstacle.js';
import { questionOf } from './case-view.js';
import { isFurtherScore, wordsOfSuite } from './scores.js';

export type Alert = {
  readonly text: string;
  /** The page of ours that explains it: `docs/baselines.md#…`. */
  readonly page?: string;
};

const IDENTICAL_ANSWERS: Alert = {
  text: 'Base and head gave identical answers. If that is unexpected, check that the base runs its own code.',
  page: 'docs/baselines.md#if-the-agent-is-a-command',
};

export function listAlerts(suite: SuiteReport): readonly Alert[] {
  const { review, unmeasured, findings } = suite.decision;
  const undecided = findings.flatMap((finding) =>
    finding.outcome === 'inconclusive' &&
    (finding.rule === 'errors' || finding.rule === 'baseline') &&
    finding.obstacle !== null
      ? [`${capitalised(obstacleClause(finding.obstacle))}.`]
      : [],
  );
  const lines = [
    ...review.map((reason) => `Needs human review: ${renderReview(reason)}.`),
    ...suite.notes.filter(({ kind }) => kind === 'not-stored').map(renderNote),
    ...whyUnmeasured(unmeasured),
    ...undecided,
    ...aboutBaseline(suite),
  ];
  const isIdentical = suite.kind === 'evaluated' && suite.identicalAnswers === true && !isFurtherScore(suite);
  return [...lines.map((text) => ({ text })), ...(isIdentical ? [IDENTICAL_ANSWERS] : [])];
}

/** Of a base that cannot be measured, the human review says why. */
function whyUnmeasured(unmeasured: SuiteReport['decision']['unmeasured']): readonly string[] {
  if (unmeasured?.kind === 'not-stored') return [causeClause(unmeasured.reason)];
  if (unmeasured?.kind !== 'not-evaluated') return [];
  return unmeasured.reasons.map((cause) =>
    typeof cause === 'string' ? causeClause(cause) : capitalised(causeClause(cause)),
  );
}

function aboutBaseline(suite: SuiteReport): readonly string[] {
  if (suite.kind !== 'evaluated' || isFurtherScore(suite)) return [];
  const { baseline } = suite;
  if (baseline.kind === 'record' && !baseline.stale) return [];
  // The heading or the human review says it.
  const isKnown =
    baseline.kind === 'none' &&
    (['first', 'broken-base'].includes(baseline.because) ||
      (baseline.because === 'switched-off' && suite.decision.outcome === 'pass'));
  return isKnown ? [] : [renderBaseline(baseline)];
}

/** A fold with one line per item. Holds foreign text. */
export type FoldedList = { readonly title: string; readonly lines: readonly string[] };

/** Cases that are not compared: those that failed at base, and changes to the dataset. */
export function buildLists(suite: SuiteReport): readonly FoldedList[] {
  const all = isFurtherScore(suite)
    ? [listDatasetChanges(suite)]
    : [listFailedAtBase(suite), listDatasetChanges(suite)];
  return all.filter((each) => each !== null);
}

function listFailedAtBase(suite: SuiteReport): FoldedList | null {
  if (suite.kind !== 'evaluated' || suite.failedAtBase === undefined) return null;
  const { score: render, items } = wordsOfSuite(suite);
  const lines = suite.failedAtBase.map(({ score, irrelevant, ...row }) => {
    const quoted = irrelevant.map((text) => `“${text}”`).join(', ');
    return `${questionOf(row)}: ${render(score)}${quoted === '' ? '' : `, ${items.bad}: ${quoted}`}`;
  });
  return { title: `Failed at base, so not compared: ${counted(lines.length, 'case')}`, lines };
}

/** The pull request's changes to its dataset, in effect after the merge. `null` if there are none. */
function listDatasetChanges({ dataset, shown, ...suite }: SuiteReport): FoldedList | null {
  const own = suite.kind === 'evaluated' ? suite.comparison.scorer : shown?.byScorer[0]?.scorer;
  const rows = shown?.byScorer.find(({ scorer }) => scorer === own)?.cases ?? [];
  const score = shown === undefined || own === undefined ? String : wordsOf(shown.record, own).score;
  const removed = dataset?.removed ?? [];
  const renamed = dataset?.renamed ?? [];
  const waiting = shown?.waiting ?? 0;
  const total = rows.length + removed.length + renamed.length + waiting;
  if (total === 0) return null;
  const late = waiting === 0 ? '' : `, ${waiting} not run yet`;
  return {
    title: `Dataset: ${counted(total, 'changed case')}${late}, in effect after the merge`,
    lines: [
      ...rows.map((row) => `${codeSpan(row.id)}: ${CHANGES[row.change]}, ${scoreOfCase(row, score)}`),
      ...removed.map((id) => `${codeSpan(id)}: removed, but still run in this check`),
      ...renamed.map(({ from, to }) => `${codeSpan(from)}: renamed to ${codeSpan(to)}`),
    ],
  };
}

const CHANGES: Readonly<Record<ShownCase['change'], string>> = {
  added: 'new',
  edited: 'edited',
  regraded: 'with another expected answer, context or task',
};

const NAMES = { groundTruth: 'expected answer', context: 'context', task: 'task' } as const;

function scoreOfCase(row: ShownCase, score: (hundredths: number | null) => string): string {
  const why = row.reason === undefined ? '' : `, ${row.reason}`;
  const own = row.score === null ? `no score${why}` : score(row.score);
  return row.change === 'regraded' && row.asBase !== null
    ? `${score(row.asBase)} by the base's ${NAMES[row.differs]}, ${own} by this one`
    : own;
}
