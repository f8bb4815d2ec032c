import type { AnswerView } from '../answer-view.js';
import { no, type Rule } from '../rule.js';
import { contentKeys, readWords, sharedKeys } from '../tokens.js';

/** Rows or entries besides the one in question that must agree before it counts as the odd one. */
const FEWEST_OTHERS = 2;
/** Words of a cell that is no longer a name, a number or a short phrase. */
const LONG_CELL = 4;

/** A row or an entry that is unlike all others of its table or list: form lends it no relevance. */
export const oddOneOut: Rule = ({ answer, place }) => {
  const unit = answer.units[place];
  if (unit?.block === 'table' && isOddRow(answer, place))
    return no('Its cells are of another kind than those of all other rows.');
  if (unit?.block === 'list' && isUngrounded(answer, place))
    return no('The other entries are in what the tools returned, this one is not.');
  return null;
};

function isOddRow(answer: AnswerView, place: number): boolean {
  const rows = tableRows(answer, place);
  const own = rows.get(place);
  const others = [...rows].filter(([at]) => at !== place).map(([, shapes]) => shapes);
  if (own === undefined || others.length < FEWEST_OTHERS) return false;
  return own.some((shape, column) => {
    const [first] = others;
    const common = first?.[column];
    return common !== undefined && shape !== common && others.every((shapes) => shapes[column] === common);
  });
}

/** The rows of the table that a unit stands in, without its header, each as the shapes of its cells. */
function tableRows(answer: AnswerView, place: number): ReadonlyMap<number, readonly string[]> {
  let first = place;
  while (answer.units[first - 1]?.block === 'table') first -= 1;
  const rows = new Map<number, readonly string[]>();
  for (let at = first + 1; answer.units[at]?.block === 'table'; at += 1) {
    const cells = (answer.units[at]?.text ?? '').replace(/^\s*\||\|\s*$/g, '').split('|');
    // The first column names the rows; names differ in shape.
    rows.set(at, cells.slice(1).map(shapeOf));
  }
  return rows;
}

function shapeOf(cell: string): string {
  if (readWords(cell).length > LONG_CELL) return 'text';
  return /\p{N}/u.test(cell) ? 'number' : 'name';
}

function isUngrounded(answer: AnswerView, place: number): boolean {
  const returned = answer.toolCalls.map(({ text }) =>
    contentKeys(readWords(text.slice(text.indexOf('→') + 1))),
  );
  if (returned.length === 0) return false;
  const grounded = (at: number): boolean =>
    returned.some((keys) => sharedKeys(answer.units[at]?.keys ?? new Set(), keys).length > 0);
  const others = [...answer.units.keys()].filter((at) => at !== place && answer.units[at]?.block === 'list');
  return others.length >= FEWEST_OTHERS && others.every(grounded) && !grounded(place);
}
