import { ProviderError } from '../../model/errors.js';
import type { Judge, VerdictStore } from '../../model/judge.js';
import type { Verdict } from '../../model/verdict.js';
import type { ScoreOptions } from '../scorer.js';
import { readKnown, toVerdict } from './item-spec.js';
import type { AskedItem } from './items-question.js';
import { judgeItems } from './judge-items.js';
import type { PreparedPart } from './prepare-parts.js';

type VerdictSource = { readonly judge: Judge; readonly store: VerdictStore };
type Items = ReadonlyMap<string, AskedItem>;
type VerdictsByKey = ReadonlyMap<string, Verdict>;

/** Verdicts for items by key: from the store, from another answer's pending question, else from the judge. */
export async function findVerdicts(
  prepared: PreparedPart,
  judging: VerdictSource,
  options: ScoreOptions,
): Promise<VerdictsByKey> {
  const pending = pendingOf(judging.store);
  const found = new Map<string, Verdict>();
  const unknown = new Map<string, AskedItem>();
  const awaited = new Map<string, Promise<unknown>>();
  for (const [key, item] of prepared.toJudge) {
    const stored = judging.store.verdict(key);
    const known = stored ? readKnown(prepared.part, stored, item.text) : null;
    const question = pending.get(key);
    if (known) found.set(key, known);
    else if (question) awaited.set(key, question);
    else unknown.set(key, item);
  }
  const asked = askAndKeep(unknown, prepared, judging, options);
  const [own] = await Promise.all([asked, Promise.allSettled(awaited.values())]);
  if (awaited.size === 0) return new Map([...found, ...own]);
  // Their verdicts are stored now. This answer asks for failed ones again, unless it failed first.
  const rest = new Map([...prepared.toJudge].filter(([key]) => awaited.has(key)));
  return new Map([
    ...found,
    ...own,
    ...(await findVerdicts({ ...prepared, toJudge: rest }, judging, options)),
  ]);
}

async function askAndKeep(
  items: Items,
  { part, topic, control }: PreparedPart,
  { judge, store }: VerdictSource,
  { signal, onQuestion, onRepeat }: ScoreOptions,
): Promise<VerdictsByKey> {
  if (items.size === 0) return new Map();
  const pending = pendingOf(store);
  const keys = [...items.keys()];
  const replies = judgeItems({
    judge,
    topic,
    items: [...items.values()],
    control,
    signal,
    onQuestion: onQuestion && ((question) => onQuestion('analyze', question)),
    onRepeat,
  });
  for (const key of keys) pending.set(key, replies);
  try {
    const verdicts = (await replies).map((given) => toVerdict(part, given));
    const byKey = new Map(keys.map((key, at) => [key, verdicts[at] ?? missing()]));
    for (const [key, verdict] of byKey) store.keepVerdict(key, verdict);
    return byKey;
  } finally {
    for (const key of keys) pending.delete(key);
  }
}

export function missing(): never {
  throw new ProviderError('the judge left an item without a verdict', { kind: 'judge-incomplete' });
}

/**
 * One more verdict on some items, past every store. Each draw asks in another order and with another control, so that the
 * judge does not repeat its reply: odd draws ask the wanted items in reverse, even ones all items from the middle.
 */
export async function judgeAgain(
  { part, toJudge, topic, control }: PreparedPart,
  again: { readonly judge: Judge; readonly keys: ReadonlySet<string>; readonly draw: number },
  { signal, onRepeat }: ScoreOptions,
): Promise<VerdictsByKey> {
  const { judge, keys, draw } = again;
  const all = [...toJudge];
  const wanted = all.filter(([key]) => keys.has(key));
  if (wanted.length === 0) return new Map();
  const middle = Math.ceil(all.length / 2);
  const asked = draw % 2 === 1 ? wanted.toReversed() : [...all.slice(middle), ...all.slice(0, middle)];
  const items = asked.map(([, item]) => item);
  const given = await judgeItems({ judge, topic: { ...topic, draw }, items, control, signal, onRepeat });
  const verdicts = given.map((each, at) => [asked[at]?.[0] ?? '', toVerdict(part, each)] as const);
  return new Map(verdicts.filter(([key]) => keys.has(key)));
}

const pendingByStore = new WeakMap<VerdictStore, Map<string, Promise<unknown>>>();

/** Pending questions by item. Base and head share one store. */
function pendingOf(store: VerdictStore): Map<string, Promise<unknown>> {
  const known = pendingByStore.get(store) ?? new Map<string, Promise<unknown>>();
  pendingByStore.set(store, known);
  return known;
}
