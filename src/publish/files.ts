import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RunRecord } from '../model/run-record.js';
import { sha256 } from '../text/json.js';
import { type Redact, redactTexts } from '../text/redact.js';

const MAX_NAME_LENGTH = 60;

/** A file of the results folder; the name is one of ours, or made by `toFileName`. */
export type ResultFile = { readonly name: string; readonly text: string };

/** A file name from foreign text: it cannot leave the folder or be hidden, and differs for different texts. */
export function toFileName(text: string): string {
  const plain = text
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '');
  if (plain === text && plain !== '' && plain.length <= MAX_NAME_LENGTH) return plain;
  const hash = sha256(text, 8);
  return plain === '' ? hash : `${plain.slice(0, MAX_NAME_LENGTH)}-${hash}`;
}

/** Folders of a runner's temporary folder. The steps of a job share it, and each comment has its own report. */
export function listResultFolders(
  temp: string,
  commentKey: string,
): { readonly folder: string; readonly shardFolder: string } {
  const home = join(temp, 'prompt-regression');
  // The records of shards are named by working directory and suite.
  return { folder: join(home, toFileName(commentKey)), shardFolder: join(home, 'shards') };
}

export function buildRecordFile(name: string, record: RunRecord, redact: Redact): ResultFile {
  return { name, text: `${JSON.stringify(redactTexts(record, redact))}\n` };
}

/** Writes the files into the folder, which is made if it is missing. */
export async function writeFiles(folder: string, files: readonly ResultFile[]): Promise<void> {
  for (const { name, text } of files) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}
