import { markdownTable } from 'markdown-table';
import type { LoneCase, PairedCase } from '../../ports/comparison.js';
import type { EvaluatedSuite } from '../../ports/report.js';
import type { MeasureWords } from '../../scorers/measure-words.js';
import { counted } from '../../text/counts.js';
import { askedInstead, type CaseChanges, renderStatementCounts } from '../case-changes.js';
import { shownMeans } from '../decision-words.js';
import { renderList } from '../figures.js';
import { codeCell, inlineText } from '../markdown/markdown.js';
import type { Room, SuiteRoom } from './parts.js';

const FULL = 100;
const HEAD = ['case', 'base', 'head', 'Δ'];

const KEPT = ['kept its score', 'kept their score'] as const;

export type MeanRow = {
  readonly label: string;
  readonly base: number | null;
  readonly head: number | null;
  /** The drop that counts, in hundredths. */
  readonly limit: number | undefined;
};

/**
 * The table's first row; `null` where no mean may be shown.
 * @param cases with a score, where no test says how many of them it was made of.
 */
export function buildMeanRow(suite: EvaluatedSuite, cases: number): MeanRow | null {
  if (suite.decision.outcome === 'inconclusive') return null;
  const { base, head, limit } = shownMeans(suite);
  return {
    label: `mean of ${counted(suite.decision.mean?.cases ?? cases, 'case')}`,
    base,
    head,
    limit,
  };
}

/** Table of the paired cases whose score changed, worst first; the others, and what found no room, are counted below. */
export function renderCasesTable(request: {
  readonly mean: MeanRow | null;
  readonly changes: CaseChanges;
  readonly room: SuiteRoom;
}): string {
  const { mean, changes, room } = request;
  const { words } = room;
  const { lower, same, higher, unchanged } = changes;
  const rows = [...lower, ...higher];
  const { cells, shown } = fitRows(rows, (pair) => rowOfPair(pair, words), room);
  const hidden = new Set<PairedCase>(rows.slice(shown));
  const count = (pairs: readonly PairedCase[]) => pairs.filter((pair) => hidden.has(pair)).length;
  const below = [
    ...countedAs(count(lower), 'more case', [words.worse, words.worse]),
    ...countedAs(count(higher), 'more case', [words.better, words.better]),
    ...countedAs(same.length + unchanged.length, 'case', KEPT),
  ];
  const table = tableOf(HEAD, mean === null ? cells : [rowOfMean(mean, words), ...cells]);
  const sentences = [
    ...(below.length === 0 ? [] : [`${renderList(below)}.`]),
    ...renderStatementCounts([...lower, ...same, ...higher], words.items),
  ];
  return [table, sentences.join(' ')].filter((text) => text !== '').join('\n\n');
}

/** Table of the paired cases whose score is the same, to be folded. */
export function renderSteadyTable(cases: readonly PairedCase[], room: SuiteRoom): string {
  const { cells, shown } = fitRows(cases, (pair) => rowOfPair(pair, room.words), room);
  const more = countedAs(cases.length - shown, 'more case', KEPT);
  return [tableOf(HEAD, cells), ...more.map((text) => `${text}.`)].join('\n\n');
}

/** Table of cases without a base to compare with, lowest score first; of those with the highest their number. */
export function renderLoneTable(request: {
  readonly mean: MeanRow | null;
  readonly cases: readonly LoneCase[];
  readonly room: SuiteRoom;
}): string {
  const { mean, cases, room } = request;
  const { words } = room;
  const rows = cases.filter(({ score }) => score !== FULL);
  const { cells, shown } = fitRows(rows, (row) => rowOfLone(row, words), room);
  const means = mean === null ? [] : [[`**${mean.label}**`, `**${words.score(mean.head)}**`]];
  const table = tableOf(['case', 'score'], [...means, ...cells]);
  const more = cases.length - shown;
  const lowest = cases[shown]?.score ?? null;
  if (more === 0) return table;
  const beyond = lowest === FULL ? '' : ` or ${words.above}`;
  return `${table}\n\n${counted(more, shown === 0 ? 'case' : 'more case')}${lowest === null ? '' : ` at ${words.score(lowest)}${beyond}`}.`;
}

function rowOfPair(pair: PairedCase, words: MeasureWords): string[] {
  const { from, to, delta } = words.figures(pair.base, pair.head);
  return [nameCell(pair), from, to, delta];
}

function rowOfLone(row: LoneCase, words: MeasureWords): string[] {
  return [nameCell(row), words.score(row.score)];
}

function nameCell(row: { readonly id: string; readonly input: string }): string {
  const asked = askedInstead(row);
  return asked === null ? codeCell(row.id) : inlineText(asked);
}

function rowOfMean({ label, base, head, limit }: MeanRow, words: MeasureWords): string[] {
  const { from, to, delta } = words.figures(base, head, limit);
  return [label, from, to, delta].map((cell) => `**${cell}**`);
}

function fitRows<Row>(
  rows: readonly Row[],
  render: (row: Row) => string[],
  room: Room,
): { readonly cells: string[][]; readonly shown: number } {
  let left = room.tableBytes;
  const cells: string[][] = [];
  for (const row of rows.slice(0, room.tableRows)) {
    const rendered = render(row);
    left -= Buffer.byteLength(rendered.join(' | ')) + 5;
    if (left < 0) break;
    cells.push(rendered);
  }
  return { cells, shown: cells.length };
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return markdownTable([head, ...rows], {
    align: ['l', ...head.slice(1).map(() => 'r')],
    alignDelimiters: false,
  });
}

function countedAs(count: number, noun: string, [one, many]: readonly [string, string]): string[] {
  return count === 0 ? [] : [`${counted(count, noun)} ${count === 1 ? one : many}`];
}
