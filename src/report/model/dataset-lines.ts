import type { ShownCase } from '../../ports/comparison.js';
import type { SuiteReport } from '../../ports/report.js';
import { wordsOf } from '../../scorers/measure-words.js';
import { counted } from '../../text/counts.js';
import { codeSpan } from '../../text/values.js';

/** Cases that are not compared. */
export type CaseLines = {
  /** `2 new cases, 1 edited`. */
  readonly title: string;
  /** One per case, with its score. Holds foreign text. */
  readonly lines: readonly string[];
};

/** What a pull request does to its dataset, which counts after the merge. `null` if the dataset is the same. */
export function listDatasetChanges(suite: SuiteReport): CaseLines | null {
  const { dataset, shown } = suite;
  const rows = shownRows(suite);
  const removed = dataset?.removed ?? [];
  const renamed = dataset?.renamed ?? [];
  const counts = [
    ...(['added', 'edited', 'regraded'] as const).map(
      (change) => [rows.filter((row) => row.change === change).length, CHANGES[change]] as const,
    ),
    [removed.length, 'removed'],
    [renamed.length, 'renamed'],
    [shown?.waiting ?? 0, 'not run yet'],
  ] as const;
  const parts = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  if (parts.length === 0) return null;
  const total = counts.reduce((sum, [count]) => sum + count, 0);
  return {
    title: `Dataset: ${counted(total, 'case')} (${parts.join(', ')}), counted after the merge`,
    lines: [
      ...rows.map((row) => row.line),
      ...removed.map((id) => `${codeSpan(id)}: removed, still asked in this check`),
      ...renamed.map(({ from, to }) => `${codeSpan(from)}: renamed to ${codeSpan(to)}`),
    ],
  };
}

const CHANGES: Readonly<Record<ShownCase['change'], string>> = {
  added: 'new',
  edited: 'edited',
  regraded: 'with another expected answer, context or task',
};

function shownRows({
  shown,
  ...suite
}: SuiteReport): readonly { readonly change: ShownCase['change']; readonly line: string }[] {
  if (shown === undefined) return [];
  const own = suite.kind === 'evaluated' ? suite.comparison.scorer : null;
  const scorers = shown.byScorer.filter(({ scorer }) => own === null || scorer === own);
  return (scorers[0]?.cases ?? []).map((row, index) => {
    const scores = scorers.map(({ scorer, cases }) => {
      const { label, score } = wordsOf(shown.record, scorer);
      const scored = scoreOfCase(cases[index] ?? row, score);
      return scorers.length === 1 ? scored : `${label} ${scored}`;
    });
    const why = row.score === null && row.reason !== undefined ? `, ${row.reason}` : '';
    return {
      change: row.change,
      line: `${codeSpan(row.id)}: ${CHANGES[row.change]}, ${scores.join(', ')}${why}`,
    };
  });
}

const NAMES = { groundTruth: 'expected answer', context: 'context', task: 'task' } as const;

function scoreOfCase(row: ShownCase, score: (hundredths: number | null) => string): string {
  const own = row.score === null ? 'no score' : score(row.score);
  return row.change === 'regraded' && row.asBase !== null
    ? `${score(row.asBase)} by the base's ${NAMES[row.differs]}, ${own} by this one`
    : own;
}
