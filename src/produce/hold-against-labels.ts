import { checkJudge, countAgreement, type PlannedCheck, planJudgeCheck } from '../judging/check-judge.js';
import { askedOf } from '../judging/judge-answer.js';
import type { Judging } from '../judging/open-judging.js';
import type { Effects } from '../ports/effects.js';
import type { RunRecord } from '../ports/run-record.js';
import type { CallPlan } from '../ports/spending.js';
import type { ReadySuite } from '../ports/suite-run.js';
import type { Agreement, AgreementGate } from '../ports/team-labels.js';
import { startMeter } from './spending.js';

/** A run whose judge was held against the team's labels; its cost is the record's. */
export type HeldAgainst = {
  readonly head: RunRecord;
  readonly agreement: Agreement | null;
  /** By scorer; empty where the suite asks nothing of its judge. */
  readonly gates: ReadonlyMap<string, AgreementGate>;
};

/**
 * Holds the judge against the team's labels. On the base branch it is asked about every label once, and the record keeps
 * what it says; a pull request goes by its base's record, and asks about the rest only where the suite has a
 * `min-agreement`. Nothing of it hangs on the head.
 */
export async function holdAgainstLabels(
  head: RunRecord,
  run: ReadySuite,
  { judging, plan, earlier }: HowToHold,
  effects: Pick<Effects, 'now' | 'signal' | 'log'>,
): Promise<HeldAgainst> {
  const said = plan.compared ? null : { record: head, askedOf: askedIn(run) };
  const planned = planJudgeCheck(judging, earlier, said);
  if (planned === null) return { head, agreement: null, gates: new Map() };
  const meter = startMeter(judging, effects);
  const asks = mayAsk(run, plan) && head.stopped === null;
  const check = asks ? await checkJudge(planned, effects) : planned.known;
  const agreement = countAgreement(check, judging.labels, asks ? countLabels(planned) : 0);
  const { minAgreement: minimum } = run.suite;
  return {
    head: { ...head, ...meter.addedTo(head), labelCheck: check },
    agreement,
    gates: new Map(minimum === null ? [] : [[planned.scorer.id, { ...agreement, minimum }]]),
  };
}

type HowToHold = {
  readonly judging: Judging;
  readonly plan: Pick<CallPlan, 'compared'>;
  /** Records that may know what the judge says. */
  readonly earlier: readonly RunRecord[];
};

/** Most judge calls that holding the judge against the labels takes: what an earlier record knows costs nothing. */
export function labelCalls(run: ReadySuite, { judging, plan, earlier }: HowToHold): number {
  const planned = mayAsk(run, plan) ? planJudgeCheck(judging, earlier, null) : null;
  return planned === null || judging.fingerprint.builtin ? 0 : planned.due.length;
}

/** What a pull request's decision does not hang on is left to the base branch. */
function mayAsk({ suite }: ReadySuite, { compared }: Pick<CallPlan, 'compared'>): boolean {
  return !compared || suite.minAgreement !== null;
}

function countLabels({ known, due }: PlannedCheck): number {
  return known.verdicts.length + due.reduce((sum, { statements }) => sum + statements.length, 0);
}

function askedIn({ files: { cases, tasks } }: ReadySuite) {
  const rows = new Map(cases.map((row) => [row.id, row]));
  return (id: string) => {
    const row = rows.get(id);
    return row === undefined ? null : askedOf(row, tasks);
  };
}
