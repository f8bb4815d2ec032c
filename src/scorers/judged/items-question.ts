import type { Question } from '../../model/judge.js';
import type { JsonSchema } from '../../model/provider.js';
import { type Fields, isFields, oneLine } from '../../text/values.js';

/** A scorer's question about a list of items, without the items. */
export type ItemsTopic = {
  readonly name: string;
  readonly rules: string;
  /** Foreign text that goes with the items, under its names. */
  readonly context: Readonly<Record<string, unknown>>;
  readonly itemsKey: string;
  readonly labels: readonly string[];
  /** Set if *mixed* is a label: the label of a piece that does not contain its `off`. */
  readonly mixedElse?: string;
  /** Set if *skip* is a label: the longest text that may be skipped, and the label of a longer one. */
  readonly skips?: { readonly longest: number; readonly otherwise: string };
  readonly draw?: number;
};

/** One thing to judge: a piece of text, or a tool call, which has keys of its own kind. */
export type AskedItem = { readonly text: string; readonly isCall?: true };

/** One label with its reason. `off`: the off-topic words of a mixed piece. */
export type ItemVerdict = { readonly reason: string; readonly verdict: string; readonly off?: string };

export const MIXED = 'mixed';
export const SKIP = 'skip';

/** Keys of the items: s1, s2 … are text, c1, c2 … are calls, so that no text can be taken for a call. */
export function keysOf(items: readonly AskedItem[]): readonly string[] {
  const counts = { s: 0, c: 0 };
  return items.map(({ isCall }) => {
    const kind = isCall ? 'c' : 's';
    counts[kind] += 1;
    return `${kind}${counts[kind]}`;
  });
}

export function labelsOf({ labels, mixedElse, skips }: ItemsTopic): readonly string[] {
  return [...labels, ...(mixedElse === undefined ? [] : [MIXED]), ...(skips === undefined ? [] : [SKIP])];
}

/** Builds the question about exactly these items: keys in the data, and the same keys required in the reply. */
export function buildItemsQuestion(topic: ItemsTopic, items: readonly AskedItem[]): Question {
  const { name, rules, context, itemsKey, draw } = topic;
  const keys = keysOf(items);
  return {
    name,
    rules,
    data: { ...context, [itemsKey]: Object.fromEntries(keys.map((key, at) => [key, items[at]?.text])) },
    schema: itemsSchema(topic, keys),
    shape: itemsShape(topic),
    ...(draw !== undefined && { draw }),
  };
}

function itemsSchema(topic: ItemsTopic, keys: readonly string[]): JsonSchema {
  // The reason comes before the verdict: a model that has to argue first decides better.
  const entry = closedObject({
    reason: { type: 'string' },
    verdict: { type: 'string', enum: [...labelsOf(topic)] },
    ...(topic.mixedElse !== undefined && { off: { type: 'string' } }),
  });
  const entries = Object.fromEntries(keys.map((key) => [key, { $ref: '#/$defs/e' }]));
  return { ...closedObject(entries), $defs: { e: entry } };
}

function closedObject(properties: Fields): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function itemsShape(topic: ItemsTopic): string {
  const labels = labelsOf(topic).map((label) => `"${label}"`);
  const off = topic.mixedElse === undefined ? '' : ', "off": ""';
  return [
    `Reply with one JSON object and nothing else. It has every key of "${topic.itemsKey}", each with "reason" and "verdict", one of ${labels.join(', ')}.`,
    `For example: {"s1": {"reason": "…", "verdict": ${labels[0]}${off}}}`,
  ].join('\n');
}

const LONGEST_REASON = 600;

/**
 * Reads a judge's reply by keys. Missing and invalid entries are `null`; a reply without its last items is ignored.
 * @param isLast True on the last try: then a text that is too long to skip gets its other label.
 */
export function parseItemsReply(
  reply: unknown,
  topic: ItemsTopic,
  { items, isLast }: { readonly items: readonly AskedItem[]; readonly isLast: boolean },
): readonly (ItemVerdict | null)[] {
  const entries = entriesIn(reply);
  const given = keysOf(items).map((key) => (Object.hasOwn(entries, key) ? entries[key] : null));
  // If the last ones are missing, one in the middle may have been left out and each verdict be its neighbour's.
  const first = given.indexOf(null);
  if (first > 0 && given.slice(first).every((entry) => entry === null)) return items.map(() => null);
  return given.map((entry, index) => {
    const parsed = parseEntry(entry, labelsOf(topic));
    return parsed && checkEntry(parsed, topic, { text: items[index]?.text ?? '', isLast });
  });
}

/** Some models put the entries under one name of their own. */
function entriesIn(reply: unknown): Fields {
  if (!isFields(reply)) return {};
  const [only, ...more] = Object.values(reply);
  return isFields(only) && more.length === 0 && !('verdict' in only) ? only : reply;
}

function parseEntry(entry: unknown, labels: readonly string[]): ItemVerdict | null {
  if (!isFields(entry) || typeof entry['verdict'] !== 'string') return null;
  const said = entry['verdict'].trim().toLowerCase();
  const verdict = labels.find((label) => label.toLowerCase() === said);
  if (verdict === undefined) return null;
  const { reason, off } = entry;
  return {
    reason: typeof reason === 'string' ? oneLine(reason).slice(0, LONGEST_REASON) : '',
    verdict,
    ...(verdict === MIXED && { off: typeof off === 'string' ? off : '' }),
  };
}

const OUTER_QUOTES = /^[\s"“„«]+|[\s"”“»]+$/gu;

/** Checks by code: a piece contains its *off* words and more, and a long piece is not *skip*. */
function checkEntry(
  given: ItemVerdict,
  { mixedElse = '', skips }: ItemsTopic,
  { text, isLast }: { readonly text: string; readonly isLast: boolean },
): ItemVerdict | null {
  const { verdict, reason } = given;
  if (verdict === SKIP && skips !== undefined && text.length > skips.longest) {
    return isLast ? { reason, verdict: skips.otherwise } : null;
  }
  if (verdict !== MIXED) return given;
  const copied = given.off ?? '';
  const off = text.includes(copied) ? copied.trim() : copied.replace(OUTER_QUOTES, '');
  return withoutWords(text, off) === null ? { reason, verdict: mixedElse } : { ...given, off };
}

/** A piece without its *off* words; `null` if it does not contain them, or contains nothing more. */
export function withoutWords(text: string, off: string): string | null {
  const at = off === '' ? -1 : text.indexOf(off);
  if (at < 0) return null;
  const rest = oneLine(`${text.slice(0, at)} ${text.slice(at + off.length)}`).replace(/[\s,;:–—(-]+$/u, '');
  return /[\p{L}\p{N}]/u.test(rest) ? rest : null;
}
