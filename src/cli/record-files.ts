import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readRecordFile } from '../baseline/store/record-codec.js';
import { openFolderTree } from '../files/readers.js';
import { UserError } from '../model/errors.js';
import type { RunRecord } from '../model/run-record.js';
import type { ScorerSettings, Suite } from '../model/suite.js';
import { fileNameOf } from '../publish/files.js';
import { DEFAULT_GATE } from '../settings/defaults.js';
import type { Overrides } from '../settings/overrides.js';
import { readSettings } from '../settings/read-settings.js';
import { HOME } from './local-session.js';
import type { Terminal } from './terminal.js';

const NAME_ONE = 'name a run record, for example .prompt-regression/last-run/records/support.json';

/** The run records at paths relative to `folder`. Throws `UserError` with all problems. */
export async function readRecords(
  command: string,
  folder: string,
  paths: readonly string[],
): Promise<readonly RunRecord[]> {
  const records: RunRecord[] = [];
  const problems: string[] = [];
  for (const path of paths) {
    const place = resolve(folder, path);
    if ((await stat(place).catch(() => null))?.isDirectory()) {
      problems.push(`${command}: ${JSON.stringify(path)} is a folder; ${NAME_ONE}`);
      continue;
    }
    const read = await readRecordFile(place);
    switch (read.status) {
      case 'found':
        records.push(read.record);
        break;
      case 'absent':
        problems.push(`${command}: there is no file ${JSON.stringify(path)}; ${NAME_ONE}`);
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

/** The record of a suite's last `run`; `null` if it cannot be read. */
export async function readLastRun(
  command: string,
  folder: string,
  suite: string,
): Promise<{ readonly path: string; readonly record: RunRecord | null }> {
  const path = join(HOME, 'last-run', 'records', `${fileNameOf(suite)}.json`);
  try {
    const [record] = await readRecords(command, folder, [path]);
    return { path, record: record ?? null };
  } catch (thrown) {
    if (thrown instanceof UserError) return { path, record: null };
    throw thrown;
  }
}

/**
 * A record's suite in the config file, else `null`, since records can be compared without a config. Throws
 * `UserError` for an invalid config file.
 */
export async function readKnownSuite(
  folder: string,
  suite: string,
  overrides: Overrides,
  { env }: Pick<Terminal, 'env'>,
): Promise<Suite | null> {
  try {
    const head = openFolderTree(folder);
    const { settings } = await readSettings({ head, base: null, overrides, env, shell: 'cli' });
    return settings.suites.find((each) => each.name === suite) ?? null;
  } catch (thrown) {
    if (!(thrown instanceof UserError) || overrides.config !== undefined) throw thrown;
    return null;
  }
}

/** A record's scorers with the suite's gates, or the default gate if the suite is unknown. */
export function gatesOfRecord(
  record: RunRecord,
  suite: Suite | null,
): readonly Pick<ScorerSettings, 'name' | 'gate'>[] {
  return record.scorers.map(({ id: name }) => {
    const known = suite?.scorers.find((scorer) => scorer.name === name)?.gate;
    return { name, gate: known ?? DEFAULT_GATE };
  });
}
