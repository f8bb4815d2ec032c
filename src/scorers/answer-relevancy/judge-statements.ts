import { ProviderError } from '../../model/errors.js';
import type { Judge, VerdictStore } from '../../model/judge.js';
import type { Verdict, VerdictLabel } from '../../model/verdict.js';
import type { ControlChooser } from '../protocol/control-statement.js';
import type { ItemsTopic } from '../protocol/items-question.js';
import { judgeItems } from '../protocol/judge-items.js';
import type { LaxBudget } from '../protocol/lax-budget.js';
import type { ScoreOptions } from '../scorer.js';
import { inFlightOf } from './in-flight.js';

export type StatementJudging = {
  readonly judge: Judge;
  readonly store: VerdictStore;
  readonly topic: ItemsTopic<VerdictLabel>;
  readonly chooseControl: ControlChooser;
  readonly laxBudget: LaxBudget;
};

/**
 * Verdicts for statements given by key. What the store knows is not asked; what another sample is asking right now is
 * waited for; the rest is asked and kept.
 */
export async function judgeStatements(
  texts: ReadonlyMap<string, string>,
  judging: StatementJudging,
  options: ScoreOptions,
): Promise<ReadonlyMap<string, Verdict>> {
  const found = new Map<string, Verdict>();
  const unknown = new Map<string, string>();
  const awaited: { readonly key: string; readonly verdict: Promise<Verdict> }[] = [];
  const { verdicts: inFlight } = inFlightOf(judging.store);
  for (const [key, text] of texts) {
    const known = judging.store.verdict(key);
    const verdict = inFlight.get(key);
    if (known) found.set(key, known);
    else if (verdict) awaited.push({ key, verdict });
    else unknown.set(key, text);
  }
  const asked = unknown.size > 0 ? askAndKeep(unknown, judging, options) : null;
  const others = await Promise.allSettled(awaited.map(({ verdict }) => verdict));
  const left = new Map<string, string>();
  others.forEach((outcome, index) => {
    const key = awaited[index]?.key ?? '';
    if (outcome.status === 'fulfilled') found.set(key, outcome.value);
    else if (isFinal(outcome.reason)) throw outcome.reason;
    // The other sample's answer may have spoilt its batch: that is no reason for this one to go without.
    else left.set(key, texts.get(key) ?? '');
  });
  for (const [key, verdict] of (await asked) ?? []) found.set(key, verdict);
  if (left.size > 0) {
    for (const [key, verdict] of await askAndKeep(left, judging, options)) found.set(key, verdict);
  }
  return found;
}

function isFinal(error: unknown): boolean {
  return !(error instanceof ProviderError) || error.fatal || error.kind === 'aborted';
}

async function askAndKeep(
  texts: ReadonlyMap<string, string>,
  { judge, store, topic, chooseControl, laxBudget }: StatementJudging,
  options: ScoreOptions,
): Promise<ReadonlyMap<string, Verdict>> {
  const { verdicts: inFlight } = inFlightOf(store);
  const keys = [...texts.keys()];
  const { onQuestion } = options;
  const replies = judgeItems({
    judge,
    topic,
    items: [...texts.values()],
    chooseControl,
    controlLabel: 'no',
    laxBudget,
    signal: options.signal,
    log: options.log,
    onQuestion: onQuestion && ((question) => onQuestion('analyze', question)),
  }).then((list) => list.map(({ reason, verdict }): Verdict => ({ result: verdict, reason })));
  keys.forEach((key, index) => {
    const verdict = replies.then((list) => {
      const own = list[index];
      if (own) return own;
      throw new ProviderError('the judge left a statement without a verdict', { kind: 'judge-incomplete' });
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
