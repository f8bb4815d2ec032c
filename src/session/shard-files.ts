import { readdir, readFile } from 'node:fs/promises';
import { basename, join, posix } from 'node:path';
import { type ShardFolder, type ShardRecords, shardRecordsSchema } from '../produce/shard-records.js';
import { toFileName, writeFiles } from '../publish/files.js';
import { type Outlets, tryToPublish } from '../publish/outlets.js';
import { tryStoredJson } from '../text/json.js';
import { redactTexts } from '../text/redact.js';

const SHARD_ENDING = '.shard.json';

/** Writes one shard's records of one suite. False if that failed, after logging why. */
export async function writeShard(
  records: ShardRecords,
  { shardFolder, redact, log }: Outlets,
): Promise<boolean> {
  const { index, count } = records.shard;
  const name = `${toFileName(posix.join(records.directory, records.suite))}.${index}-of-${count}${SHARD_ENDING}`;
  const text = `${JSON.stringify(redactTexts(records, redact))}\n`;
  const write = () => writeFiles(shardFolder, [{ name, text }]);
  const isWritten = await tryToPublish('Shard', write, { log: { ...log, warning: log.error }, redact });
  if (isWritten) log.info(`Shard ${index} of ${count}: ${join(shardFolder, name)}`);
  return isWritten;
}

/**
 * Reads a folder and its subfolders. If it cannot be read, every shard is missing.
 * @param isIgnored True for a file that is not trusted.
 */
export async function readShards(
  folder: string,
  isIgnored: (path: string) => boolean = () => false,
): Promise<ShardFolder> {
  const shards: ShardRecords[] = [];
  const unreadable: string[] = [];
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const files = names.filter((name) => name.endsWith(SHARD_ENDING) && !isIgnored(join(folder, name)));
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
