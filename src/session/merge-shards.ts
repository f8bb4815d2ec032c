import { explainFailure } from '../decide/gate/inconclusive.js';
import { hashShardInputs } from '../files/watched-files.js';
import type { Obstacle } from '../model/notes.js';
import type { PreparedSuite } from '../model/stages.js';
import type { BaseSource } from '../produce/find-base.js';
import {
  mergeRecords,
  nameSource,
  resolveShardSource,
  type ShardFolder,
  type ShardRecords,
} from '../produce/shard-records.js';
import { digest } from '../text/json.js';
import { VERSION } from '../version.js';
import type { SuitePlan } from './plan-suite.js';
import { type EndedSuite, endSuite } from './suite-outcome.js';

/** The plan with the merged records of one suite. Missing, doubled and mixed shards leave it undecided. */
export function mergeShards(plan: SuitePlan, folder: ShardFolder): SuitePlan | EndedSuite {
  const { suite } = plan;
  const own = folder.shards.filter(
    (shard) => shard.suite === suite.settings.name && shard.directory === suite.prefix,
  );
  const source = resolveShardSource(plan.source, suite, own);
  const missing = listMissing(own);
  // A damaged file may be the missing one.
  const damaged = folder.unreadable.map((name) => ({ kind: 'shard-file', name }) as const);
  const reasons = missing.length > 0 ? [...missing, ...damaged] : listMixed(own, suite, source);
  if (reasons.length > 0) {
    return endSuite(suite, { because: 'inconclusive', remedy: 'run-again', reasons });
  }
  const failed = own.find((shard) => shard.failed !== null)?.failed ?? null;
  if (failed !== null) {
    const { kind: failure, reason } = failed;
    return endSuite(suite, { ...explainFailure(failure), reasons: [{ kind: 'stopped', failure, reason }] });
  }
  const bases = own.flatMap(({ base }) => base ?? []);
  const heads = own.flatMap(({ head }) => head ?? []);
  const { cases } = suite.head;
  const order = source.kind === 'record' ? source.record.cases : cases;
  const base = bases.length === 0 ? null : mergeRecords(bases, order);
  return { ...plan, source, merged: { base, head: mergeRecords(heads, cases) } };
}

function listMissing(own: readonly ShardRecords[]): readonly Obstacle[] {
  const counts = [...new Set(own.map(({ shard }) => shard.count))].sort((a, b) => a - b);
  const [count] = counts;
  if (count === undefined) return [{ kind: 'no-shards' }];
  if (counts.length > 1) return [{ kind: 'shard-counts', counts }];
  const left = Map.groupBy(own, ({ shard }) => shard.index);
  return Array.from({ length: count }, (_shard, at) => at + 1).flatMap((index): readonly Obstacle[] => {
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
export function nameRun(suite: PreparedSuite): string {
  const commits = [suite.head.commit, suite.base?.commit ?? null];
  return digest([...commits, hashShardInputs(suite, VERSION)]);
}
