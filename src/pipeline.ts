import { compareRecords } from './compare/compare-records.js';
import type { Edges } from './edges.js';
import { decideGate } from './gate/decide-gate.js';
import { decideNotEvaluated } from './gate/decide-not-evaluated.js';
import { decideUnchanged } from './gate/decide-unchanged.js';
import { openJudging } from './judge/open-judging.js';
import type { Decision } from './model/decision.js';
import type { SuiteReport } from './model/report.js';
import type { RunRecord } from './model/run-record.js';
import { openBase, seekBaseline } from './open-base.js';
import { addSpent } from './plan/add-spent.js';
import { planRun } from './plan/plan-run.js';
import { produce } from './produce.js';
import { renderCallEstimate } from './report/call-estimate.js';
import type { PreparedSuite } from './suite-run.js';

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

  const judging = openJudging({
    suite,
    chat: suite.judge.model === 'builtin' ? null : edges.chat('judge', suite.judge.provider),
    salt: String(edges.random()),
  });
  const found = await seekBaseline(run, judging, edges);
  if (found === 'stored-already') return unmeasured(run, 'unchanged', decideUnchanged());
  if (found.kind === 'record') judging.learn(found.record);
  const base = found.kind === 'unreadable' ? 'none' : found.kind;
  const rejudged = found.kind === 'record' ? (found.again?.answers ?? 0) : 0;
  const plan = planRun({ suite, cases: cases.length, purpose, base, rejudged });
  edges.log.info(renderCallEstimate(plan));

  const produced = { suite, cases, tasks, taskSource, judging };
  const baseline = await openBase(found, run, { ...produced, samples: plan.baseSamples }, edges);
  if (baseline.kind === 'failed') return notEvaluated(run, 'error', baseline.reason);

  const notes = [...changes, ...run.files.notes, ...baseline.notes];
  let head: RunRecord | null = null;
  for (let samples = plan.headSamples; ; ) {
    head = await produce(
      { ...produced, side: run.head, watched: run.watched.head, samples, previous: head },
      edges,
    );
    const { record, used } = baseline;
    const comparison = compareRecords({ head, base: record, scorer: 'answer-relevancy' });
    const canSample = samples < plan.maxHeadSamples && head.stopped === null;
    const gate = decideGate({
      comparison,
      settings: suite.gate,
      baseline: used,
      head,
      base: record,
      canSample,
    });
    if (gate.kind === 'decided') {
      const { decision } = gate;
      const spent = addSpent(head, baseline.ranNow ? record : null);
      return {
        head,
        report: {
          kind: 'evaluated',
          suite: suite.name,
          decision,
          comparison,
          baseline: used,
          head,
          spent,
          notes,
        },
      };
    }
    edges.log.info(gate.why);
    notes.push(gate.why);
    samples = Math.max(samples + 1, Math.min(gate.upTo, plan.maxHeadSamples));
  }
}

function notEvaluated(run: PreparedSuite, kind: 'error' | 'inconclusive', reason: string): SuiteOutcome {
  return unmeasured(run, 'not-evaluated', decideNotEvaluated({ kind, reason }));
}

function unmeasured(
  { suite, changes: notes }: PreparedSuite,
  kind: 'unchanged' | 'not-evaluated',
  decision: Decision,
): SuiteOutcome {
  return { head: null, report: { kind, suite: suite.name, decision, notes } };
}
