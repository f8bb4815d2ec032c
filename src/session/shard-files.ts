import { readdir, readFile } from 'node:fs/promises';
import { basename, join, posix } from 'node:path';
import { SHARD_FORMAT, SHARD_VERSION, type ShardRecords, shardRecordsSchema } from '../model/shard.js';
import { fileNameOf, publishFiles } from '../publish/files.js';
import type { Outlets } from '../publish/publication.js';
import { redactTexts } from '../publish/redact-value.js';

/** Subfolder of a run's files. */
const SHARDS = 'shards';
const ENDING = '.shard.json';

/** Everything that shards left in a folder. */
export type ShardFolder = {
  readonly shards: readonly ShardRecords[];
  /** A clause for each file that cannot be read. */
  readonly unreadable: readonly string[];
};

/** Writes one shard's records of one suite. False if that failed, after logging why. */
export async function writeShard(
  part: Omit<ShardRecords, 'format' | 'version'>,
  { folder, redact, log }: Pick<Outlets, 'folder' | 'redact' | 'log'>,
): Promise<boolean> {
  const { index, count } = part.shard;
  const name = `${fileNameOf(posix.join(part.directory, part.suite))}.${index}-of-${count}${ENDING}`;
  const records: ShardRecords = { format: SHARD_FORMAT, version: SHARD_VERSION, ...part };
  const text = `${JSON.stringify(redactTexts(records, redact))}\n`;
  const written = await publishFiles(join(folder, SHARDS), [{ name, text }]);
  if (written.status === 'failed') log.error(redact(written.warning));
  else log.info(`Shard ${index} of ${count}: ${join(folder, SHARDS, name)}`);
  return written.status !== 'failed';
}

/** Reads a folder and its subfolders. If it cannot be read, every shard is missing. */
export async function readShards(folder: string): Promise<ShardFolder> {
  const shards: ShardRecords[] = [];
  const unreadable: string[] = [];
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  for (const name of names.filter((each) => each.endsWith(ENDING)).sort()) {
    try {
      const read = shardRecordsSchema.safeParse(JSON.parse(await readFile(join(folder, name), 'utf8')));
      if (read.success) shards.push(read.data);
      else unreadable.push(`${basename(name)} does not have the form of a shard's records`);
    } catch {
      // The parser's message would quote the file.
      unreadable.push(`${basename(name)} cannot be read`);
    }
  }
  return { shards, unreadable };
}
