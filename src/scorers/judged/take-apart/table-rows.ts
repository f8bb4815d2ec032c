import type { Place } from './quote-finder.js';
import { saysSomething } from './unit.js';

const DELIMITER = /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/;

/** Whether these two lines are the head of a table. */
export function opensTable(line: string, next: string | undefined): boolean {
  return next !== undefined && line.includes('|') && next.includes('-') && DELIMITER.test(next.trim());
}

export function isTableRow(line: string): boolean {
  return line.includes('|') && line.trim() !== '';
}

/** A cell of a row, or a member of a flat object: where it stands, what it holds, under which name. */
export type Cell = Place & { readonly text: string; readonly name: string };

/** The cells of a table's row, without names; together they hold all of the row. */
export function parseCells(row: string, from = 0): Cell[] {
  let next = from;
  const raw = row.split(/(?<!\\)\|/).map((cell) => {
    const start = next;
    next += cell.length + 1;
    return { start, text: cell.trim().replaceAll('\\|', '|') };
  });
  const opens = raw[0]?.text === '' ? 1 : 0;
  const cells = raw.slice(opens, raw.length > 1 && raw.at(-1)?.text === '' ? -1 : undefined);
  return cells.map(({ start, text }, column) => ({
    text,
    name: '',
    start: column === 0 ? from : start,
    end: cells[column + 1]?.start ?? from + row.length,
  }));
}

/** What names a row stands before each of its statements: a long one would be their product. */
const LONGEST_ROW_NAME = 60;

/**
 * The statements of a row: every cell that says something of its own is one, so that none hides in another. Short
 * cells go with the one before them, the first ones with the first; a short cell that opens the row names it, and stands
 * before each. In a list, where nothing has a name, short ones that follow each other are a statement.
 */
export function statementsOfRow(
  cells: readonly Cell[],
  separator: string,
): readonly (Place & { readonly text: string })[] {
  const [opening] = cells;
  if (!opening) return [];
  const isList = opening.name === '';
  const isName = !isList && !saysSomething(opening.text) && lineOf(opening).length <= LONGEST_ROW_NAME;
  const groups: Cell[][] = [];
  let said = false;
  for (const cell of cells) {
    const says = saysSomething(cell.text);
    const last = groups.at(-1);
    if (!last || (isList ? says || said : says && said)) groups.push([cell]);
    else last.push(cell);
    said = says || (said && !isList);
  }
  const statements = groups.map((group, index) => ({
    start: (group[0] ?? opening).start,
    end: (group.at(-1) ?? opening).end,
    text: (index > 0 && isName ? [opening, ...group] : group)
      .map(lineOf)
      .filter((line) => line !== '')
      .join(separator),
  }));
  return statements.filter(({ text }) => text !== '');
}

/** A cell under the name of its column. */
function lineOf({ text, name }: Cell): string {
  return text === '' || name === '' ? text : `${name}: ${text}`;
}
