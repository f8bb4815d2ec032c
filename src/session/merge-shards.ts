import { shardFingerprint } from '../files/fingerprint.js';
import type { ShardRecords } from '../model/shard.js';
import type { SuiteRun } from '../model/suite-run.js';
import { type MergedRecords, mergeRecords } from '../produce/merge-records.js';
import type { BaseSource } from '../produce/rejudge-record.js';
import { isInShard, nameSource, sourceOfShards } from '../produce/shard-cases.js';
import { VERSION } from '../version.js';
import type { ShardFolder } from './shard-files.js';

export type ShardMerge =
  | { readonly kind: 'merged'; readonly source: BaseSource; readonly merged: MergedRecords }
  /** Clauses. */
  | { readonly kind: 'refused'; readonly reasons: readonly string[] }
  | { readonly kind: 'failed'; readonly failed: NonNullable<ShardRecords['failed']> };

/** Merges the records of one suite. Refuses missing, doubled and mixed shards. */
export function mergeShards(
  { run, source: found }: { readonly run: SuiteRun; readonly source: BaseSource },
  folder: ShardFolder,
): ShardMerge {
  const own = folder.shards.filter(
    ({ suite, directory }) => suite === run.suite.name && directory === run.prefix,
  );
  const source = sourceOfShards(found, run, own);
  const lacking = listMissing(own);
  // A damaged file may be the missing one.
  const reasons = lacking.length > 0 ? [...lacking, ...folder.unreadable] : listMixed(own, run, source);
  if (reasons.length > 0) return { kind: 'refused', reasons };
  const failed = own.find((shard) => shard.failed !== null)?.failed ?? null;
  if (failed !== null) return { kind: 'failed', failed };
  const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
  const bases = own.flatMap(({ base }) => base ?? []);
  const order = source.kind === 'record' ? source.record.cases : run.files.baseCases;
  const merged = {
    base: bases.length === 0 ? null : mergeRecords(bases, idsOf(order)),
    head: mergeRecords(
      own.flatMap(({ head }) => head ?? []),
      idsOf(run.files.cases),
    ),
  };
  return { kind: 'merged', source, merged };
}

function listMissing(own: readonly ShardRecords[]): readonly string[] {
  const [first] = own;
  if (first === undefined) return ['no shard has left records of this suite'];
  const counts = [...new Set(own.map(({ shard }) => shard.count))].sort((a, b) => a - b);
  if (counts.length > 1)
    return [`there are records of ${counts.join(' and of ')} shards; delete the old ones`];
  const { count } = first.shard;
  const left = Map.groupBy(own, ({ shard }) => shard.index);
  return Array.from({ length: count }, (_, at) => at + 1).flatMap((index) => {
    const times = left.get(index)?.length ?? 0;
    if (times === 0) return [`shard ${index} of ${count} has left no records`];
    return times > 1 ? [`shard ${index} of ${count} is there ${times} times`] : [];
  });
}

function listMixed(own: readonly ShardRecords[], run: SuiteRun, source: BaseSource): readonly string[] {
  const fingerprint = shardFingerprint(run, VERSION);
  return own.flatMap((part) => {
    const { index, count } = part.shard;
    const why = whyMixed(part, run, { fingerprint, source: nameSource(source) });
    return why === null ? [] : [`shard ${index} of ${count} ${why}`];
  });
}

function whyMixed(
  { shard, commits, head, failed, ...part }: ShardRecords,
  { files, ...run }: SuiteRun,
  expected: Pick<ShardRecords, 'fingerprint' | 'source'>,
): string | null {
  if (commits.head !== run.head.commit || commits.base !== (run.baseCommit?.commit ?? null)) {
    return 'measured another commit';
  }
  if (part.fingerprint !== expected.fingerprint) return 'was measured with other settings or files';
  if (part.source !== expected.source) return 'found another baseline; run all shards again';
  const due = files.cases.filter(({ id }) => isInShard(id, shard));
  const isWhole = head?.cases.length === due.length && due.every(({ id }, at) => head.cases[at]?.id === id);
  return isWhole || failed !== null ? null : 'has other cases';
}
