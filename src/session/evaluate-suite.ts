import { compareDatasets, warnOfRemoved } from '../decide/compare/dataset-changes.js';
import { concludeRecords, decideSuite, nextAsk, reviewSuite } from '../decide/conclude.js';
import { decideNotEvaluated, decideUnchanged } from '../decide/gate/decision-table.js';
import type { Decision } from '../ports/decision.js';
import type { Edges } from '../ports/edges.js';
import type { Journal } from '../ports/journal.js';
import type { Spent } from '../ports/report.js';
import type { CallPlan } from '../ports/spending.js';
import type { PreparedSuite, ReadySuite } from '../ports/suite-run.js';
import { addSpent } from '../produce/cost.js';
import { type Known, lookAgain, nothingConfirmed } from '../produce/look-again.js';
import { openBase } from '../produce/open-base.js';
import { leastCalls } from '../produce/plan-run.js';
import { produce } from '../produce/produce.js';
import type { SoughtBaseline } from '../produce/rejudge-base.js';
import { renderCallEstimate } from '../report/call-estimate.js';
import type { SuiteJudging } from './open-suite-judging.js';
import type { SuiteOutcome } from './session.js';

/** The gate is asked no more often than this; then it decides on what there is. */
const MOST_ROUNDS = 30;

/**
 * Produce and decide: the base's record, the head's, both compared, the gate asked; and again while it wants to see more
 * before it decides.
 */
export async function evaluateSuite(
  run: ReadySuite,
  start: {
    readonly judging: SuiteJudging;
    readonly journal: Journal;
    readonly found: SoughtBaseline;
    readonly plan: CallPlan;
  },
  edges: Edges,
): Promise<SuiteOutcome> {
  const { suite, files, changes } = run;
  const { judging, journal, found, plan } = start;
  if (found.kind === 'record') judging.learn(found.record);
  edges.log.info(renderCallEstimate(plan, edges.budget.left()));
  const short = edges.budget.shortfall(leastCalls(plan));
  if (short !== null) {
    return notEvaluated(run, { kind: 'inconclusive', reason: `${short.message}, so nothing was asked` });
  }

  const { cases, tasks, taskSource } = files;
  const produced = { suite, cases, tasks, taskSource, judging, journal };
  const baseline = await openBase(found, run, { ...produced, samples: plan.baseSamples }, edges);
  if (baseline.kind === 'failed') {
    const { reason, tried } = baseline;
    const kind = tried?.stopped?.kind === 'budget' ? 'inconclusive' : 'error';
    return notEvaluated(run, { kind, reason, spent: tried && addSpent(tried, null, edges.prices) });
  }

  const dataset = compareDatasets(baseline, files);
  const told = [...judging.notes, ...files.notes, ...baseline.notes, ...warnOfRemoved(dataset)];
  // The base's scorers and the base's agent may run with the same other packages.
  const notes = [...new Set(told)];
  const asked = { ...produced, side: run.head, watched: run.watched.head };
  const first = await produce({ ...asked, samples: plan.headSamples, previous: null }, edges);
  let known: Known = {
    head: first,
    base: baseline.record,
    confirmed: nothingConfirmed(judging),
    notes: [],
    votes: [],
  };
  for (let round = 0; ; round += 1) {
    const { head, base, confirmed } = known;
    const mayAsk = round < MOST_ROUNDS && head.stopped === null;
    const concluded = concludeRecords({
      scorers: suite.scorers,
      head,
      base,
      baseline: baseline.used,
      canSample: mayAsk && plan.maxHeadSamples > 0,
      ...(mayAsk && { confirmed }),
    });
    const ask = nextAsk(concluded);
    if (ask === null) {
      const decided = reviewSuite(decideSuite(concluded, known.notes, known.votes), [
        ...run.review,
        ...judging.review,
      ]);
      const spent = addSpent(head, baseline.ranNow ? base : null, edges.prices);
      const changed = dataset === null ? {} : { dataset };
      const said = {
        suite: suite.name,
        ...decided,
        baseline: baseline.used,
        head,
        spent,
        ...changed,
        changes,
        notes: [...notes, ...journal.notes()],
      };
      return { head, report: { kind: 'evaluated', ...said } };
    }
    known = await lookAgain(ask, known, asked, edges);
  }
}

/** No watched file changed: nothing is run. */
export function unchanged(run: PreparedSuite): SuiteOutcome {
  return unmeasured(run, 'unchanged', decideUnchanged());
}

/** An evaluation was due and could not begin. */
export function notEvaluated(
  run: PreparedSuite,
  why: {
    readonly kind: 'error' | 'inconclusive';
    readonly reason: string;
    readonly spent?: Spent | undefined;
  },
): SuiteOutcome {
  const { kind, reason, spent } = why;
  return unmeasured(run, 'not-evaluated', decideNotEvaluated({ kind, reason }), spent);
}

function unmeasured(
  { suite, changes, review }: PreparedSuite,
  kind: 'unchanged' | 'not-evaluated',
  decision: Decision,
  spent?: Spent,
): SuiteOutcome {
  const costs = spent === undefined ? {} : { spent };
  const said = { kind, suite: suite.name, decision, changes, notes: [], ...costs };
  return { head: null, report: reviewSuite(said, review) };
}
