import { confirmVerdicts } from '../judging/confirm-verdicts.js';
import { askedOf } from '../judging/judge-answer.js';
import type { Judging } from '../judging/open-judging.js';
import { addUsage, subtractUsage } from '../ports/answer.js';
import type { Confirmed, GateAsk } from '../ports/decision.js';
import type { Edges } from '../ports/edges.js';
import { ProviderError } from '../ports/errors.js';
import type { RunRecord } from '../ports/run-record.js';
import type { ItemWords } from '../scorers/about-scorer.js';
import { wordsOf } from '../scorers/measure-words.js';
import { isStatementScorer } from '../scorers/scorer.js';
import { type ProducePlan, produce } from './produce.js';
import { sampleCases } from './sample-cases.js';

/** What is known when the gate is asked. */
export type Known = {
  readonly head: RunRecord;
  readonly base: RunRecord | null;
  readonly confirmed: Confirmed;
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

/** Gets what the gate wants to know: samples of the whole suite, of single cases, or the judge's second look. */
export async function lookAgain(ask: GateAsk, known: Known, plan: Plan, edges: Edges): Promise<Known> {
  edges.log.info(ask.why);
  const { head, notes } = known;
  if (ask.kind === 'confirm') return confirmCases(ask, known, plan, edges);
  const { cases, upTo } = ask;
  if (cases !== 'all') {
    // What came of it is said by the gate once it has decided.
    return { ...known, head: await sampleCases({ record: head, cases, upTo }, plan, edges) };
  }
  return {
    ...known,
    head: await produce({ ...plan, samples: upTo, previous: head }, edges),
    notes: [...notes, ask.why],
  };
}

async function confirmCases(
  { cases, scorer }: Pick<Extract<GateAsk, { kind: 'confirm' }>, 'cases' | 'scorer'>,
  known: Known,
  { cases: rows, tasks, judging }: Plan,
  edges: Edges,
): Promise<Known> {
  const startedAt = edges.now();
  const spentBefore = judging.spent();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const withSpent = (head: RunRecord): RunRecord => {
    const judge = subtractUsage(judging.spent().usage, spentBefore.usage);
    const seconds = (edges.now().getTime() - startedAt.getTime()) / 1000;
    return {
      ...head,
      usage: { ...head.usage, judge: addUsage(head.usage.judge, judge) },
      seconds: head.seconds + seconds,
    };
  };
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
      signal: edges.signal,
      log: edges.log,
    });
    const note = noteVote({ cases: cases.length, statements, changed, items: wordsOf(head, scorer).items });
    const before = known.confirmed.get(scorer) ?? [];
    const confirmed = new Map(known.confirmed).set(scorer, new Set([...before, ...cases]));
    return { ...known, head: withSpent(head), base, confirmed, votes: [...known.votes, ...note] };
  } catch (thrown) {
    const reason: unknown = edges.signal.aborted ? edges.signal.reason : thrown;
    if (!(reason instanceof ProviderError)) throw reason;
    // A case must not be called broken by a judge that could not be asked a second time.
    const line = `the verdicts on cases that look broken could not be confirmed: ${reason.message}`;
    const stopped = { kind: reason.kind, reason: edges.redact(line) };
    return { ...known, head: { ...withSpent(known.head), stopped } };
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
  const whose = cases === 1 ? 'a case that looked broken' : `${cases} cases that looked broken`;
  const one = statements === 1;
  const came =
    changed === 0
      ? `the ${one ? 'verdict' : 'verdicts'} stood`
      : `by majority ${one ? 'it' : `${changed} of them`} ${changed === 1 ? 'is' : 'are'} not ${items.bad}`;
  const what = one ? `The one ${items.bad} ${items.one}` : `The ${statements} ${items.bad} ${items.many}`;
  return [`${what} of ${whose} ${one ? 'was' : 'were'} judged twice more: ${came}.`];
}
