import { shardFingerprint } from '../files/fingerprint.js';
import { attempt, UserError } from '../model/errors.js';
import type { RunRecord } from '../model/run-record.js';
import type { Shard, ShardRecords, StoryName } from '../model/shard.js';
import type { PreparedSuite, SuiteRun } from '../model/suite-run.js';
import { openBaseSide } from '../produce/base-side.js';
import { type Base, openBase } from '../produce/open-base.js';
import { produce } from '../produce/produce.js';
import { nameSource, narrowRun, narrowSource } from '../produce/shard-cases.js';
import { causeClause } from '../report/notes/obstacle.js';
import { VERSION } from '../version.js';
import { exitCodeOf } from './exit-code.js';
import { announceCost, planSuite, type SuitePlan, type SuiteWork } from './measure-suite.js';
import { allowRun } from './run-suites.js';
import type { Session } from './session.js';
import { writeShard } from './shard-files.js';
import { withoutKey } from './suite-outcome.js';
import { openSuiteTools, type SuiteTools } from './suite-tools.js';

/** The steps of a story that come before measuring. */
export type Story = {
  readonly name: StoryName;
  /** The suites that may have to be measured. */
  readonly prepare: (session: Session) => Promise<readonly PreparedSuite[]>;
  /** `null` if there is nothing to measure. */
  readonly plan: (run: SuiteRun, session: Session, tools: SuiteTools) => Promise<SuitePlan | null>;
};

/**
 * A story that ends after measuring: one shard's part of both sides goes to files. It decides and publishes nothing.
 * Resolves with the exit code. Throws `UserError` for a missing key.
 */
export async function measureShard(session: Session, shard: Shard, story: Story): Promise<number> {
  // The job that merges finds the same problems and reports them.
  const suites = (await story.prepare(session)).filter((run) => run.status === 'ready');
  const due = suites.filter((run) => !run.files.onlyShown && withoutKey(run, session) === null);
  if (due.length === 0) session.effects.log.info('There is nothing to measure.');
  allowRun(
    due.map((run) => narrowRun(run, shard)),
    session,
  );
  const problems: string[] = [];
  let isWhole = true;
  for (const run of due) {
    const isMeasured = await attempt(problems, () => measureSuite(run, session, { shard, story }));
    isWhole = isWhole && isMeasured === true;
  }
  if (problems.length > 0) throw new UserError([...new Set(problems)]);
  return exitCodeOf(isWhole ? { kind: 'nothing-due' } : { kind: 'told', suites: ['error'] });
}

type Task = { readonly shard: Shard; readonly story: Story };

/** False if the suite's part is not whole or not written, after logging why. */
async function measureSuite(run: SuiteRun, session: Session, task: Task): Promise<boolean> {
  const { effects, outlets } = session;
  const { signal, log } = effects;
  if (signal.aborted) return false;
  const endGroup = log.group(`Suite ${run.suite.name}`);
  try {
    const part = await measurePart(run, session, task);
    if (part === null) return true;
    const isWritten = await writeShard(part, outlets);
    const stopped = part.failed ?? part.head?.stopped ?? part.base?.stopped ?? null;
    if (stopped !== null) log.error(`Suite ${run.suite.name}: ${effects.redact(stopped.reason)}.`);
    else if (isWritten) effects.journals.finish(run.suite.name);
    return isWritten && stopped === null;
  } finally {
    endGroup();
  }
}

async function measurePart(
  run: SuiteRun,
  session: Session,
  { shard, story }: Task,
): Promise<Omit<ShardRecords, 'format' | 'version'> | null> {
  await using tools = await openSuiteTools(run, session.effects);
  const plan = await story.plan(run, session, tools);
  if (plan === null) return null;
  const part = narrowRun(plan.run, shard);
  const source = narrowSource(plan.source, plan.run, shard);
  await using side = openBaseSide(source, part, tools.effects);
  const calls = { ...plan.calls, cases: part.files.cases.length, shown: 0, regraded: 0 };
  // The job that merges asks what the gate wants to know.
  const asksNothing = { ...tools, effects: { ...tools.effects, extraRuns: 0 } };
  const work = planSuite({ ...plan, run: part, source, calls }, side, asksNothing);
  return {
    shard,
    story: story.name,
    suite: run.suite.name,
    directory: run.prefix,
    commits: { head: run.head.commit, base: run.baseCommit?.commit ?? null },
    fingerprint: shardFingerprint(plan.run, VERSION),
    source: nameSource(plan.source),
    ...(await measureSides(work)),
  };
}

async function measureSides(work: SuiteWork): Promise<Pick<ShardRecords, 'base' | 'head' | 'failed'>> {
  const { source, sides, calls, tools } = work;
  const short = announceCost(work);
  if (short !== null) {
    return { base: null, head: null, failed: { kind: short.kind, reason: short.message } };
  }
  const plan = { ...sides.base.plan, samples: calls.baseSamples, previous: null };
  const base = await openBase(source, sides.base.side, plan, tools.effects);
  const measured = recordOf(base);
  // Without a base nothing can be decided. Fewer answers than usual may still be enough for all shards together.
  if (base.kind === 'failed' && (measured === null || measured.stopped !== null)) {
    const reason = tools.effects.redact(causeClause(base.reason));
    return { base: null, head: null, failed: measured?.stopped ?? { kind: 'unavailable', reason } };
  }
  const head = await produce({ ...sides.head, samples: calls.headSamples, previous: null }, tools.effects);
  return { base: measured, head, failed: null };
}

/** The base's record if it cost something now. */
function recordOf(base: Base): RunRecord | null {
  if (base.kind === 'failed') return base.tried ?? null;
  return base.ranNow ? base.record : null;
}
