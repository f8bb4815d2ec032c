import type { ShownCase } from '../ports/comparison.js';
import type { ShownCases, SuiteReport } from '../ports/report.js';
import { wordsOf } from '../scorers/measure-words.js';
import { counted } from '../text/counts.js';

/** Cases to which the same happened, each with what is said of it. */
export type CaseList = {
  readonly title: string;
  readonly cases: readonly { readonly id: string; readonly input: string; readonly said: string }[];
};

/** What the pull request does to its dataset, with the scores of what is only shown: one list a kind. */
export function listDatasetCases({ dataset, shown, ...suite }: SuiteReport): readonly CaseList[] {
  const named = (id: string) => ({ id, input: '', said: '' });
  const { removed = [], renamed = [] } = dataset ?? {};
  const own = suite.kind === 'evaluated' ? suite.comparison.scorer : null;
  const rows = shown === undefined ? [] : listShown(shown, own);
  const of = (change: ShownCase['change']) => rows.filter((row) => row.change === change);
  return [
    { title: 'New', cases: of('added') },
    { title: 'Edited', cases: of('edited') },
    { title: 'Other expected answer, context or task', cases: of('regraded') },
    {
      title: suite.kind === 'evaluated' ? 'Removed, still asked' : 'Removed',
      cases: removed.map(named),
    },
    {
      title: 'Renamed',
      cases: renamed.map(({ from, to }) => ({ ...named(from), said: `is now ${quoted(to)}` })),
    },
  ].filter(({ cases }) => cases.length > 0);
}

/** What stands above the lists. */
export function titleOfLists({ dataset }: SuiteReport): string {
  return dataset === undefined ? 'Not in both records' : 'Dataset changes, which count after the merge';
}

/** `null` if none had to be left out. */
export function tellWaiting({ shown }: SuiteReport): string | null {
  const waiting = shown?.waiting ?? 0;
  return waiting === 0 ? null : `${counted(waiting, 'more case')} will run after the merge.`;
}

function listShown({ record, byScorer }: ShownCases, own: string | null) {
  const scorers = byScorer.filter(({ scorer }) => own === null || scorer === own);
  return (scorers[0]?.cases ?? []).map((row, index) => {
    const told = scorers.map(({ scorer, cases }) => {
      const { label, score } = wordsOf(record, scorer);
      const scored = tellScore(cases[index] ?? row, score);
      return scorers.length === 1 ? scored : `${quoted(label)} ${scored}`;
    });
    const isScored = scorers.some(({ cases }) => (cases[index]?.score ?? null) !== null);
    const why = row.reason === undefined ? '' : `: ${row.reason}`;
    return { ...row, said: isScored ? `scores ${told.join(', ')}` : `has no score${why}` };
  });
}

const NAMES = { groundTruth: 'expected answer', context: 'context', task: 'task' } as const;

function tellScore(row: ShownCase, score: (hundredths: number | null) => string): string {
  const told = (value: number | null) => (value === null ? '(no score)' : score(value));
  if (row.change !== 'regraded' || row.asBase === null) return told(row.score);
  return `${told(row.asBase)} by the base's ${NAMES[row.differs]}, ${told(row.score)} by this one`;
}

function quoted(name: string): string {
  return `\`${name.replaceAll('`', "'")}\``;
}
