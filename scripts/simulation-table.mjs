// The rows of docs/gate-simulation.md that tell most, for the page about the method.
import { markdownTable } from 'markdown-table';

/** What changed, as the page says it. */
const ROWS = [
  'nothing',
  'nothing, 5 scorers',
  'drift between days',
  'ten pushes, any red',
  'all reworded',
  'all reworded, repeats 95 %',
  'all reworded, repeats 100 %',
  'every case −0.02',
  'every case −0.05',
  'every case −0.10',
  '10 % of the cases −0.3',
  '10 % of the cases −0.3, hidden',
  'one case collapses',
  'five of 20 gain one irrelevant sentence',
];
const COLUMNS = ['first model, 3', 'first model, 5', 'second model, 3', 'second model, 5'];
const PLAIN = ['mean lower', 'paired t, 5 %', 'any case −0.3'];

/** What a reader who never saw statistics asks first, in words. */
const SHORT_ROWS = [
  ['nothing', 'nothing'],
  ['all reworded', 'every answer worded differently, as good as before'],
  ['every case −0.05', 'every case 0.05 lower'],
  ['every case −0.10', 'every case 0.10 lower'],
  ['10 % of the cases −0.3', 'one case in ten 0.3 lower'],
  ['one case collapses', 'one case collapses'],
  ['five of 20 gain one irrelevant sentence', 'five of 20 answers gain one irrelevant sentence'],
];
const SHORT_COLUMNS = [
  ['first model, 3', 'red, by this gate'],
  ['mean lower', 'by "the mean is lower"'],
  ['any case −0.3', 'by "a case fell by 0.3"'],
];

/** Throws where the page has no such row or column. */
export function simulationTable(page) {
  const titles = COLUMNS.map((title) => [title, title.replace(', ', ', base runs: ')]);
  return buildTable(
    page,
    ROWS.map((label) => [label, label]),
    [...titles, ...PLAIN.map((title) => [title, title])],
  );
}

/** The same for whoever wants to know only whether to believe a red. */
export function simulationInShort(page) {
  return buildTable(page, SHORT_ROWS, SHORT_COLUMNS);
}

/** Rows and columns are pairs: their name on the page, and what they are called in the table. */
function buildTable(page, labels, columns) {
  const rows = readRows(page);
  const cellOf = (label, column) => {
    const found = rows.find((row) => row['what changed'] === label && row[column] !== undefined);
    if (found === undefined) throw new Error(`docs/gate-simulation.md has no "${column}" of "${label}"`);
    return found[column].replace(' ✗', '');
  };
  const table = labels.map(([label, told]) => [told, ...columns.map(([column]) => cellOf(label, column))]);
  return markdownTable([['what changed', ...columns.map(([, told]) => told)], ...table], {
    align: ['l', ...columns.map(() => 'r')],
    alignDelimiters: false,
  });
}

/** Every row of every table, its cells by the column's title. */
function readRows(page) {
  let titles = [];
  const rows = [];
  for (const line of page.split('\n')) {
    if (!line.startsWith('|')) {
      titles = [];
      continue;
    }
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    if (titles.length === 0) titles = cells;
    else rows.push(Object.fromEntries(titles.map((title, index) => [title, cells[index]])));
  }
  return rows;
}
