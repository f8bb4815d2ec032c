import { type Fields, isFields } from '../../../text/values.js';
/** One label with its reason, for one item. */
export type ItemVerdict<Label extends string> = { readonly reason: string; readonly verdict: Label };

const LONGEST_REASON = 600;
export const SHORTEST_ECHO = 6;

/**
 * Reads a judge's reply about numbered items: `{"s1": {reason, verdict}, …}`, or a list of
 * `{index, echo, reason, verdict}` where the provider has no strict schemas.
 * What is missing, null, of an unknown label, repeated, or echoes another item is `null`; what is too much is ignored.
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
  return items.map((_, index) => {
    const key = `s${index + 1}`;
    return isFields(reply) && Object.hasOwn(reply, key) ? parseVerdict(reply[key], labels) : null;
  });
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
  return { reason: reason.replace(/\s+/g, ' ').trim().slice(0, LONGEST_REASON), verdict };
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

function lettersOf(text: string): string {
  const letters = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
  return letters === '' ? text.replace(/\s+/g, '') : letters;
}
