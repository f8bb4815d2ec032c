import type { JsonSchema } from '../../../ports/chat.js';
import type { Question } from '../../../ports/judge.js';
import { type Fields, isFields, oneLine } from '../../../text/values.js';

/** What a scorer asks about a list of items, apart from the items. */
export type ItemsTopic<Label extends string> = {
  /** For example `answer-relevancy/verdicts`. */
  readonly name: string;
  /** The scorer's own words. */
  readonly rules: string;
  /** Foreign text that goes with the items, under its names. */
  readonly context: Readonly<Record<string, unknown>>;
  /** The name under which the items stand, for example `statements`. */
  readonly itemsKey: string;
  readonly labels: readonly Label[];
  /** See `Question.draw`. */
  readonly draw?: number;
};

const schemas = new Map<string, JsonSchema>();

/** Builds the question about exactly these items: keys s1…sn in the data, and the same keys required in the reply. */
export function buildItemsQuestion<Label extends string>(
  topic: ItemsTopic<Label>,
  items: readonly string[],
): Question {
  const numbered: Record<string, string> = {};
  items.forEach((item, index) => {
    numbered[`s${index + 1}`] = item;
  });
  return {
    name: topic.name,
    rules: `${topic.rules}\n\nA key of the reply that "${topic.itemsKey}" does not have is null.`,
    data: { ...topic.context, [topic.itemsKey]: numbered },
    schema: itemsSchema(topic.labels, items.length),
    shape: itemsShape(topic),
    ...(topic.draw !== undefined && { draw: topic.draw }),
  };
}

/**
 * How many keys a schema has, controls included: the first size that is large enough. A provider puts the schema before
 * the rules, and what comes first must be the same in many requests to be reused.
 */
const SCHEMA_SIZES = [3, 5, 7, 10, 14, 22];

/** Keys that a strict schema must require and that stand for no item may be null: those above the next smaller size. */
function itemsSchema(labels: readonly string[], count: number): JsonSchema {
  const at = SCHEMA_SIZES.findIndex((size) => size >= count);
  const size = SCHEMA_SIZES[at] ?? count;
  const surely = at < 0 ? count : (SCHEMA_SIZES[at - 1] ?? 0) + 1;
  const key = `${size}:${labels.join()}`;
  const known = schemas.get(key);
  if (known) return known;
  // The reason stands before the verdict: a model that has to argue first decides better.
  const entry = {
    type: 'object',
    properties: { reason: { type: 'string' }, verdict: { type: 'string', enum: [...labels] } },
    required: ['reason', 'verdict'],
    additionalProperties: false,
  };
  const one = { $ref: '#/$defs/entry' };
  const orNone = { anyOf: [one, { type: 'null' }] };
  const keys = Array.from({ length: size }, (_, index) => `s${index + 1}`);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(keys.map((name, index) => [name, index < surely ? one : orNone])),
    required: keys,
    additionalProperties: false,
    $defs: { entry },
  };
  schemas.set(key, schema);
  return schema;
}

function itemsShape({ itemsKey, labels }: ItemsTopic<string>): string {
  return [
    `Reply with one JSON object and nothing else. It has one member, "verdicts": a list with one entry for every key of "${itemsKey}", in their order.`,
    `Each entry has: "index", the number in the key (1 for s1); "echo", the first five words of that entry of "${itemsKey}", copied letter by letter (all of it where it is shorter, its first ten characters where it has no spaces); "reason", one short sentence; "verdict", one of ${labels.map((label) => `"${label}"`).join(', ')}.`,
    `For example: {"verdicts": [{"index": 1, "echo": "The office opens at nine", "reason": "…", "verdict": "${labels[0]}"}]}`,
  ].join('\n');
}

/** One label with its reason, for one item. */
export type ItemVerdict<Label extends string> = { readonly reason: string; readonly verdict: Label };

const LONGEST_REASON = 600;
export const SHORTEST_ECHO = 6;

/**
 * Reads a judge's reply about numbered items: `{"s1": {reason, verdict}, …}`, or a list of
 * `{index, echo, reason, verdict}` where the provider has no strict schemas.
 * What is missing, null, of an unknown label, repeated, or echoes another item is `null`; what is too much is ignored.
 * A reply that ends before its last items counts for none.
 */
export function parseItemsReply<Label extends string>(
  reply: unknown,
  expected: { readonly items: readonly string[]; readonly labels: readonly Label[] },
): readonly (ItemVerdict<Label> | null)[] {
  const { items, labels } = expected;
  const list = listIn(reply);
  if (list !== null) {
    const byIndex = indexEntries(list);
    return items.map((item, index) => {
      const entry = byIndex.get(index + 1);
      return entry && echoes(entry['echo'], item) ? parseVerdict(entry, labels) : null;
    });
  }
  const given = items.map((_, index) => {
    const key = `s${index + 1}`;
    return isFields(reply) && Object.hasOwn(reply, key) ? reply[key] : null;
  });
  // Where only the last are missing, one in the middle may have been passed over, and each verdict be its neighbour's.
  const first = given.indexOf(null);
  if (first > 0 && given.slice(first).every((entry) => entry === null)) return items.map(() => null);
  return given.map((entry) => parseVerdict(entry, labels));
}

function parseVerdict<Label extends string>(
  entry: unknown,
  labels: readonly Label[],
): ItemVerdict<Label> | null {
  if (!isFields(entry) || typeof entry['verdict'] !== 'string') return null;
  const said = entry['verdict'].trim().toLowerCase();
  const verdict = labels.find((label) => label.toLowerCase() === said);
  if (verdict === undefined) return null;
  const reason = typeof entry['reason'] === 'string' ? entry['reason'] : '';
  return { reason: oneLine(reason).slice(0, LONGEST_REASON), verdict };
}

function listIn(reply: unknown): readonly unknown[] | null {
  if (Array.isArray(reply)) return reply;
  if (!isFields(reply)) return null;
  const lists = Object.values(reply).filter((value) => Array.isArray(value));
  const [only] = lists;
  return lists.length === 1 && only !== undefined && Object.keys(reply).length === 1 ? only : null;
}

/** Entries by their 1-based number. Two entries of one number contradict each other or are careless: neither counts. */
function indexEntries(list: readonly unknown[]): Map<number, Fields | null> {
  const byIndex = new Map<number, Fields | null>();
  for (const entry of list) {
    if (!isFields(entry)) continue;
    const index = Number(String(entry['index']).trim().replace(/^s/i, ''));
    byIndex.set(index, byIndex.has(index) ? null : entry);
  }
  return byIndex;
}

/** Whether the echo is how the item begins: a list that slipped by one gives every item its neighbour's verdict. */
function echoes(echo: unknown, item: string): boolean {
  if (typeof echo !== 'string') return false;
  const said = lettersOf(echo);
  const meant = lettersOf(item);
  if (said.length < Math.min(SHORTEST_ECHO, meant.length)) return false;
  return meant.startsWith(said) || said.startsWith(meant);
}

const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/gu;

function lettersOf(text: string): string {
  const letters = text.normalize('NFC').toLowerCase().replace(BETWEEN_WORDS, '');
  return letters === '' ? text.replace(/\s+/g, '') : letters;
}
