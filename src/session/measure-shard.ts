import { attempt, UserError } from '../model/errors.js';
import type { RunRecord, Shard } from '../model/run-record.js';
import type { PreparedSuite, SuitePreparation } from '../model/stages.js';
import { findStored } from '../produce/find-base.js';
import { nameSource, narrowSource, narrowSuite, type ShardRecords } from '../produce/shard-records.js';
import { renderCause } from '../report/notes/obstacle.js';
import { chooseExitCode } from './exit-code.js';
import { announceCost, measureBase, measureHead, reuseVerdicts } from './measure-suite.js';
import { nameRun } from './merge-shards.js';
import { planCheck, planRecord, type SuitePlan } from './plan-suite.js';
import { prepareBaseline, prepareCheck } from './prepare-suites.js';
import { findEarlier } from './publish-report.js';
import { setBudget, skipWithoutKey } from './run-suites.js';
import type { Session } from './session.js';
import { writeShard } from './shard-files.js';
import { describeUnchanged, type EndedSuite } from './suite-outcome.js';
import { openSuiteTools, type SuiteTools } from './suite-tools.js';

type Workflow = ShardRecords['workflow'];

/**
 * The workflow of one shard of a check or a baseline. It ends after measuring: the shard's part of both sides goes to
 * files, and the job that merges them decides. Resolves with the exit code. Throws `UserError` for a missing key.
 */
export async function measureShard(session: Session, shard: Shard, workflow: Workflow): Promise<number> {
  // The job that merges finds the same problems and reports them.
  const suites = (await prepareSuites(session, workflow)).filter((suite) => suite.status === 'ready');
  const due = suites.filter((suite) => !suite.onlyShown && skipWithoutKey(suite, session) === null);
  if (due.length === 0) session.effects.log.info('There is nothing to measure.');
  setBudget(
    due.map((suite) => narrowSuite(suite, shard)),
    session,
  );
  const problems: string[] = [];
  let isWhole = true;
  for (const suite of due) {
    const isMeasured = await attempt(problems, () => measureOwnPart(suite, session, { shard, workflow }));
    isWhole = isWhole && isMeasured === true;
  }
  if (problems.length > 0) throw new UserError([...new Set(problems)]);
  return chooseExitCode(isWhole ? { kind: 'nothing-due' } : { kind: 'reported', suites: ['error'] });
}

async function prepareSuites(session: Session, workflow: Workflow): Promise<readonly SuitePreparation[]> {
  if (workflow === 'baseline') return await prepareBaseline(session);
  if (session.waitsFor !== null) return [];
  const suites = await prepareCheck(session);
  return (await findEarlier(suites, session)) === null ? suites : [];
}

async function planSuite(
  suite: PreparedSuite,
  session: Session,
  tools: SuiteTools,
  workflow: Workflow,
): Promise<SuitePlan | EndedSuite> {
  if (workflow === 'check') return await planCheck(suite, tools, 1);
  const stored = session.onChange ? await findStored(suite, tools) : null;
  if (stored === null) return await planRecord(suite, tools);
  return { status: 'ended', outcome: describeUnchanged(suite, { stored: true }) };
}

type ShardTask = { readonly shard: Shard; readonly workflow: Workflow };

/** False if the suite's part is not whole or not written, after logging why. */
async function measureOwnPart(suite: PreparedSuite, session: Session, task: ShardTask): Promise<boolean> {
  const { effects, outlets } = session;
  const { signal, log } = effects;
  const { name } = suite.settings;
  if (signal.aborted) return false;
  const endGroup = log.group(`Suite ${name}`);
  try {
    const part = await measurePart(suite, session, task);
    if (part === null) return true;
    const isWritten = await writeShard(part, outlets);
    const stopped = part.failed ?? part.head?.stopped ?? part.base?.stopped ?? null;
    if (stopped !== null) log.error(`Suite ${name}: ${effects.redact(stopped.reason)}.`);
    else if (isWritten) effects.journals.finish(name);
    return isWritten && stopped === null;
  } finally {
    endGroup();
  }
}

async function measurePart(
  suite: PreparedSuite,
  session: Session,
  { shard, workflow }: ShardTask,
): Promise<ShardRecords | null> {
  await using tools = await openSuiteTools(suite, session.effects);
  const plan = await planSuite(suite, session, tools, workflow);
  if (plan.status === 'ended') return null;
  return {
    shard,
    workflow,
    suite: suite.settings.name,
    directory: suite.prefix,
    run: nameRun(plan.suite),
    source: nameSource(plan.source),
    ...(await measureSides(narrowPlan(plan, shard), tools)),
  };
}

/** The job that merges shows the other cases, and asks the gate's questions. */
function narrowPlan(plan: SuitePlan, shard: Shard): SuitePlan {
  const suite = narrowSuite(plan.suite, shard);
  const source = narrowSource(plan.source, plan.suite, shard);
  const calls = { ...plan.calls, cases: suite.head.cases.length, shown: 0, regraded: 0 };
  return { ...plan, suite, source, calls };
}

type SideRecords = {
  readonly base: RunRecord | null;
  readonly head: RunRecord | null;
  readonly failed: ShardRecords['failed'];
};

async function measureSides(plan: SuitePlan, tools: SuiteTools): Promise<SideRecords> {
  const short = announceCost(plan.calls, tools);
  if (short !== null) return failWith(short.kind, short.message);
  reuseVerdicts(plan, tools);
  const base = await measureBase(plan, tools);
  // Only a record that cost something now goes to the merge.
  const tried = base.kind === 'failed' ? base.tried : undefined;
  const measured = base.kind === 'ready' && base.ranNow ? base.record : (tried ?? null);
  // Without a base nothing can be decided. Fewer answers than usual may still be enough for all shards together.
  if (base.kind === 'failed' && (measured === null || measured.stopped !== null)) {
    const { stopped = null } = measured ?? {};
    if (stopped !== null) return failWith(stopped.kind, stopped.reason);
    return failWith('unavailable', tools.effects.redact(renderCause(base.reason)));
  }
  return { base: measured, head: await measureHead(plan, tools), failed: null };
}

function failWith(kind: NonNullable<ShardRecords['failed']>['kind'], reason: string): SideRecords {
  return { base: null, head: null, failed: { kind, reason } };
}
