import type { AnswerView } from '../answer-view.js';
import { no, type Rule } from '../rule.js';
import { contentKeys, readWords, sharedKeys } from '../tokens.js';

/** Rows or entries besides the one in question that must agree before it counts as the odd one. */
const FEWEST_OTHERS = 2;
/** Words of a cell that is no longer a name, a number or a short phrase. */
const LONG_CELL = 4;

/** A row or an entry that is unlike all others of its table or list: form lends it no relevance. */
export const oddOneOut: Rule = ({ answer, place }) => {
  if (place < 0) return null;
  const { rows, entries } = oddOnes(answer);
  if (rows.has(place)) return no('Its cells are of another kind than those of all other rows.');
  if (entries.has(place)) return no('The other entries are in what the tools returned, this one is not.');
  return null;
};

type OddOnes = { readonly rows: ReadonlySet<number>; readonly entries: ReadonlySet<number> };

/** Found once an answer, however many rows ask for it. */
const known = new WeakMap<AnswerView, OddOnes>();

function oddOnes(answer: AnswerView): OddOnes {
  const found = known.get(answer) ?? { rows: oddRows(answer), entries: oddEntries(answer) };
  known.set(answer, found);
  return found;
}

/** Places of the rows one of whose cells has a shape that no other row of the table has in that column. */
function oddRows({ units }: AnswerView): ReadonlySet<number> {
  const odd = new Set<number>();
  for (const [first, unit] of units.entries()) {
    if (unit.block !== 'table' || units[first - 1]?.block === 'table') continue;
    const rows: { readonly place: number; readonly shapes: readonly string[] }[] = [];
    // The row at `first` is the header.
    for (let place = first + 1; units[place]?.block === 'table'; place += 1) {
      rows.push({ place, shapes: shapesOf(units[place]?.text ?? '') });
    }
    for (const column of rows[0]?.shapes.keys() ?? []) {
      const places = oddAmong(rows.map(({ place, shapes }) => ({ place, is: shapes[column] ?? '' })));
      for (const place of places) odd.add(place);
    }
  }
  return odd;
}

/** The shapes of a row's cells but the first, which names the row; names differ in shape. */
function shapesOf(row: string): readonly string[] {
  const cells = row.replace(/^\s*\||\|\s*$/g, '').split('|');
  return cells.slice(1).map((cell) => {
    if (readWords(cell).length > LONG_CELL) return 'text';
    return /\p{N}/u.test(cell) ? 'number' : 'name';
  });
}

/** Places of the list entries that no tool returned, where all other entries of the answer's lists were. */
function oddEntries({ units, toolCalls }: AnswerView): ReadonlySet<number> {
  const returned = toolCalls.map(({ text }) => contentKeys(readWords(text.slice(text.indexOf('→') + 1))));
  const entries = [...units.entries()].filter(([, unit]) => unit.block === 'list');
  const isReturned = (keys: ReadonlySet<string>): boolean =>
    returned.some((result) => sharedKeys(keys, result).length > 0);
  const others = entries.filter(([, { keys }]) => !isReturned(keys)).map(([place]) => place);
  return new Set(others.length === 1 && entries.length > FEWEST_OTHERS ? others : []);
}

/** The place of the one that differs, where all others are the same. */
function oddAmong(all: readonly { readonly place: number; readonly is: string }[]): readonly number[] {
  if (all.length <= FEWEST_OTHERS) return [];
  const kinds = Map.groupBy(all, ({ is }) => is);
  if (kinds.size !== 2) return [];
  return [...kinds.values()].flatMap((group) => (group.length === 1 ? group.map(({ place }) => place) : []));
}
