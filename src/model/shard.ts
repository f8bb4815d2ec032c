import { z } from 'zod';
import { FAILURE_KINDS } from './errors.js';
import type { Form } from './form.js';
import { runRecordSchema } from './run-record.js';

export const SHARD_FORMAT = 'prompt-regression/shard';
export const SHARD_VERSION = 1;

const shard = z.object({ index: z.int().positive(), count: z.int().positive() });
/** A part of a run on several machines: number `index` of `count`, from 1. */
export type Shard = Form<typeof shard>;

/** `2/5` */
export function nameShard({ index, count }: Shard): string {
  return `${index}/${count}`;
}

const story = z.enum(['check', 'baseline']);
/** `check`: head against base. `baseline`: one side, to be stored. */
export type StoryName = Form<typeof story>;

const shardRecords = z.object({
  format: z.literal(SHARD_FORMAT),
  version: z.literal(SHARD_VERSION),
  shard,
  story,
  suite: z.string(),
  /** The suite's working directory, relative to the repository's top; empty at the top. */
  directory: z.string(),
  /** Commits of both sides; `null` if there is none. */
  commits: z.object({ head: z.string().nullable(), base: z.string().nullable() }),
  /** Hash of settings, files and cases of the whole suite. */
  fingerprint: z.string(),
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
export type ShardRecords = Form<typeof shardRecords>;

/** Checks a file of another job. */
export const shardRecordsSchema: z.ZodType<ShardRecords> = shardRecords;

/** Everything that shards left in a folder. */
export type ShardFolder = {
  readonly shards: readonly ShardRecords[];
  /** A clause for each file that cannot be read. */
  readonly unreadable: readonly string[];
};
