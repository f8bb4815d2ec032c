import { compareDatasets, warnOfRemoved } from '../decide/compare/dataset-changes.js';
import { concludeRecords, decideSuite, nextAsk } from '../decide/conclude.js';
import { decideNotEvaluated, decideUnchanged } from '../decide/gate/decision-table.js';
import type { Decision } from '../ports/decision.js';
import type { Edges } from '../ports/edges.js';
import type { Spent, SuiteReport } from '../ports/report.js';
import type { RunRecord } from '../ports/run-record.js';
import type { PreparedSuite } from '../ports/suite-run.js';
import { addSpent } from '../produce/add-spent.js';
import { type Known, lookAgain, nothingConfirmed } from '../produce/look-again.js';
import { openBase, seekBaseline } from '../produce/open-base.js';
import { leastCalls, planRun } from '../produce/plan-run.js';
import { produce } from '../produce/produce.js';
import { renderCallEstimate } from '../report/call-estimate.js';
import { openSuiteJudging } from './open-suite-judging.js';

/** The gate is asked no more often than this; then it decides on what there is. */
const MOST_ROUNDS = 30;

/** What a suite's run leaves behind. */
export type SuiteOutcome = {
  readonly report: SuiteReport;
  /** The head's record; `null` where nothing was run. */
  readonly head: RunRecord | null;
};

/**
 * THE STORY: one suite, from its files to its decision.
 *
 * inputs → plan → answer → judge → run record → compare → gate, and again while the gate wants more samples.
 * Storing and publishing are the shells' last steps.
 */
export async function runSuite(run: PreparedSuite, edges: Edges): Promise<SuiteOutcome> {
  const { suite, purpose, changes } = run;
  if (run.status === 'unchanged') return unmeasured(run, 'unchanged', decideUnchanged());
  if (run.status === 'cannot-run') return notEvaluated(run, 'inconclusive', run.reason);
  const { cases, tasks, taskSource } = run.files;

  await using judging = await openSuiteJudging(suite, run, edges);
  const found = await seekBaseline(run, judging, edges);
  if (found === 'stored-already') return unmeasured(run, 'unchanged', decideUnchanged());
  if (found.kind === 'record') judging.learn(found.record);
  const base = found.kind === 'unreadable' ? 'none' : found.kind;
  const rejudged = found.kind === 'record' ? found.again : null;
  const plan = planRun({ suite, cases: cases.length, purpose, base, rejudged });
  edges.log.info(renderCallEstimate(plan, edges.budget.left()));
  const short = edges.budget.shortfall(leastCalls(plan));
  if (short !== null) return notEvaluated(run, 'inconclusive', `${short.message}, so nothing was asked`);

  const produced = { suite, cases, tasks, taskSource, judging };
  const baseline = await openBase(found, run, { ...produced, samples: plan.baseSamples }, edges);
  if (baseline.kind === 'failed') {
    const { reason, tried } = baseline;
    const kind = tried?.stopped?.kind === 'budget' ? 'inconclusive' : 'error';
    return notEvaluated(run, kind, reason, tried && addSpent(tried, null, edges.prices));
  }

  const dataset = compareDatasets(baseline, run.files);
  const notes = [
    ...changes,
    ...judging.notes,
    ...run.files.notes,
    ...baseline.notes,
    ...warnOfRemoved(dataset),
  ];
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
      const decided = decideSuite(concluded, known.notes, known.votes);
      const spent = addSpent(head, baseline.ranNow ? base : null, edges.prices);
      const changed = dataset === null ? {} : { dataset };
      const said = { suite: suite.name, ...decided, baseline: baseline.used, head, spent, ...changed, notes };
      return { head, report: { kind: 'evaluated', ...said } };
    }
    known = await lookAgain(ask, known, asked, edges);
  }
}

function notEvaluated(
  run: PreparedSuite,
  kind: 'error' | 'inconclusive',
  reason: string,
  spent?: Spent,
): SuiteOutcome {
  return unmeasured(run, 'not-evaluated', decideNotEvaluated({ kind, reason }), spent);
}

function unmeasured(
  { suite, changes: notes }: PreparedSuite,
  kind: 'unchanged' | 'not-evaluated',
  decision: Decision,
  spent?: Spent,
): SuiteOutcome {
  const costs = spent === undefined ? {} : { spent };
  return { head: null, report: { kind, suite: suite.name, decision, notes, ...costs } };
}
