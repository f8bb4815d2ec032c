import { markdownTable } from 'markdown-table';
import type { BaselineRow } from '../../ports/report.js';
import { shortCommit } from '../../text/values.js';
import { codeSpan } from '../markdown/markdown.js';
import { NONE } from '../model/scores.js';

/** The last baselines of a suite, newest first. */
export function renderBaselines(rows: readonly BaselineRow[]): string {
  const scorers = [...new Set(rows.flatMap(({ means }) => [...means.keys()]))];
  const heads = ['commit', 'date', ...scorers.map((scorer) => codeSpan(scorer)), 'cases'];
  const table = markdownTable(
    [
      heads,
      ...rows.map(({ commit, createdAt, means, cases }) => [
        codeSpan(shortCommit(commit)),
        createdAt.slice(0, 10),
        ...scorers.map((scorer) => means.get(scorer)?.toFixed(2) ?? NONE),
        String(cases),
      ]),
    ],
    { align: ['l', 'l', ...scorers.map(() => 'r'), 'r'], alignDelimiters: false },
  );
  return `**Last baselines**\n\n${table}`;
}
