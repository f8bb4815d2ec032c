import { pairCases } from '../dataset/pair-cases.js';
import { type Concluded, decideSuite, keepFloorsThatHeld } from '../decide/conclude.js';
import { decideNotEvaluated, decideReview } from '../decide/gate/decision-table.js';
import { failedBase } from '../decide/gate/inconclusive.js';
import type { DroppedCases } from '../decide/gate/review.js';
import { reviewMisled } from '../decide/gate/review.js';
import type { Comparison } from '../ports/comparison.js';
import type { Case } from '../ports/dataset.js';
import type { Decision } from '../ports/decision.js';
import type { Effects } from '../ports/effects.js';
import { UserError } from '../ports/errors.js';
import type { BaselineUsed } from '../ports/report.js';
import type { CaseRecord, RunRecord } from '../ports/run-record.js';
import { aboutTarget } from '../ports/settings.js';
import type { CallPlan } from '../ports/spending.js';
import type { ReadySuite, SuiteFiles } from '../ports/suite-run.js';
import { openBase } from '../produce/open-base.js';
import { droppedToAsk } from '../produce/plan-run.js';
import { type ProducePlan, produce } from '../produce/produce.js';
import type { SoughtBaseline } from '../produce/rejudge-record.js';
import { askGate } from './ask-gate.js';

/** What became of the head's own dataset. */
export type Measured = {
  readonly decision: Decision;
  readonly head: RunRecord;
  readonly base: RunRecord | null;
  readonly baseline: BaselineUsed;
};

export type DroppedAsked = {
  /** For the report; `null` where there are none to ask. */
  readonly dropped: DroppedCases | null;
  /** The head with all that the base asks, its cost included; `null` where it was not asked. */
  readonly head: RunRecord | null;
  /** What was run of the base for it. */
  readonly base: readonly RunRecord[];
};

/**
 * Asks the head what the base's dataset asks and the head's does not, as the base has it, and decides once more as if the
 * pull request had left the dataset alone: the cases of both sides with what was measured of them, and these. So nothing
 * is gained by removing or editing a case that fell. None of it enters the delta or the scores of the head's own dataset.
 *
 * Where the run is red without them nobody is asked: whoever accepts it reads that.
 */
export async function askDropped(
  run: ReadySuite,
  measured: Measured,
  how: {
    readonly found: SoughtBaseline;
    readonly asked: Omit<ProducePlan, 'samples' | 'previous'>;
    readonly plan: CallPlan;
  },
  effects: Effects,
): Promise<DroppedAsked> {
  const { found, asked, plan } = how;
  const nobody = { dropped: null, head: null, base: [] };
  if (run.dropped.length === 0) return nobody;
  const notAsked = (reason: string): DroppedAsked => ({
    ...nobody,
    dropped: { ...countDropped(run.files, run.dropped), status: 'not-asked', reason },
  });
  if (!aboutTarget(asked.suite.target).live) return notAsked('recorded answers have no agent behind them');
  if (measured.head.stopped !== null) return notAsked('the run ended early');
  if (measured.decision.blocking) return notAsked('the run fails anyway');
  const due = droppedToAsk(run.dropped, found);
  if (due.length === 0 || measured.base === null) return notAsked("the base's answers to them are not known");

  const counts = countDropped(run.files, due);
  const own = { ...asked, cases: due, tasks: run.files.baseTasks, samples: plan.baseSamples };
  const base = await openBase(found, run, own, effects);
  if (base.kind === 'failed' || base.record === null) {
    const { reason, tried } =
      base.kind === 'failed'
        ? base
        : { reason: base.review[0] ?? 'the base has no record', tried: undefined };
    const decision = decideNotEvaluated({ ...failedBase(tried), reason });
    return {
      ...nobody,
      dropped: { ...counts, status: 'asked', decision, comparison: null },
      base: tried ? [tried] : [],
    };
  }
  const spent = base.ranNow ? [base.record] : [];
  const common = asBaseAsks(run.files, measured.head, measured.base);
  const whole = {
    ...asked,
    cases: [...common.cases, ...due],
    tasks: new Map([...run.files.baseTasks, ...common.tasks]),
  };
  const samples = Math.max(plan.headSamples, ...measured.head.cases.map((row) => row.samples.length));
  try {
    const head = await produce({ ...whole, samples, previous: common.head }, effects);
    const records = {
      head,
      base: withCases(common.base, [...common.base.cases, ...rowsOf(base.record, due)]),
    };
    const suite = { ...asked.suite, scorers: keepFloorsThatHeld(asked.suite.scorers, records) };
    const { baseline } = measured;
    const question = {
      asked: { ...whole, suite },
      plan,
      baseline,
      baseCases: run.files.baseCases,
      oneAnswerBreaks: true,
    };
    const { concluded, known } = await askGate(records, question, effects);
    return {
      dropped: { ...counts, status: 'asked', ...pickDropped(concluded, due) },
      head: known.head,
      base: spent,
    };
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    const reason = thrown.problems.join('; ');
    return { ...nobody, dropped: { ...counts, status: 'cannot-be-asked', reason }, base: spent };
  }
}

function countDropped(
  { cases }: SuiteFiles,
  dropped: readonly Case[],
): { readonly removed: number; readonly edited: number } {
  const ids = new Set(cases.map(({ id }) => id));
  const edited = dropped.filter(({ id }) => ids.has(id)).length;
  return { removed: dropped.length - edited, edited };
}

/** What both datasets ask, under the ids of the base's, with what is known of it. */
function asBaseAsks({ cases, baseCases, tasks }: SuiteFiles, head: RunRecord, base: RunRecord) {
  const ids = new Map(
    pairCases(cases, baseCases ?? []).rows.flatMap((row) =>
      row.kind === 'pair' ? [[row.head.id, row.base.id] as const] : [],
    ),
  );
  const asBase = <Row extends { readonly id: string }>(row: Row): readonly Row[] => {
    const id = ids.get(row.id);
    return id === undefined ? [] : [{ ...row, id }];
  };
  const pairs = pairCases(head.cases, base.cases).rows.filter((row) => row.kind === 'pair');
  return {
    cases: cases.flatMap(asBase),
    tasks: [...tasks]
      .flatMap(([id, task]) => asBase({ id, task }))
      .map(({ id, task }) => [id, task] as const),
    head: withCases(head, head.cases.flatMap(asBase)),
    base: withCases(
      base,
      pairs.flatMap((row) => asBase({ ...row.base, id: row.head.id })),
    ),
  };
}

function withCases(record: RunRecord, cases: readonly CaseRecord[]): RunRecord {
  return { ...record, cases };
}

function rowsOf(record: RunRecord, asked: readonly Case[]): readonly CaseRecord[] {
  return pairCases(asked, record.cases).rows.flatMap((row) =>
    row.kind === 'pair' ? [{ ...row.base, id: row.head.id }] : [],
  );
}

/** The decision on all that the base asks, and of the scorer that decides the cases that only the base asks. */
function pickDropped(concluded: readonly Concluded[], due: readonly Case[]) {
  const ids = new Set(due.map(({ id }) => id));
  const isDue = ({ id }: { readonly id: string }) => ids.has(id);
  const ofDue = (comparison: Comparison): Comparison => ({
    ...comparison,
    pairs: comparison.pairs.filter(isDue),
    unscored: comparison.unscored.filter(isDue),
    misled: comparison.misled.filter((id) => ids.has(id)),
  });
  const { decision, comparison } = decideSuite(concluded, []);
  const misled = reviewMisled(concluded.map((each) => ofDue(each.comparison)));
  return { decision: decideReview(decision, misled), comparison: ofDue(comparison) };
}
