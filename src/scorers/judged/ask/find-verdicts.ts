import { ProviderError } from '../../../ports/errors.js';
import type { ExtractedStatement, Judge, VerdictStore } from '../../../ports/judge.js';
import type { Verdict } from '../../../ports/verdict.js';
import type { ScoreOptions } from '../../scorer.js';
import type { ControlChooser } from '../controls/control-statement.js';
import type { ItemsTopic, ItemVerdict } from './items-question.js';
import { judgeItems, type LaxBudget } from './judge-items.js';

/** Items that are due to be judged, and all that a judge is asked about them with. */
export type PreparedItems<Label extends string = string> = {
  /** By key, the texts that a judge has to decide on. */
  readonly toJudge: ReadonlyMap<string, string>;
  readonly topic: ItemsTopic<Label>;
  /** @param seed Another one gives other control items at other places. */
  readonly controls: (seed: string) => ControlChooser<Label>;
  /** What a judge does that gets a control item wrong, in words. */
  readonly slip: string;
  readonly toVerdict: (given: ItemVerdict<Label>) => Verdict;
  /** A verdict that is known already, as this scorer reads it; `null` where it cannot. */
  readonly readKnown: (verdict: Verdict) => Verdict | null;
};

export type KeyedJudging = {
  readonly judge: Judge;
  readonly store: VerdictStore;
  readonly laxBudget: LaxBudget;
};

/**
 * Verdicts for items given by key. What the store knows is not asked; what another sample is asking right now is
 * waited for; the rest is asked and kept.
 */
export async function findVerdicts<Label extends string>(
  prepared: PreparedItems<Label>,
  judging: KeyedJudging,
  options: ScoreOptions,
): Promise<ReadonlyMap<string, Verdict>> {
  const { toJudge: texts, readKnown } = prepared;
  const found = new Map<string, Verdict>();
  const unknown = new Map<string, string>();
  const awaited: { readonly key: string; readonly verdict: Promise<Verdict> }[] = [];
  const { verdicts: inFlight } = inFlightOf(judging.store);
  for (const [key, text] of texts) {
    const stored = judging.store.verdict(key);
    const known = stored && readKnown(stored);
    const verdict = inFlight.get(key);
    if (known) found.set(key, known);
    else if (verdict) awaited.push({ key, verdict });
    else unknown.set(key, text);
  }
  const asked = unknown.size > 0 ? askAndKeep(unknown, prepared, judging, options) : null;
  const others = await Promise.allSettled(awaited.map(({ verdict }) => verdict));
  const left = new Map<string, string>();
  others.forEach((outcome, index) => {
    const key = awaited[index]?.key ?? '';
    const verdict = outcome.status === 'fulfilled' ? readKnown(outcome.value) : null;
    if (verdict !== null) found.set(key, verdict);
    else if (outcome.status === 'fulfilled') left.set(key, texts.get(key) ?? '');
    else if (isFinal(outcome.reason)) throw outcome.reason;
    // The other sample's answer may have spoilt its batch: that is no reason for this one to go without.
    else left.set(key, texts.get(key) ?? '');
  });
  for (const [key, verdict] of (await asked) ?? []) found.set(key, verdict);
  if (left.size > 0) {
    for (const [key, verdict] of await askAndKeep(left, prepared, judging, options)) found.set(key, verdict);
  }
  return found;
}

function isFinal(error: unknown): boolean {
  return !(error instanceof ProviderError) || error.fatal || error.kind === 'aborted';
}

async function askAndKeep<Label extends string>(
  texts: ReadonlyMap<string, string>,
  { topic, controls, slip, toVerdict }: PreparedItems<Label>,
  { judge, store, laxBudget }: KeyedJudging,
  options: ScoreOptions,
): Promise<ReadonlyMap<string, Verdict>> {
  const { verdicts: inFlight } = inFlightOf(store);
  const keys = [...texts.keys()];
  const { onQuestion, onRepeat } = options;
  const replies = judgeItems({
    judge,
    topic,
    items: [...texts.values()],
    chooseControls: controls(''),
    slip,
    laxBudget,
    signal: options.signal,
    log: options.log,
    onQuestion: onQuestion && ((question) => onQuestion('analyze', question)),
    onRepeat,
  }).then((list) => list.map(toVerdict));
  keys.forEach((key, index) => {
    const verdict = replies.then((list) => {
      const own = list[index];
      if (own) return own;
      throw new ProviderError('the judge left an item without a verdict', { kind: 'judge-incomplete' });
    });
    // Nobody may be waiting for it; the failure is reported by this call.
    verdict.catch(() => undefined);
    inFlight.set(key, verdict);
  });
  try {
    const list = await replies;
    const found = new Map<string, Verdict>();
    list.forEach((verdict, index) => {
      const key = keys[index] ?? '';
      store.keepVerdict(key, verdict);
      found.set(key, verdict);
    });
    return found;
  } finally {
    for (const key of keys) inFlight.delete(key);
  }
}

/**
 * One more verdict on some items, past every store. So that a judge without variance does not give
 * its first reply once more, each draw asks in another order, among other neighbours and with other controls: odd draws
 * the wanted items alone, from the last to the first; even ones among all items, from the middle.
 *
 * @param again.keys The wanted items; what is not among them, or no judge decides on, is left out.
 * @param again.draw 1 for the first repeat.
 */
export async function judgeAgain<Label extends string>(
  { toJudge, topic, controls, slip, toVerdict }: PreparedItems<Label>,
  again: {
    readonly judge: Judge;
    readonly keys: ReadonlySet<string>;
    readonly draw: number;
    readonly laxBudget: LaxBudget;
  },
  { signal, log, onRepeat }: ScoreOptions,
): Promise<ReadonlyMap<string, Verdict>> {
  const { judge, keys, draw, laxBudget } = again;
  const all = [...toJudge];
  const wanted = all.filter(([key]) => keys.has(key));
  if (wanted.length === 0) return new Map();
  const middle = Math.ceil(all.length / 2);
  const asked = draw % 2 === 1 ? wanted.toReversed() : [...all.slice(middle), ...all.slice(0, middle)];
  const verdicts = await judgeItems({
    judge,
    topic: { ...topic, draw },
    items: asked.map(([, text]) => text),
    chooseControls: controls(` draw ${draw}`),
    slip,
    laxBudget,
    signal,
    log,
    onRepeat,
  });
  return new Map(
    asked.flatMap(([key], index): [string, Verdict][] => {
      const given = verdicts[index];
      return given !== undefined && keys.has(key) ? [[key, toVerdict(given)]] : [];
    }),
  );
}

/** What is being asked right now, by key: samples that need the same wait for one call. */
type InFlight = {
  readonly verdicts: Map<string, Promise<Verdict>>;
  readonly extractions: Map<string, Promise<readonly ExtractedStatement[]>>;
};

const inFlight = new WeakMap<VerdictStore, InFlight>();

/** Base and head have scorers of their own and share one store: what is in flight belongs to the store. */
export function inFlightOf(store: VerdictStore): InFlight {
  let known = inFlight.get(store);
  if (!known) {
    known = { verdicts: new Map(), extractions: new Map() };
    inFlight.set(store, known);
  }
  return known;
}
