// The rows of docs/gate-simulation.md that tell most, for the page about the method.
import { markdownTable } from 'markdown-table';

const SAME_ANSWER = 'Harmless rewording, an agent that always gives the same answer';
const NOISE = 'medium';
const CASES = '50';
/** What changed, as the page says it, and the section where it says it twice. */
const ROWS = [
  ['nothing'],
  ['provider drift'],
  ['50 % reworded'],
  ['50 % reworded', SAME_ANSWER, '50 % reworded, always the same answer'],
  ['every case −0.02'],
  ['every case −0.05'],
  ['every case −0.10'],
  ['one case 1.0 → 0.2'],
  ['5 % of the cases 1.0 → 0.2'],
  ['the same, hidden by gains elsewhere'],
];
const COLUMNS = [
  ['fails, 3', 'this gate, 3 base runs'],
  ['fails, 5', 'this gate, 5 base runs'],
  ['mean lower', 'mean lower'],
  ['drop > 0.02', 'mean lower by 0.02'],
  ['paired t, 5 %', 'paired t-test, 5 %'],
  ['any case −0.3', 'any case lower by 0.3'],
];

/** Throws where the page has no such row or column. */
export function simulationTable(page) {
  const rows = readRows(page);
  const table = ROWS.map(([label, section, name = label]) => {
    const found = rows.find(
      (row) =>
        row.cells['what changed'] === label &&
        row.cells.noise === NOISE &&
        row.cells.cases === CASES &&
        (section === undefined || row.section === section),
    );
    if (found === undefined)
      throw new Error(`docs/gate-simulation.md has no row "${label}" of ${CASES} cases`);
    return [
      name,
      ...COLUMNS.map(([column]) => {
        const cell = found.cells[column];
        if (cell === undefined) throw new Error(`docs/gate-simulation.md has no column "${column}"`);
        return cell;
      }),
    ];
  });
  return markdownTable([['what changed', ...COLUMNS.map(([, title]) => title)], ...table], {
    align: ['l', ...COLUMNS.map(() => 'r')],
    alignDelimiters: false,
  });
}

/** Every row of every table with its section, and its cells by the column's title. */
function readRows(page) {
  let section = '';
  let titles = [];
  const rows = [];
  for (const line of page.split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3);
    if (!line.startsWith('|')) {
      titles = [];
      continue;
    }
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    if (titles.length === 0) titles = cells;
    else
      rows.push({ section, cells: Object.fromEntries(titles.map((title, index) => [title, cells[index]])) });
  }
  return rows;
}
