import { ProviderError } from '../../model/errors.js';
import type { Judge, VerdictStore } from '../../model/judge.js';
import type { Verdict } from '../../model/verdict.js';
import type { ScoreOptions } from '../scorer.js';
import type { AskedItem, ItemsTopic, ItemVerdict } from './items-question.js';
import { type ControlItems, judgeItems } from './judge-items.js';

/** Items to judge, with the rest of the question. */
export type PreparedItems = {
  /** The items by key. */
  readonly toJudge: ReadonlyMap<string, AskedItem>;
  readonly topic: ItemsTopic;
  readonly control: ControlItems | null;
  readonly toVerdict: (given: ItemVerdict) => Verdict;
  /** A stored verdict for this scorer; `null` if it does not apply. */
  readonly readKnown: (verdict: Verdict, item: AskedItem) => Verdict | null;
};

/** Verdicts for items by key: from the store, from a pending question, else from the judge. */
export async function findVerdicts(
  prepared: PreparedItems,
  judging: { readonly judge: Judge; readonly store: VerdictStore },
  options: ScoreOptions,
): Promise<ReadonlyMap<string, Verdict>> {
  const { found, unknown, awaited } = lookUp(prepared, judging.store);
  const asked = askAndKeep(unknown, prepared, judging, options);
  // It is awaited below, unless another failure comes first.
  asked.catch(() => undefined);
  const { given, left } = await takeOver(awaited, prepared);
  const rest = left.size === 0 ? [] : await askAndKeep(left, prepared, judging, options);
  return new Map([...found, ...given, ...(await asked), ...rest]);
}

function lookUp({ toJudge, readKnown }: PreparedItems, store: VerdictStore) {
  const found = new Map<string, Verdict>();
  const unknown = new Map<string, AskedItem>();
  const awaited = new Map<string, Promise<Verdict>>();
  const pending = pendingOf(store);
  for (const [key, item] of toJudge) {
    const stored = store.verdict(key);
    const known = stored && readKnown(stored, item);
    const verdict = pending.get(key);
    if (known) found.set(key, known);
    else if (verdict) awaited.set(key, verdict);
    else unknown.set(key, item);
  }
  return { found, unknown, awaited };
}

/** Verdicts from other runs; `left`: their failures, which this run asks for again. */
async function takeOver(
  awaited: ReadonlyMap<string, Promise<Verdict>>,
  { toJudge, readKnown }: PreparedItems,
) {
  const given = new Map<string, Verdict>();
  const left = new Map<string, AskedItem>();
  const outcomes = await Promise.allSettled(awaited.values());
  for (const [at, key] of [...awaited.keys()].entries()) {
    const outcome = outcomes[at];
    if (outcome?.status === 'rejected' && isFinal(outcome.reason)) throw outcome.reason;
    const item = toJudge.get(key) ?? { text: '' };
    const verdict = outcome?.status === 'fulfilled' ? readKnown(outcome.value, item) : null;
    if (verdict === null) left.set(key, item);
    else given.set(key, verdict);
  }
  return { given, left };
}

function isFinal(error: unknown): boolean {
  return !(error instanceof ProviderError) || error.fatal || error.kind === 'aborted';
}

async function askAndKeep(
  items: ReadonlyMap<string, AskedItem>,
  { topic, control, toVerdict }: PreparedItems,
  { judge, store }: { readonly judge: Judge; readonly store: VerdictStore },
  { signal, onQuestion, onRepeat }: ScoreOptions,
): Promise<ReadonlyMap<string, Verdict>> {
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
  }).then((list) => new Map(list.map((given, index) => [keys[index] ?? '', toVerdict(given)])));
  for (const key of keys) {
    const verdict = replies.then((list) => list.get(key) ?? missing());
    // Possibly unused; this call reports the failure.
    verdict.catch(() => undefined);
    pending.set(key, verdict);
  }
  try {
    const verdicts = await replies;
    for (const [key, verdict] of verdicts) store.keepVerdict(key, verdict);
    return verdicts;
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
  { toJudge, topic, control, toVerdict }: PreparedItems,
  again: { readonly judge: Judge; readonly keys: ReadonlySet<string>; readonly draw: number },
  { signal, onRepeat }: ScoreOptions,
): Promise<ReadonlyMap<string, Verdict>> {
  const { judge, keys, draw } = again;
  const all = [...toJudge];
  const wanted = all.filter(([key]) => keys.has(key));
  if (wanted.length === 0) return new Map();
  const middle = Math.ceil(all.length / 2);
  const asked = draw % 2 === 1 ? wanted.toReversed() : [...all.slice(middle), ...all.slice(0, middle)];
  const items = asked.map(([, item]) => item);
  const verdicts = await judgeItems({ judge, topic: { ...topic, draw }, items, control, signal, onRepeat });
  return new Map(
    asked.flatMap(([key], index): [string, Verdict][] => {
      const given = verdicts[index];
      return given !== undefined && keys.has(key) ? [[key, toVerdict(given)]] : [];
    }),
  );
}

const pendingByStore = new WeakMap<VerdictStore, Map<string, Promise<Verdict>>>();

/** Pending verdicts by key. Base and head share one store. */
function pendingOf(store: VerdictStore): Map<string, Promise<Verdict>> {
  const known = pendingByStore.get(store) ?? new Map<string, Promise<Verdict>>();
  pendingByStore.set(store, known);
  return known;
}
