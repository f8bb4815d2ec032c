import { ProviderError } from '../../model/errors.js';
import type { Judge, VerdictStore } from '../../model/judge.js';
import { omitUndefined } from '../../model/omit-undefined.js';
import type { Verdict } from '../../model/verdict.js';
import type { ScoreOptions } from '../scorer.js';
import { adoptVerdict, buildRepeatKey, hasRepeats, toVerdict } from './item-spec.js';
import {
  buildPlainQuestion,
  createItemsAsker,
  type ItemVerdict,
  type QuestionItems,
  REPEATS,
  SKIP,
} from './items-question.js';
import { type ControlItems, judgeItems } from './judge-items.js';
import type { KeyedItem, PreparedPart } from './prepare-parts.js';
import { FORGED_PLACEHOLDER } from './split-answer.js';

type VerdictSource = { readonly judge: Judge; readonly store: VerdictStore };
type VerdictsByKey = ReadonlyMap<string, Verdict>;

/** Verdicts for items by key: from the store, from another answer's pending question, else from the judge. */
export async function findVerdicts(
  prepared: PreparedPart,
  judging: VerdictSource,
  options: ScoreOptions,
  wanted: readonly string[] = [...prepared.toJudge.keys()],
): Promise<VerdictsByKey> {
  const pending = listPendingQuestions(judging.store);
  const verdictsByKey = new Map<string, Verdict>();
  const unknown: string[] = [];
  const awaited = new Map<string, Promise<unknown>>();
  for (const key of wanted) {
    const storedVerdict = findStoredVerdict(prepared, key, judging.store);
    const question = pending.get(key);
    if (storedVerdict) verdictsByKey.set(key, storedVerdict);
    else if (question) awaited.set(key, question);
    else unknown.push(key);
  }
  const answers = askAndStore(unknown, prepared, judging, options);
  const [own] = await Promise.all([answers, Promise.allSettled(awaited.values())]);
  if (awaited.size === 0) return new Map([...verdictsByKey, ...own]);
  // Their verdicts are stored now. This answer asks for failed ones again, unless it failed first.
  const rest = await findVerdicts(prepared, judging, options, [...awaited.keys()]);
  return new Map([...verdictsByKey, ...own, ...rest]);
}

/** A piece that repeats one further above is judged again. */
const MAX_REPEAT_DISTANCE = 100;

/** The stored verdict: on the piece as a repetition of an earlier one, else on the piece alone. */
function findStoredVerdict(
  { part, items, toJudge }: PreparedPart,
  key: string,
  store: VerdictStore,
): Verdict | null {
  const text = toJudge.get(key)?.text ?? '';
  if (hasRepeats(part)) {
    const at = items.findIndex((item) => item.key === key);
    const above = items.slice(Math.max(0, at - MAX_REPEAT_DISTANCE), at);
    const repeated = above.find((item) => store.verdict(buildRepeatKey(key, item.key)) !== undefined);
    if (repeated !== undefined) return createRepeatVerdict(repeated.key);
  }
  const stored = store.verdict(key);
  return stored ? adoptVerdict(part, stored, text) : null;
}

/** The verdict on a piece that only repeats the one with this key. */
function createRepeatVerdict(key: string): Verdict {
  return { result: 'yes', label: REPEATS, reason: key };
}

async function askAndStore(
  keys: readonly string[],
  prepared: PreparedPart,
  { judge, store }: VerdictSource,
  { signal, onQuestion, onRepeat }: ScoreOptions,
): Promise<VerdictsByKey> {
  if (keys.length === 0) return new Map();
  const { part, topic, control } = prepared;
  const pending = listPendingQuestions(store);
  const shown = hasRepeats(part) ? prepared.items : filterItems(prepared, keys);
  const items: QuestionItems = {
    all: shown.map((item) =>
      omitUndefined({
        text: item.hostile ? FORGED_PLACEHOLDER : item.text,
        isCall: item.isCall,
        isSkipped: store.verdict(item.key)?.label === SKIP ? true : undefined,
      }),
    ),
    due: keys.map((key) => shown.findIndex((item) => item.key === key)),
  };
  const replies = judgeItems({
    judge,
    name: topic.name,
    items: { count: keys.length, many: topic.itemsKey },
    ask: createItemsAsker(topic, items, control),
    slip: describeSlip(control),
    signal,
    onBatch: (group) => onQuestion?.('analyze', buildPlainQuestion(topic, items, group)),
    onRepeat,
  });
  for (const key of keys) pending.set(key, replies);
  try {
    const verdicts = await replies;
    const byKey = new Map<string, Verdict>();
    for (const [at, key] of keys.entries()) {
      const answer = verdicts[at] ?? throwMissingVerdict();
      const repeated = answer.of === undefined ? undefined : shown[answer.of];
      const verdict = repeated === undefined ? toVerdict(part, answer) : createRepeatVerdict(repeated.key);
      byKey.set(key, verdict);
      if (repeated === undefined) store.keepVerdict(key, verdict);
      // With both texts in its key, so that the same sentence alone keeps its own verdict.
      else store.keepVerdict(buildRepeatKey(key, repeated.key), { result: 'yes', label: SKIP, reason: '' });
    }
    return byKey;
  } finally {
    for (const key of keys) pending.delete(key);
  }
}

function filterItems({ items }: PreparedPart, keys: readonly string[]): readonly KeyedItem[] {
  return keys.flatMap((key) => items.find((item) => item.key === key) ?? []);
}

function describeSlip(control: ControlItems | null): string {
  return control?.slip ?? '';
}

export function throwMissingVerdict(): never {
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
  const questions = draw % 2 === 1 ? wanted.toReversed() : [...all.slice(middle), ...all.slice(0, middle)];
  const items: QuestionItems = { all: questions.map(([, item]) => item), due: [...questions.keys()] };
  const itemVerdicts = await judgeItems({
    judge,
    name: topic.name,
    items: { count: questions.length, many: topic.itemsKey },
    ask: createItemsAsker({ ...topic, draw }, items, control),
    slip: describeSlip(control),
    signal,
    onRepeat,
  });
  const verdicts = questions.map(
    ([key], at) => [key, toVerdict(part, findVerdictAt(itemVerdicts, at))] as const,
  );
  return new Map(verdicts.filter(([key]) => keys.has(key)));
}

/** The verdict at a place; of a piece that repeats another, that one's. */
function findVerdictAt(itemVerdicts: readonly ItemVerdict[], place: number): ItemVerdict {
  const verdict = itemVerdicts[place] ?? throwMissingVerdict();
  return verdict.of === undefined ? verdict : findVerdictAt(itemVerdicts, verdict.of);
}

const pendingByStore = new WeakMap<VerdictStore, Map<string, Promise<unknown>>>();

/** Pending questions by item. Base and head share one store. */
function listPendingQuestions(store: VerdictStore): Map<string, Promise<unknown>> {
  const questionsByKey = pendingByStore.get(store) ?? new Map<string, Promise<unknown>>();
  pendingByStore.set(store, questionsByKey);
  return questionsByKey;
}
