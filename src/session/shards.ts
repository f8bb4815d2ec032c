import { readdir, readFile } from 'node:fs/promises';
import { basename, join, posix } from 'node:path';
import { decideNotEvaluated } from '../decide/conclude.js';
import { failedBy } from '../decide/gate/inconclusive.js';
import { shardFingerprint } from '../files/watched-files.js';
import { attempt, UserError } from '../model/errors.js';
import type { Obstacle } from '../model/notes.js';
import type { Shard } from '../model/run-record.js';
import type { PreparedSuite, SuiteRun } from '../model/suite-run.js';
import type { BaseSource } from '../produce/find-base.js';
import { openBase, openBaseSide } from '../produce/open-base.js';
import { produce } from '../produce/produce.js';
import {
  type MergedRecords,
  mergeRecords,
  nameSource,
  narrowRun,
  narrowSource,
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
  openSuiteTools,
  planSuite,
  type SuitePlan,
  type SuiteTools,
  type SuiteWork,
} from './measure-suite.js';
import { allowRun, unmeasured, withoutKey } from './run-suites.js';
import type { Session, SuiteOutcome } from './session.js';

/** The steps of a story that come before measuring. */
export type Story = {
  readonly name: ShardRecords['story'];
  readonly prepare: (session: Session) => Promise<readonly PreparedSuite[]>;
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
): Promise<ShardRecords | null> {
  await using tools = await openSuiteTools(run, session.effects);
  const plan = await story.plan(run, session, tools);
  if (plan === null) return null;
  const part = narrowRun(plan.run, shard);
  const source = narrowSource(plan.source, plan.run, shard);
  await using side = openBaseSide(source, part, tools.effects);
  const calls = { ...plan.calls, cases: part.files.cases.length, shown: 0, regraded: 0 };
  // The job that merges asks the gate's questions.
  const asksNothing = { ...tools, effects: { ...tools.effects, extraRuns: 0 } };
  const work = planSuite({ ...plan, run: part, source, calls }, side, asksNothing);
  return {
    shard,
    story: story.name,
    suite: run.suite.name,
    directory: run.prefix,
    run: nameRun(plan.run),
    source: nameSource(plan.source),
    ...(await measureSides(work)),
  };
}

async function measureSides(work: SuiteWork): Promise<Pick<ShardRecords, 'base' | 'head' | 'failed'>> {
  const { source, sides, calls } = work;
  const { effects } = work.tools;
  const failed = (kind: NonNullable<ShardRecords['failed']>['kind'], reason: string) => ({
    ...{ base: null, head: null },
    failed: { kind, reason },
  });
  const short = announceCost(work);
  if (short !== null) return failed(short.kind, short.message);
  const plan = { ...sides.base.plan, samples: calls.baseSamples, previous: null };
  const base = await openBase(source, sides.base.side, plan, effects);
  // Only a record that cost something now goes to the merge.
  const tried = base.kind === 'failed' ? base.tried : undefined;
  const measured = base.kind === 'ready' && base.ranNow ? base.record : (tried ?? null);
  // Without a base nothing can be decided. Fewer answers than usual may still be enough for all shards together.
  if (base.kind === 'failed' && (measured === null || measured.stopped !== null)) {
    const { stopped = null } = measured ?? {};
    if (stopped !== null) return failed(stopped.kind, stopped.reason);
    return failed('unavailable', effects.redact(causeClause(base.reason)));
  }
  const head = await produce({ ...sides.head, samples: calls.headSamples, previous: null }, effects);
  return { base: measured, head, failed: null };
}

const ENDING = '.shard.json';

/** Writes one shard's records of one suite. False if that failed, after logging why. */
async function writeShard(
  records: ShardRecords,
  { shardFolder, redact, log }: Pick<Outlets, 'shardFolder' | 'redact' | 'log'>,
): Promise<boolean> {
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

type ShardMerge =
  | { readonly kind: 'merged'; readonly source: BaseSource; readonly merged: MergedRecords }
  | { readonly kind: 'ended'; readonly outcome: SuiteOutcome };

/** Merges the records of one suite. Missing, doubled and mixed shards leave it undecided. */
export function mergeShards(
  { run, source: found }: Pick<SuitePlan, 'run' | 'source'>,
  folder: ShardFolder,
): ShardMerge {
  const own = folder.shards.filter(
    ({ suite, directory }) => suite === run.suite.name && directory === run.prefix,
  );
  const source = sourceOfShards(found, run, own);
  const missing = listMissing(own);
  // A damaged file may be the missing one.
  const damaged = folder.unreadable.map((name) => ({ kind: 'shard-file', name }) as const);
  const reasons = missing.length > 0 ? [...missing, ...damaged] : listMixed(own, run, source);
  const ended = (why: Parameters<typeof decideNotEvaluated>[0]) =>
    ({ kind: 'ended', outcome: unmeasured(run, decideNotEvaluated(why)) }) as const;
  if (reasons.length > 0) return ended({ because: 'inconclusive', remedy: 'run-again', reasons });
  const failed = own.find((shard) => shard.failed !== null)?.failed ?? null;
  if (failed !== null) {
    const { kind: failure, reason } = failed;
    return ended({ ...failedBy(failure), reasons: [{ kind: 'stopped', failure, reason }] });
  }
  const bases = own.flatMap(({ base }) => base ?? []);
  const heads = own.flatMap(({ head }) => head ?? []);
  const order = source.kind === 'record' ? source.record.cases : run.files.baseCases;
  const base = bases.length === 0 ? null : mergeRecords(bases, order);
  return { kind: 'merged', source, merged: { base, head: mergeRecords(heads, run.files.cases) } };
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

function listMixed(own: readonly ShardRecords[], run: SuiteRun, source: BaseSource): readonly Obstacle[] {
  const expected = { run: nameRun(run), source: nameSource(source) };
  return own
    .filter((part) => part.run !== expected.run || part.source !== expected.source)
    .map(({ shard }) => ({ kind: 'shard', ...shard, problem: 'other-run' }));
}

/** Hash of everything that all shards of a run have in common. */
function nameRun(run: SuiteRun): string {
  const commits = [run.head.commit, run.baseCommit?.commit ?? null];
  return digest([...commits, shardFingerprint(run, VERSION)]);
}
