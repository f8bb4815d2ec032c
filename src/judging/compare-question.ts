import type { Message } from '../model/case.js';
import type { AdditionResult, ComparedPiece, PieceMatch, Search, SearchResult } from '../model/comparison.js';
import type { Question } from '../model/judge.js';
import { omitUndefined } from '../model/omit-undefined.js';
import { buildTextsSchema } from '../scorers/judged/items-question.js';
import { renderTurn } from '../scorers/judged/plan-request.js';
import { parseReplyText } from '../scorers/judged/reply-text.js';
import { FORGED_PLACEHOLDER, isForged } from '../scorers/judged/split-answer.js';
import { collapseWhitespace, cutText, isFields } from '../text/values.js';

const CALLS_IN_DATA = '\n- "earlier_calls", "calls": their tool calls';
const CALLS_RULE = ' A call is said only by a call with the same effect; a search may be worded otherwise.';

/** Without a tool call on either side, the rules do not speak of calls. */
function buildCompareRules(subject: 'texts' | 'texts and calls'): string {
  const hasCalls = subject === 'texts and calls';
  return `You compare a new answer with earlier answers to the same input: what would a reader of the new one miss or get wrong?

The data:
- "conversation": earlier turns; "input": what all answers reply to
- "earlier": pieces b1, b2 … of the earlier answers, a list each, without what a list before has
- "answer": pieces a1, a2 … of the new answer; "added": those not in the same words and place in "earlier"${hasCalls ? CALLS_IN_DATA : ''}

Read a piece where it stands: heading, parent, rank, what "it" refers to, [x] or [ ], option in bold, ~~struck out~~, indentation of code. What is only reworded, moved, split or merged tells the same.

Labels of a b
- said: a's tell all of it, of the same thing, as exactly and firmly.${hasCalls ? CALLS_RULE : ''}
- partly: they lack a point (number, name, condition, exception, step) or are less sure or binding ("is" → "may be", "always" → "usually").
- contradicted: they tell it otherwise: another number, date, name, rank, choice or argument, the opposite, the same words of something else.
- dropped: nothing tells it; claiming it was said, done or still holds does not.
"rest" labels the a's in "added" that no label names
- takes back: ends or denies what b's tell
- restricts: adds a cost, limit, condition, exception or end to it
- said: b's tell it already
- new: else

Reply the pieces that decide it, then the label: "a1 a2: said", "a3, without the fee: partly", "dropped"; for "rest" "a5: new; a6 b1 b2: takes back" or "". Check every number, negation, condition and place before said.`;
}

/** Every rule: a comparison that was stored under other ones is made again. */
export const COMPARE_RULES = buildCompareRules('texts and calls');

const EXAMPLE = '{"b1": "a1 a2: said", "b2": "dropped", "rest": "a3: new; a4 b1: restricts"}';

/** Longer pieces are cut. */
const MAX_PIECE_LENGTH = 2000;
const MAX_MISSING_LENGTH = 300;

/** A piece to ask about. */
export type PieceReference = { readonly side: 'earlier' | 'answer'; readonly id: string };

type Side = PieceReference['side'];

/** All pieces of a search under their keys: b1, b2 … are earlier ones, a1, a2 … the new answer's. */
export type KeyedPieces = {
  readonly data: Readonly<Record<string, unknown>>;
  /** The key of a piece; of equal ones the first. */
  readonly findKey: (piece: PieceReference) => string;
  /** The piece of a key; `null` for an unknown key and for the control. */
  readonly findPiece: (key: string) => PieceReference | null;
  readonly controlKey: string;
};

const CONTROL_ID = 'control';

/** Numbers all pieces once. The control is an earlier answer of its own. */
export function assignKeys(
  { earlier, answer }: Search,
  control: { readonly text: string; readonly position: number },
): KeyedPieces {
  const keys = new Map<string, string>();
  const pieces = new Map<string, PieceReference>();
  let controlKey = '';
  const addKeys = (side: Side, letter: string) => {
    let count = 0;
    return (list: readonly ComparedPiece[]) =>
      Object.fromEntries(
        list.map((piece) => {
          count += 1;
          const key = `${letter}${count}`;
          if (piece.id === CONTROL_ID) controlKey = key;
          else {
            pieces.set(key, { side, id: piece.id });
            if (!keys.has(`${side} ${piece.id}`)) keys.set(`${side} ${piece.id}`, key);
          }
          return [key, renderPiece(piece)];
        }),
      );
  };
  const controlPiece: ComparedPiece = { id: CONTROL_ID, shown: control.text };
  const texts = listEarlierTexts(earlier).toSpliced(control.position, 0, [controlPiece]);
  const [numberEarlier, numberAnswer] = [addKeys('earlier', 'b'), addKeys('answer', 'a')];
  const data = {
    earlier: texts.map(numberEarlier),
    earlier_calls: numberEarlier(earlier.flatMap(listCallPieces)),
    answer: numberAnswer(listTextPieces(answer)),
    calls: numberAnswer(listCallPieces(answer)),
  };
  return {
    data,
    findKey: ({ side, id }) => keys.get(`${side} ${id}`) ?? '',
    findPiece: (key) => pieces.get(key) ?? null,
    controlKey,
  };
}

function listTextPieces(pieces: readonly ComparedPiece[]): readonly ComparedPiece[] {
  return pieces.filter(({ isCall }) => isCall !== true);
}

function listCallPieces(pieces: readonly ComparedPiece[]): readonly ComparedPiece[] {
  return pieces.filter(({ isCall }) => isCall === true);
}

/** Number of possible places for a control: next to each earlier answer. Inside one it would change what "it" means. */
export function countPlaces({ earlier }: Search): number {
  return listEarlierTexts(earlier).length;
}

function listEarlierTexts(earlier: Search['earlier']): readonly (readonly ComparedPiece[])[] {
  return earlier.map(listTextPieces).filter(({ length }) => length > 0);
}

function renderPiece({ shown }: ComparedPiece): string {
  const text = cutText(shown, MAX_PIECE_LENGTH);
  return isForged(text) ? FORGED_PLACEHOLDER : text;
}

/** The reply's key for all new pieces. */
const REST = 'rest';

/** The question about some of the pieces: a key for each earlier one, and one for all new ones. */
export function buildCompareQuestion(
  { input, history }: { readonly input: string; readonly history: readonly Message[] },
  { data, findKey, controlKey }: KeyedPieces,
  question: { readonly pieces: readonly PieceReference[]; readonly draw: number },
): Question {
  const { earlier, answer } = Object.groupBy(question.pieces, ({ side }) => side);
  const wanted = sortKeys([...(earlier ?? []).map(findKey), controlKey]);
  const added = sortKeys((answer ?? []).map(findKey));
  const keys = [...wanted, ...(added.length === 0 ? [] : [REST])];
  const all = { conversation: history.map(renderTurn), input, ...data, added: added.join(' ') };
  const shownData = Object.fromEntries(
    Object.entries(all).filter(([, value]) => Object.keys(value).length > 0),
  );
  return omitUndefined({
    name: 'statements/compare',
    rules: buildCompareRules(
      'calls' in shownData || 'earlier_calls' in shownData ? 'texts and calls' : 'texts',
    ),
    data: shownData,
    schema: buildTextsSchema(keys),
    shape: `Reply with one JSON object and nothing else, with exactly the keys ${keys.join(', ')}. For example: ${EXAMPLE}`,
    draw: question.draw > 0 ? question.draw : undefined,
  });
}

function sortKeys(keys: readonly string[]): readonly string[] {
  return keys.toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
}

/**
 * Reads a reply: a result for each piece, `null` for an invalid one. `influenced` if the judge finds the control, which
 * nobody said.
 * @param asked.isLast True on a further try: then an invalid result is unknown.
 */
export function parseCompareReply(
  reply: unknown,
  numbered: KeyedPieces,
  question: { readonly pieces: readonly PieceReference[]; readonly isLast: boolean },
): readonly (PieceMatch | null)[] | 'influenced' {
  const { pieces, isLast } = question;
  const read = (key: string) => (isFields(reply) && Object.hasOwn(reply, key) ? reply[key] : undefined);
  const control = parseEntry(read(numbered.controlKey));
  if (control === null) return pieces.map(() => null);
  if (control.label !== 'dropped') return 'influenced';
  const earlier = pieces.filter(({ side }) => side === 'earlier');
  const results = new Map(
    earlier.map(({ id }) => {
      const entry = parseEntry(read(numbered.findKey({ side: 'earlier', id })));
      return [id, entry && parseResult(entry, numbered)];
    }),
  );
  const additions = parseAdditions(read(REST), results, numbered);
  return pieces.map(({ side, id }): PieceMatch | null => {
    const result = side === 'earlier' ? toEarlierMatch(results.get(id)) : toAddedMatch(additions.get(id));
    const isGiven = read(side === 'earlier' ? numbered.findKey({ side, id }) : REST) !== undefined;
    if (result !== null || !isLast || !isGiven) return result;
    return { side, result: { status: 'unknown' } };
  });
}

function toEarlierMatch(searchResult: SearchResult | null | undefined): PieceMatch | null {
  return searchResult ? { side: 'earlier', result: searchResult } : null;
}

function toAddedMatch(additionResult: AdditionResult | undefined): PieceMatch | null {
  return additionResult ? { side: 'answer', result: additionResult } : null;
}

type Entry = { readonly label: string; readonly keys: readonly string[]; readonly rest: string };

const LABELS = ['said', 'partly', 'contradicted', 'dropped', 'new', 'takes back', 'restricts'];
const KEYS = /^(?:\s*[,;&]?\s*(?:and\s+)?[ab]\d+)*/i;
const WITHOUT_COLON = /^(.*\d)[\s,–—-]+(said|partly|contradicted|new|takes back|restricts)[\s.]*$/is;

/** `a1 a2, without the fee: partly` */
function parseEntry(value: unknown): Entry | null {
  const text = typeof value === 'string' ? value.replace(WITHOUT_COLON, '$1: $2') : value;
  const parsed = parseReplyText(text, LABELS);
  if (parsed === null) return null;
  const [leading = ''] = KEYS.exec(parsed.before) ?? [];
  return {
    label: parsed.label,
    keys: leading.toLowerCase().match(/[ab]\d+/g) ?? [],
    rest: collapseWhitespace(parsed.before.slice(leading.length).replace(/^[\s,;:.–—-]+/u, '')),
  };
}

function listPieceIds(
  { keys }: Entry,
  side: PieceReference['side'],
  { findPiece }: KeyedPieces,
): readonly string[] {
  const pieces = keys.flatMap((key) => findPiece(key) ?? []).filter((piece) => piece.side === side);
  return [...new Set(pieces.map(({ id }) => id))];
}

/** `null` for another label, and for one that needs pieces and names none. */
function parseResult(entry: Entry, numbered: KeyedPieces): SearchResult | null {
  const by = listPieceIds(entry, 'answer', numbered);
  const status = entry.label;
  if (status === 'dropped') return { status };
  if (status === 'partly') return { status, by, missing: cutText(entry.rest, MAX_MISSING_LENGTH) };
  const isFound = status === 'said' || status === 'contradicted';
  return isFound && by.length > 0 ? { status, by } : null;
}

/** The effects of new pieces, by id: first from the reply on the new pieces, then from the reply on the earlier ones. */
function parseAdditions(
  rest: unknown,
  searchResults: ReadonlyMap<string, SearchResult | null>,
  numbered: KeyedPieces,
): ReadonlyMap<string, AdditionResult> {
  const parts = typeof rest === 'string' ? rest.split(/[;\n]/) : [];
  const namedAdditions = parts.flatMap((part) => {
    const entry = parseEntry(part);
    const result = entry && parseAddition(entry, numbered);
    return entry === null || result === null
      ? []
      : listPieceIds(entry, 'answer', numbered).map((id) => [id, result] as const);
  });
  return new Map([...listNamedAdditions(searchResults), ...namedAdditions]);
}

function listNamedAdditions(
  searchResults: ReadonlyMap<string, SearchResult | null>,
): ReadonlyMap<string, AdditionResult> {
  const additions = new Map<string, AdditionResult>();
  for (const [id, result] of searchResults) {
    for (const piece of result !== null && 'by' in result ? result.by : []) {
      const known = additions.get(piece);
      const of = known?.status === 'said' ? known.of : [];
      // A piece that contradicts an earlier one is new.
      if (result?.status === 'contradicted') additions.set(piece, known ?? { status: 'new' });
      else additions.set(piece, { status: 'said', of: [...of, id] });
    }
  }
  return additions;
}

/** `null` for another label, and for one that needs pieces and names none. */
function parseAddition(entry: Entry, numbered: KeyedPieces): AdditionResult | null {
  const of = listPieceIds(entry, 'earlier', numbered);
  const { label } = entry;
  if (label === 'new') return { status: label };
  if (of.length === 0) return null;
  if (label === 'said' || label === 'restricts') return { status: label, of };
  return label === 'takes back' ? { status: 'takes-back', of } : null;
}
