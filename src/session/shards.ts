import { readdir, readFile } from 'node:fs/promises';
import { basename, join, posix } from 'node:path';
import { decideNotEvaluated } from '../decide/conclude.js';
import { failedBy } from '../decide/gate/inconclusive.js';
import { shardFingerprint } from '../files/watched-files.js';
import { attempt, UserError } from '../model/errors.js';
import type { Obstacle } from '../model/notes.js';
import type { Shard } from '../model/run-record.js';
import type { PreparedSuite, SuitePreparation } from '../model/stages.js';
import type { BaseSource } from '../produce/find-base.js';
import {
  mergeRecords,
  nameSource,
  narrowSource,
  narrowSuite,
  type ShardFolder,
  type ShardRecords,
  shardRecordsSchema,
  sourceOfShards,
} from '../produce/shard-records.js';
import { fileNameOf, writeFiles } from '../publish/files.js';
import { type Outlets, publishing } from '../publish/outlets.js';
import { causeClause } from '../report/notes/obstacle.js';
import { digest, tryStoredJson } from '../text/json.js';
import { redactTexts } from '../text/redact.js';
import { VERSION } from '../version.js';
import { exitCodeOf } from './exit-code.js';
import {
  announceCost,
  type EndedSuite,
  learnVerdicts,
  measureBase,
  measureHead,
  type SuitePlan,
} from './measure-suite.js';
import { allowRun, unmeasured, withoutKey } from './run-suites.js';
import type { Session } from './session.js';
import { openSuiteTools, type SuiteTools } from './suite-tools.js';

/** The steps of a story that come before measuring. */
export type Story = {
  readonly name: ShardRecords['story'];
  readonly prepare: (session: Session) => Promise<readonly SuitePreparation[]>;
  readonly plan: (suite: PreparedSuite, session: Session, tools: SuiteTools) => Promise<SuitePlan | null>;
};

/**
 * A story that ends after measuring: one shard's part of both sides goes to files. It decides and publishes nothing.
 * Resolves with the exit code. Throws `UserError` for a missing key.
 */
export async function measureShard(session: Session, shard: Shard, story: Story): Promise<number> {
  // The job that merges finds the same problems and reports them.
  const suites = (await story.prepare(session)).filter((suite) => suite.status === 'ready');
  const due = suites.filter((suite) => !suite.onlyShown && withoutKey(suite, session) === null);
  if (due.length === 0) session.effects.log.info('There is nothing to measure.');
  allowRun(
    due.map((suite) => narrowSuite(suite, shard)),
    session,
  );
  const problems: string[] = [];
  let isWhole = true;
  for (const suite of due) {
    const isMeasured = await attempt(problems, () => measureSuite(suite, session, { shard, story }));
    isWhole = isWhole && isMeasured === true;
  }
  if (problems.length > 0) throw new UserError([...new Set(problems)]);
  return exitCodeOf(isWhole ? { kind: 'nothing-due' } : { kind: 'told', suites: ['error'] });
}

type Task = { readonly shard: Shard; readonly story: Story };

/** False if the suite's part is not whole or not written, after logging why. */
async function measureSuite(suite: PreparedSuite, session: Session, task: Task): Promise<boolean> {
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
  { shard, story }: Task,
): Promise<ShardRecords | null> {
  await using tools = await openSuiteTools(suite, session.effects);
  const plan = await story.plan(suite, session, tools);
  if (plan === null) return null;
  return {
    shard,
    story: story.name,
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

type SideRecords = Pick<ShardRecords, 'base' | 'head' | 'failed'>;

async function measureSides(plan: SuitePlan, tools: SuiteTools): Promise<SideRecords> {
  const short = announceCost(plan.calls, tools);
  if (short !== null) return failWith(short.kind, short.message);
  learnVerdicts(plan, tools);
  const base = await measureBase(plan, tools);
  // Only a record that cost something now goes to the merge.
  const tried = base.kind === 'failed' ? base.tried : undefined;
  const measured = base.kind === 'ready' && base.ranNow ? base.record : (tried ?? null);
  // Without a base nothing can be decided. Fewer answers than usual may still be enough for all shards together.
  if (base.kind === 'failed' && (measured === null || measured.stopped !== null)) {
    const { stopped = null } = measured ?? {};
    if (stopped !== null) return failWith(stopped.kind, stopped.reason);
    return failWith('unavailable', tools.effects.redact(causeClause(base.reason)));
  }
  return { base: measured, head: await measureHead(plan, tools), failed: null };
}

function failWith(kind: NonNullable<ShardRecords['failed']>['kind'], reason: string): SideRecords {
  return { base: null, head: null, failed: { kind, reason } };
}

const ENDING = '.shard.json';

/** Writes one shard's records of one suite. False if that failed, after logging why. */
async function writeShard(records: ShardRecords, { shardFolder, redact, log }: Outlets): Promise<boolean> {
  const { index, count } = records.shard;
  const name = `${fileNameOf(posix.join(records.directory, records.suite))}.${index}-of-${count}${ENDING}`;
  const text = `${JSON.stringify(redactTexts(records, redact))}\n`;
  const write = () => writeFiles(shardFolder, [{ name, text }]);
  const isWritten = await publishing('Shard', write, { log: { ...log, warning: log.error }, redact });
  if (isWritten) log.info(`Shard ${index} of ${count}: ${join(shardFolder, name)}`);
  return isWritten;
}

/**
 * Reads a folder and its subfolders. If it cannot be read, every shard is missing.
 * @param isIgnored True for a file that is not believed.
 */
export async function readShards(
  folder: string,
  isIgnored: (path: string) => boolean = () => false,
): Promise<ShardFolder> {
  const shards: ShardRecords[] = [];
  const unreadable: string[] = [];
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const files = names.filter((name) => name.endsWith(ENDING) && !isIgnored(join(folder, name)));
  for (const name of files.sort()) {
    try {
      const read = shardRecordsSchema.safeParse(tryStoredJson(await readFile(join(folder, name), 'utf8')));
      if (read.success) shards.push(read.data);
      else unreadable.push(basename(name));
    } catch {
      unreadable.push(basename(name));
    }
  }
  return { shards, unreadable };
}

/** The plan with the merged records of one suite. Missing, doubled and mixed shards leave it undecided. */
export function mergeShards(plan: SuitePlan, folder: ShardFolder): SuitePlan | EndedSuite {
  const { suite } = plan;
  const own = folder.shards.filter(
    (shard) => shard.suite === suite.settings.name && shard.directory === suite.prefix,
  );
  const source = sourceOfShards(plan.source, suite, own);
  const missing = listMissing(own);
  // A damaged file may be the missing one.
  const damaged = folder.unreadable.map((name) => ({ kind: 'shard-file', name }) as const);
  const reasons = missing.length > 0 ? [...missing, ...damaged] : listMixed(own, suite, source);
  const end = (why: Parameters<typeof decideNotEvaluated>[0]) =>
    ({ status: 'ended', outcome: unmeasured(suite, decideNotEvaluated(why)) }) as const;
  if (reasons.length > 0) return end({ because: 'inconclusive', remedy: 'run-again', reasons });
  const failed = own.find((shard) => shard.failed !== null)?.failed ?? null;
  if (failed !== null) {
    const { kind: failure, reason } = failed;
    return end({ ...failedBy(failure), reasons: [{ kind: 'stopped', failure, reason }] });
  }
  const bases = own.flatMap(({ base }) => base ?? []);
  const heads = own.flatMap(({ head }) => head ?? []);
  const { cases } = suite.head;
  const base =
    bases.length === 0 ? null : mergeRecords(bases, source.kind === 'record' ? source.record.cases : cases);
  return { ...plan, source, merged: { base, head: mergeRecords(heads, cases) } };
}

function listMissing(own: readonly ShardRecords[]): readonly Obstacle[] {
  const counts = [...new Set(own.map(({ shard }) => shard.count))].sort((a, b) => a - b);
  const [count] = counts;
  if (count === undefined) return [{ kind: 'no-shards' }];
  if (counts.length > 1) return [{ kind: 'shard-counts', counts }];
  const left = Map.groupBy(own, ({ shard }) => shard.index);
  return Array.from({ length: count }, (_, at) => at + 1).flatMap((index): readonly Obstacle[] => {
    const times = left.get(index)?.length ?? 0;
    if (times === 1) return [];
    return [{ kind: 'shard', index, count, problem: times === 0 ? 'missing' : 'doubled' }];
  });
}

function listMixed(
  own: readonly ShardRecords[],
  suite: PreparedSuite,
  source: BaseSource,
): readonly Obstacle[] {
  const expected = { run: nameRun(suite), source: nameSource(source) };
  return own
    .filter((part) => part.run !== expected.run || part.source !== expected.source)
    .map(({ shard }) => ({ kind: 'shard', ...shard, problem: 'other-run' }));
}

/** Hash of everything that all shards of a run have in common. */
function nameRun(suite: PreparedSuite): string {
  const commits = [suite.head.commit, suite.base?.commit ?? null];
  return digest([...commits, shardFingerprint(suite, VERSION)]);
}
