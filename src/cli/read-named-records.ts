import { resolve } from 'node:path';
import { readRecordFile } from '../baseline/store/read-record-file.js';
import { UserError } from '../ports/errors.js';
import type { RunRecord } from '../ports/run-record.js';

/**
 * The run records whose files a command was given, by path relative to `folder`.
 * Throws `UserError` with the problems of all of them.
 */
export async function readNamedRecords(
  command: string,
  folder: string,
  paths: readonly string[],
): Promise<readonly RunRecord[]> {
  const records: RunRecord[] = [];
  const problems: string[] = [];
  for (const path of paths) {
    const read = await readRecordFile(resolve(folder, path));
    switch (read.status) {
      case 'found':
        records.push(read.record);
        break;
      case 'absent':
        problems.push(
          `${command}: there is no file ${JSON.stringify(path)}; name a run record, for example .prompt-regression/last-run/records/support.json`,
        );
        break;
      case 'unreadable':
        problems.push(`${command}: ${read.reason}`);
        break;
      default:
        read satisfies never;
    }
  }
  if (problems.length > 0) throw new UserError(problems);
  return records;
}
