import { confirmVerdicts } from '../judging/confirm-verdicts.js';
import { askedOf } from '../judging/judge-answer.js';
import type { Judging } from '../judging/open-judging.js';
import type { Matches } from '../ports/comparison.js';
import type { Confirmed, GateAsk, MatchAsk } from '../ports/decision.js';
import type { Effects } from '../ports/effects.js';
import type { RunRecord } from '../ports/run-record.js';
import type { ItemWords } from '../scorers/about-scorer.js';
import { wordsOf } from '../scorers/measure-words.js';
import { isStatementScorer } from '../scorers/scorer.js';
import { counted } from '../text/counts.js';
import { runPool } from '../workers/work-pool.js';
import { type ProducePlan, produce } from './produce.js';
import { sampleCases } from './sample-cases.js';
import { startMeter } from './spending.js';
import { whatStopped } from './stop-reason.js';
import { WORK_PER_CALL } from './take-samples.js';

/** What is known when the gate is asked. */
export type Known = {
  readonly head: RunRecord;
  readonly base: RunRecord | null;
  readonly confirmed: Confirmed;
  /** What the judge found in other words; `null` where it cannot search. */
  readonly matches: Matches | null;
  /** Further runs of every case, and why, one line each. */
  readonly notes: readonly string[];
  /** What became of verdicts on cases that looked broken. */
  readonly votes: readonly string[];
};

type Plan = Omit<ProducePlan, 'samples' | 'previous'>;

/** Nothing was judged again yet; of scorers whose items cannot be, nothing ever is. */
export function nothingConfirmed({ scorers }: Pick<Judging, 'scorers'>): Confirmed {
  return new Map(scorers.filter(isStatementScorer).map(({ id }) => [id, new Set<string>()]));
}

/**
 * Gets what is to be known: samples of the whole suite, of single cases, the judge's second look, or what it finds in
 * other words.
 */
export async function lookAgain(
  ask: Exclude<GateAsk, { readonly kind: 'control' }> | MatchAsk,
  known: Known,
  plan: Plan,
  effects: Effects,
): Promise<Known> {
  if (ask.kind === 'match') return searchCases(ask, known, plan, effects);
  effects.log.info(ask.why);
  const { head, notes } = known;
  if (ask.kind === 'confirm') return confirmCases(ask, known, plan, effects);
  const { cases, upTo } = ask;
  if (cases !== 'all') {
    // What came of it is said by the gate once it has decided.
    return { ...known, head: await sampleCases({ record: head, cases, upTo }, plan, effects) };
  }
  return {
    ...known,
    head: await produce({ ...plan, samples: upTo, previous: head }, effects),
    notes: [...notes, ask.why],
  };
}

/** What cannot be searched is known as such: words alone then decide, and the comment says so. */
async function searchCases(
  { searches }: MatchAsk,
  known: Known,
  { cases, judging }: Plan,
  effects: Effects,
): Promise<Known> {
  const { match } = judging;
  const found = new Map(known.matches);
  if (match === null) return known;
  const meter = startMeter(judging, effects);
  const rows = new Map(cases.map((row) => [row.id, row]));
  const options = { signal: effects.signal, log: effects.log };
  await runPool({
    items: searches,
    concurrency: Math.ceil(effects.maxConcurrency * WORK_PER_CALL),
    // A run whose time is up is told what was found until then, and not thrown away.
    signal: new AbortController().signal,
    run: async ([id, wanted]) => {
      const { input = '', history = [] } = rows.get(id) ?? {};
      const matches = await match({ input, history, searches: wanted }, options);
      found.set(id, [...(found.get(id) ?? []), ...matches]);
    },
  });
  return { ...known, head: { ...known.head, ...meter.addedTo(known.head) }, matches: found };
}

async function confirmCases(
  { cases, scorer }: Pick<Extract<GateAsk, { kind: 'confirm' }>, 'cases' | 'scorer'>,
  known: Known,
  { cases: rows, tasks, judging }: Plan,
  effects: Effects,
): Promise<Known> {
  const meter = startMeter(judging, effects);
  const byId = new Map(rows.map((row) => [row.id, row]));
  try {
    const { head, base, statements, changed } = await confirmVerdicts({
      head: known.head,
      base: known.base,
      cases,
      scorer,
      judging,
      askedOf: (id) => {
        const row = byId.get(id);
        return row === undefined ? null : askedOf(row, tasks);
      },
      signal: effects.signal,
      log: effects.log,
    });
    const note = noteVote({ cases: cases.length, statements, changed, items: wordsOf(head, scorer).items });
    const before = known.confirmed.get(scorer) ?? [];
    const confirmed = new Map(known.confirmed).set(scorer, new Set([...before, ...cases]));
    return {
      ...known,
      head: { ...head, ...meter.addedTo(head) },
      base,
      confirmed,
      votes: [...known.votes, ...note],
    };
  } catch (thrown) {
    const { kind, message } = whatStopped(thrown, effects.signal);
    // A case must not be called broken by a judge that could not be asked a second time.
    const line = `the verdicts on cases that look broken could not be confirmed: ${message}`;
    const stopped = { kind, reason: effects.redact(line) };
    return { ...known, head: { ...known.head, ...meter.addedTo(known.head), stopped } };
  }
}

/** What became of the verdicts that were put to the judge twice more, for the report; nothing where there were none. */
export function noteVote(vote: {
  readonly cases: number;
  readonly statements: number;
  readonly changed: number;
  readonly items: ItemWords;
}): readonly string[] {
  const { cases, statements, changed, items } = vote;
  if (statements === 0) return [];
  const one = statements === 1;
  const came =
    changed === 0
      ? `the ${one ? 'verdict' : 'verdicts'} stood`
      : `by majority ${one ? 'it' : `${changed} of them`} ${changed === 1 ? 'is' : 'are'} not ${items.bad}`;
  const what = one ? `The one ${items.bad} ${items.one}` : `The ${statements} ${items.bad} ${items.many}`;
  return [`${what} of ${counted(cases, 'case')} ${one ? 'was' : 'were'} judged twice more: ${came}.`];
}
