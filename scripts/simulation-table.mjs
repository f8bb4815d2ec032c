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

/** Throws where the page has no such row or column. */
export function simulationTable(page) {
  const rows = readRows(page);
  const cellOf = (label, column) => {
    const found = rows.find((row) => row['what changed'] === label && row[column] !== undefined);
    if (found === undefined) throw new Error(`docs/gate-simulation.md has no "${column}" of "${label}"`);
    return found[column].replace(' ✗', '');
  };
  const table = ROWS.map((label) => [
    label,
    ...[...COLUMNS, ...PLAIN].map((column) => cellOf(label, column)),
  ]);
  const titles = ['what changed', ...COLUMNS.map((title) => title.replace(', ', ', base runs: ')), ...PLAIN];
  return markdownTable([titles, ...table], {
    align: ['l', ...[...COLUMNS, ...PLAIN].map(() => 'r')],
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
