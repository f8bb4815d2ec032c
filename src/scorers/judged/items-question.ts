import type { Question } from '../../model/judge.js';
import { omitUndefined } from '../../model/omit-undefined.js';
import type { JsonSchema } from '../../model/provider.js';
import { collapseWhitespace, type Fields, isFields, trimEndCharacters } from '../../text/values.js';
import { chooseControl } from './control-statement.js';
import type { ControlItems, ItemsRequest } from './judge-items.js';
import { parseReplyText } from './reply-text.js';

/** A scorer's question about a list of items, without the items. */
export type ItemsTopic = LabelRules & {
  readonly name: string;
  /** Foreign text that goes with the items, under its names. */
  readonly context: Readonly<Record<string, unknown>>;
  readonly labels: readonly string[];
  readonly draw?: number;
};

/** The rules of a list of items, and its special labels. */
export type LabelRules = {
  readonly rules: string;
  readonly itemsKey: string;
  /** Set if *mixed* is a label: the label of a piece that does not contain its `off`. */
  readonly mixedFallback?: string;
  /** Set if *skip* is a label: the longest text that may be skipped, and the label of a longer one. */
  readonly skips?: { readonly longest: number; readonly otherwise: string };
  /** Set if *repeats* is a label: the label of a piece that names no earlier one. The judge then sees all pieces. */
  readonly repeatsFallback?: string;
};

/** One thing to judge: a piece of text, or a tool call, which has keys of its own kind. */
export type QuestionItem = {
  readonly text: string;
  readonly isCall?: true;
  /** True if it is known to state nothing. */
  readonly isSkipped?: true;
};

/** Items in their order, and the places of those that need a verdict. */
export type QuestionItems = { readonly all: readonly QuestionItem[]; readonly due: readonly number[] };

/** One label with its reason. `off`: the off-topic words of a mixed piece. `of`: the place of the piece that this one repeats. */
export type ItemVerdict = {
  readonly reason: string;
  readonly verdict: string;
  readonly off?: string;
  readonly of?: number;
};

export const MIXED = 'mixed';
export const SKIP = 'skip';
export const REPEATS = 'repeats';

/** Keys of the items: s1, s2 … are text, c1, c2 … are calls, so that no text can be taken for a call. */
export function buildItemKeys(items: readonly QuestionItem[]): readonly string[] {
  const counts = { s: 0, c: 0 };
  return items.map(({ isCall }) => {
    const kind = isCall ? 'c' : 's';
    counts[kind] += 1;
    return `${kind}${counts[kind]}`;
  });
}

export function listLabels({ labels, mixedFallback, skips, repeatsFallback }: ItemsTopic): readonly string[] {
  return [
    ...labels,
    ...(mixedFallback === undefined ? [] : [MIXED]),
    ...(repeatsFallback === undefined ? [] : [REPEATS]),
    ...(skips === undefined ? [] : [SKIP]),
  ];
}

/** Asks about some of the items, with a control statement among them. */
export function createItemsAsker(
  topic: ItemsTopic,
  { all, due }: QuestionItems,
  control: ControlItems | null,
): ItemsRequest<ItemVerdict>['ask'] {
  return ({ group, round, attempt }) => {
    const places = group.flatMap((index) => due[index] ?? []);
    const shown = choosePlaces(topic, all, places);
    const items = shown.flatMap((place) => all[place] ?? []);
    const texts = items.filter(({ isCall }) => isCall !== true).length;
    const seed = [round, attempt, topic.draw ?? 0, topic.context, items, places];
    const foreign = JSON.stringify([topic.context, items]);
    const mixedIn =
      control && chooseControl(control.pool, { salt: control.salt, seed, foreign, places: texts });
    const position = mixedIn?.position ?? items.length;
    const mixed = mixedIn === null ? items : items.toSpliced(position, 0, { text: mixedIn.text });
    const own = places.map((place) => {
      const at = shown.indexOf(place);
      return at < position ? at : at + 1;
    });
    const questionItems = {
      all: mixed,
      due: mixedIn === null ? own : [...own, position].toSorted((a, b) => a - b),
    };
    return {
      question: buildItemsQuestion(topic, questionItems),
      read(reply) {
        const options = {
          ...questionItems,
          isLast: attempt > 1,
          control: mixedIn === null ? null : position,
        };
        const verdicts = parseItemsReply(reply, topic, options);
        if (verdicts.every((verdict) => verdict === null)) return 'unusable';
        if (control === null || mixedIn === null) return verdicts;
        const others = removeControl(verdicts, questionItems.due.indexOf(position), control);
        if (others === 'influenced') return others;
        return others.map((verdict) => verdict && toOriginalPlace(verdict, shown, position));
      },
    };
  };
}

/** A reply without the control proves nothing: all items are judged again. */
function removeControl(
  verdicts: readonly (ItemVerdict | null)[],
  at: number,
  { labels }: ControlItems,
): readonly (ItemVerdict | null)[] | 'influenced' {
  const own = verdicts[at];
  const others = verdicts.toSpliced(at, 1);
  if (!own) return others.map(() => null);
  return labels.includes(own.verdict) ? others : 'influenced';
}

/** A piece may repeat any piece above it. Of a long answer the judge sees what is asked about. */
const MAX_SHOWN_ITEMS = 95;

function choosePlaces(
  { repeatsFallback }: ItemsTopic,
  all: readonly QuestionItem[],
  due: readonly number[],
): readonly number[] {
  return repeatsFallback === undefined || all.length > MAX_SHOWN_ITEMS ? due : [...all.keys()];
}

/** The question about some of the items that are due, without a control. */
export function buildPlainQuestion(
  topic: ItemsTopic,
  { all, due }: QuestionItems,
  group: readonly number[],
): Question {
  const places = group.flatMap((index) => due[index] ?? []);
  const shown = choosePlaces(topic, all, places);
  return buildItemsQuestion(topic, {
    all: shown.flatMap((place) => all[place] ?? []),
    due: places.map((place) => shown.indexOf(place)),
  });
}

/** The same with `of` as a place among all items, without the control. */
function toOriginalPlace(
  { of, ...verdict }: ItemVerdict,
  shown: readonly number[],
  control: number,
): ItemVerdict {
  if (of === undefined) return verdict;
  const place = shown[of < control ? of : of - 1];
  return omitUndefined({ ...verdict, of: place });
}

/** Builds the question about exactly these items: keys in the data, and the keys that are due required in the reply. */
function buildItemsQuestion(topic: ItemsTopic, { all, due }: QuestionItems): Question {
  const { name, rules, context, itemsKey, draw } = topic;
  const keys = buildItemKeys(all);
  const wanted = due.flatMap((place) => keys[place] ?? []);
  return omitUndefined({
    name,
    rules,
    data: { ...context, [itemsKey]: Object.fromEntries(keys.map((key, at) => [key, all[at]?.text])) },
    schema: buildTextsSchema(wanted),
    shape: describeItemsShape(topic, wanted.length === keys.length ? null : wanted),
    draw,
  });
}

/** Texts of the form `reason: label`. The reason comes first: a model that has to argue first decides better. */
export function buildTextsSchema(keys: readonly string[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(keys.map((key) => [key, { type: 'string' }])),
    required: keys,
    additionalProperties: false,
  };
}

/** @param keys The keys that are due; `null` if all are. */
function describeItemsShape(topic: ItemsTopic, keys: readonly string[] | null): string {
  const labels = listLabels(topic).map((label) => `"${label}"`);
  const which = keys === null ? `every key of "${topic.itemsKey}"` : `exactly the keys ${keys.join(', ')}`;
  return [
    `Reply with one JSON object and nothing else. It has ${which}, each with one text that ends with ${labels.join(' or ')}.`,
    `For example: {"s1": "…: ${listLabels(topic)[0]}"}`,
  ].join('\n');
}

const MAX_REASON_LENGTH = 600;

/**
 * Reads a judge's reply: a verdict for each item that is due. Missing and invalid entries are `null`; a reply without its
 * last items is ignored.
 * @param asked.isLast True on the last try: then a text that is too long to skip gets its other label.
 * @param asked.control The control's place; no piece repeats it.
 */
export function parseItemsReply(
  reply: unknown,
  topic: ItemsTopic,
  itemsToRead: QuestionItems & { readonly isLast: boolean; readonly control?: number | null },
): readonly (ItemVerdict | null)[] {
  const { all, due, isLast, control = null } = itemsToRead;
  const keys = buildItemKeys(all);
  const entries = findEntries(reply);
  const findEntry = (place: number) => {
    const key = keys[place] ?? '';
    return Object.hasOwn(entries, key) ? entries[key] : null;
  };
  const dueEntries = due.map(findEntry);
  // Some models also answer about what they are only shown.
  const places = [...all.keys()].some((place) => !due.includes(place) && findEntry(place) !== null)
    ? [...all.keys()]
    : due;
  if (lacksLast(places.map(findEntry))) return due.map(() => null);
  const parsed = dueEntries.map((entry, at) => {
    const verdict = parseEntry(entry, topic);
    return verdict && checkEntry(verdict, topic, { text: all[due[at] ?? 0]?.text ?? '', isLast });
  });
  const labels = new Map(due.map((place, at) => [place, parsed[at]?.verdict]));
  return parsed.map((verdict, at) => {
    if (verdict?.verdict !== REPEATS) return verdict;
    const of = keys.indexOf(verdict.reason.toLowerCase());
    const isSaid = all[of]?.isCall !== true && all[of]?.isSkipped !== true && labels.get(of) !== SKIP;
    if (of >= 0 && of < (due[at] ?? 0) && of !== control && isSaid)
      return { verdict: REPEATS, reason: '', of };
    return isLast ? { verdict: topic.repeatsFallback ?? '', reason: '' } : null;
  });
}

/** If the last ones are missing, one in the middle may have been left out and each verdict be its neighbour's. */
function lacksLast(dueEntries: readonly unknown[]): boolean {
  const first = dueEntries.indexOf(null);
  return first > 0 && dueEntries.slice(first).every((entry) => entry === null);
}

/** Some models put the entries under one name of their own. */
function findEntries(reply: unknown): Fields {
  if (!isFields(reply)) return {};
  const [only, ...more] = Object.values(reply);
  return isFields(only) && more.length === 0 && !('verdict' in only) ? only : reply;
}

function parseEntry(entry: unknown, topic: ItemsTopic): ItemVerdict | null {
  const replyParts = parseReplyText(entry, listLabels(topic));
  if (replyParts === null) return null;
  const { label, before, off } = replyParts;
  if (label === MIXED) return { verdict: MIXED, ...splitMixed(before, off) };
  return { reason: collapseWhitespace(before).slice(0, MAX_REASON_LENGTH), verdict: label };
}

const QUOTED = /^(.*?)["“„«]([^"”»]+)["”“»]\s*$/su;

/** `advertising “try Plus today”`: the reason, and the off-topic words. */
function splitMixed(
  before: string,
  off: string | undefined,
): { readonly reason: string; readonly off: string } {
  if (off !== undefined) return { reason: before.slice(0, MAX_REASON_LENGTH), off };
  const [, reason = '', quoted = before] = QUOTED.exec(before) ?? [];
  return { reason: collapseWhitespace(reason).slice(0, MAX_REASON_LENGTH), off: quoted };
}

const OUTER_QUOTES = /^[\s"“„«]+|[\s"”“»]+$/gu;

/** Checks by code: a piece contains its *off* words and more, and a long piece is not *skip*. */
function checkEntry(
  itemVerdict: ItemVerdict,
  { mixedFallback = '', skips }: ItemsTopic,
  { text, isLast }: { readonly text: string; readonly isLast: boolean },
): ItemVerdict | null {
  const { verdict, reason } = itemVerdict;
  if (verdict === SKIP && skips !== undefined && text.length > skips.longest) {
    return isLast ? { reason, verdict: skips.otherwise } : null;
  }
  if (verdict !== MIXED) return itemVerdict;
  const copied = itemVerdict.off ?? '';
  const off = text.includes(copied) ? copied.trim() : copied.replace(OUTER_QUOTES, '');
  return removeWords(text, off) === null ? { reason, verdict: mixedFallback } : { ...itemVerdict, off };
}

/** A piece without its *off* words; `null` if it does not contain them, or contains nothing more. */
export function removeWords(text: string, off: string): string | null {
  const at = off === '' ? -1 : text.indexOf(off);
  if (at < 0) return null;
  const rest = trimEndCharacters(
    collapseWhitespace(`${text.slice(0, at)} ${text.slice(at + off.length)}`),
    ' ,;:–—(-',
  );
  return /[\p{L}\p{N}]/u.test(rest) ? rest : null;
}
