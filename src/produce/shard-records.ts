import { z } from 'zod';
import { runBaseNow } from '../baseline/find-baseline.js';
import { pairCases } from '../dataset/pair-cases.js';
import { addUsage } from '../model/answer.js';
import type { ReadonlyOutput } from '../model/case.js';
import { FAILURE_KINDS } from '../model/errors.js';
import { omitKeys } from '../model/omit-keys.js';
import {
  type CaseRecord,
  type RunRecord,
  runRecordSchema,
  type Shard,
  shardSchema,
} from '../model/run-record.js';
import type { PreparedSuite } from '../model/stages.js';
import { sha256 } from '../text/json.js';
import { type BaseSource, findBranchCommit } from './find-base.js';
import { buildRewritten } from './produce.js';
import { createRepeats, listRepeats } from './repeats.js';

export const shardRecordsSchema = z.object({
  shard: shardSchema,
  /** `check`: head against base. `baseline`: one side, to be stored. */
  workflow: z.enum(['check', 'baseline']),
  suite: z.string(),
  /** The suite's working directory, relative to the repository's top; empty at the top. */
  directory: z.string(),
  /** Hash of both commits, and of the whole suite's settings, files and cases. */
  run: z.string(),
  /** Origin of the base's answers, as `nameSource` writes it. */
  source: z.string(),
  /** The base's part if it was run or judged again now; else `null`. */
  base: runRecordSchema.nullable(),
  /** `null` if `failed` is set. */
  head: runRecordSchema.nullable(),
  /** Why the shard measured nothing; `null` if it did. */
  failed: z.object({ kind: z.enum(FAILURE_KINDS), reason: z.string() }).nullable(),
});
/** The JSON file of one shard and one suite: its part of both sides' run records. */
export type ShardRecords = ReadonlyOutput<typeof shardRecordsSchema>;

/** Everything that shards left in a folder. */
export type ShardFolder = {
  readonly shards: readonly ShardRecords[];
  /** Names of the files that cannot be read. */
  readonly unreadable: readonly string[];
};

/** Hexadecimal digits that are exact in a number. */
const DIGITS = 12;

/** True for the shard of this case. It depends on the id alone, so a new case moves no other. */
export function isInShard(id: string, { index, count }: Shard): boolean {
  return (Number.parseInt(sha256(id, DIGITS), 16) % count) + 1 === index;
}

/** The shard's part of a suite. Cases that are only shown run in the job that merges. */
export function narrowSuite(suite: PreparedSuite, shard: Shard): PreparedSuite {
  const { base, head, shown } = suite;
  const isOwn = ({ id }: { readonly id: string }) => isInShard(id, shard);
  return {
    ...suite,
    base: base && { ...base, cases: base.cases.filter(isOwn) },
    head: { ...head, cases: head.cases.filter(isOwn) },
    shown: { ...shown, rows: [], regraded: [] },
  };
}

/** The shard's part of a stored record: the partners of its cases, and its share of those without one. */
export function narrowSource(source: BaseSource, { head }: PreparedSuite, shard: Shard): BaseSource {
  if (source.kind !== 'record') return source;
  const { record } = source;
  const pairs = pairCases(head.cases, record.cases).rows;
  const headIds = new Map<CaseRecord, string>(
    pairs.filter((pair) => pair.kind === 'pair').map((pair) => [pair.base, pair.head.id] as const),
  );
  const cases = record.cases.filter((row) => isInShard(headIds.get(row) ?? row.id, shard));
  return { ...source, record: { ...record, cases } };
}

/** If all shards ran the base, its record may have been stored since. Then their own answers count. */
export function resolveShardSource(
  found: BaseSource,
  { base }: PreparedSuite,
  shards: readonly ShardRecords[],
): BaseSource {
  const commit = findBranchCommit(base);
  if (found.kind !== 'record' || commit === null || shards.length === 0) return found;
  const ran = runBaseNow(commit, []);
  return shards.every(({ source }) => source === nameSource(ran)) ? ran : found;
}

/** Origin of the base's answers, in which all shards must agree. */
export function nameSource(source: BaseSource): string {
  if (source.kind === 'record') {
    return `${source.again === null ? 'record' : 'judged again'} ${source.record.createdAt}`;
  }
  return source.kind === 'run' ? `run ${source.commit}` : source.kind;
}

/** Both sides' records of all shards. */
export type MergedRecords = {
  /** `null` if the base did not run and was not judged again. */
  readonly base: RunRecord | null;
  readonly head: RunRecord;
};

/**
 * The parts of one record as a whole, with the cases in the order of these rows. Calls and tokens add up; the time is the
 * slowest part's. Throws `RangeError` without a part.
 */
export function mergeRecords(
  parts: readonly RunRecord[],
  rows: readonly { readonly id: string }[],
): RunRecord {
  const [first] = parts;
  if (first === undefined) throw new RangeError('no record to merge');
  const indexById = new Map(rows.map(({ id }, index) => [id, index]));
  const getIndex = (id: string) => indexById.get(id) ?? rows.length;
  return {
    ...omitKeys(first, 'repeats'),
    createdAt: parts.map(({ createdAt }) => createdAt).toSorted()[0] ?? '',
    tasks: Object.fromEntries(parts.flatMap(({ tasks }) => Object.entries(tasks))),
    cases: parts.flatMap(({ cases }) => cases).toSorted((a, b) => getIndex(a.id) - getIndex(b.id)),
    usage: {
      target: parts.map(({ usage }) => usage.target).reduce(addUsage),
      judge: parts.map(({ usage }) => usage.judge).reduce(addUsage),
    },
    seconds: Math.max(...parts.map(({ seconds }) => seconds)),
    ...buildRewritten(parts.flatMap(({ rewritten }) => rewritten ?? [])),
    ...listRepeats(createRepeats(parts.flatMap(({ repeats }) => repeats ?? []))),
    stopped: parts.find(({ stopped }) => stopped !== null)?.stopped ?? null,
  };
}
