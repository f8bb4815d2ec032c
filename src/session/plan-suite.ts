import type { Side } from '../model/side.js';
import type { CallPlan } from '../model/spending.js';
import type { PreparedSuite } from '../model/stages.js';
import {
  applyRecordTasks,
  type BaseSource,
  findBase,
  markFirstBaseline,
  planRejudging,
} from '../produce/find-base.js';
import { countJournalAnswers } from '../produce/journal.js';
import { planBaselineCalls, planCheckCalls } from '../produce/plan-run.js';
import { planRecordSize, type RecordSize } from '../produce/record-size.js';
import type { MergedRecords } from '../produce/shard-records.js';
import { type EndedSuite, endSuite } from './suite-outcome.js';
import type { SuiteTools } from './suite-tools.js';

/** A prepared suite with its baseline and the planned calls. No call was made yet. */
export type SuitePlan = {
  readonly status: 'planned';
  readonly suite: PreparedSuite;
  readonly source: BaseSource;
  readonly calls: CallPlan;
  /** Scorers of all suites that run: they share the significance level of the mean rule. */
  readonly scorerCount: number;
  /** Records of shards; `null` if this run measures. */
  readonly merged: MergedRecords | null;
  /** `null` if nothing is stored. */
  readonly recordSize: RecordSize | null;
};

/** Plans a check: finds the base's record, or the commit to run for one. Ends if the record lacks its task. */
export async function planCheck(
  suite: PreparedSuite,
  tools: SuiteTools,
  scorerCount: number,
): Promise<SuitePlan | EndedSuite> {
  const lookup = await findBase(suite, tools.effects);
  const suiteWithTasks = applyRecordTasks(suite, lookup);
  if (suiteWithTasks === null) {
    const reasons = [{ kind: 'no-task' } as const];
    return endSuite(suite, { because: 'inconclusive', remedy: 'see-cause', reasons });
  }
  const source = planRejudging(lookup, suiteWithTasks, tools);
  const calls = await addKeptAnswers(planCheckCalls(suiteWithTasks, source), suiteWithTasks, tools);
  return {
    status: 'planned',
    suite: suiteWithTasks,
    source,
    calls,
    scorerCount,
    merged: null,
    recordSize: null,
  };
}

/** Plans a baseline, which is compared with the last one. */
export async function planRecord(suite: PreparedSuite, tools: SuiteTools): Promise<SuitePlan> {
  const lookup = markFirstBaseline(await findBase(suite, tools.effects));
  const source = planRejudging(lookup, suite, tools);
  const calls = await addKeptAnswers(planBaselineCalls(suite, source), suite, tools);
  const { store, log } = tools.effects;
  const size = {
    suite: suite.settings.name,
    cases: suite.head.cases,
    samples: calls.headSamples,
    text: store.text,
    earlier: source.kind === 'record' ? source.record : null,
  };
  const recordSize = planRecordSize(size, log);
  return { status: 'planned', suite, source, calls, scorerCount: 1, merged: null, recordSize };
}

/** The planned calls, and how many of their answers the journal has. */
async function addKeptAnswers(
  calls: CallPlan,
  { base, head }: PreparedSuite,
  { journal, effects }: SuiteTools,
): Promise<CallPlan> {
  const { env, version } = effects;
  const count = async (side: Side | null, samples: number) =>
    side === null
      ? 0
      : await countJournalAnswers(side, { cases: side.cases, samples }, { journal, env, version });
  const kept = {
    base: await count(base, calls.baseSamples),
    head: await count(head, calls.headSamples),
  };
  return { ...calls, kept };
}
