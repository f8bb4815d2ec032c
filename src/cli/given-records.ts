import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readRecordFile } from '../baseline/store/record-codec.js';
import { openFolderTree } from '../files/readers.js';
import { UserError } from '../ports/errors.js';
import type { RunRecord } from '../ports/run-record.js';
import type { ScorerSettings, SuiteSettings } from '../ports/settings.js';
import { fileNameOf } from '../publish/files.js';
import { DEFAULT_GATE } from '../settings/defaults.js';
import type { Overrides } from '../settings/overrides.js';
import { readSettings } from '../settings/read-settings.js';
import { HOME } from './local-output.js';
import type { Terminal } from './terminal.js';

const NAME_ONE = 'name a run record, for example .prompt-regression/last-run/records/support.json';

/**
 * The run records whose files a command was given, by path relative to `folder`.
 * Throws `UserError` with the problems of all of them.
 */
export async function readGivenRecords(
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

/** What `run` measured last of a suite; `null` where there is nothing that can be read. */
export async function readLastRun(
  command: string,
  folder: string,
  suite: string,
): Promise<{ readonly path: string; readonly record: RunRecord | null }> {
  const path = join(HOME, 'last-run', 'records', `${fileNameOf(suite)}.json`);
  try {
    const [record] = await readGivenRecords(command, folder, [path]);
    return { path, record: record ?? null };
  } catch (thrown) {
    if (thrown instanceof UserError) return { path, record: null };
    throw thrown;
  }
}

/**
 * The suite of a record, as the config file knows it; `null` where they do not, since records can be looked at
 * without any config. Throws `UserError` where a config file that was asked for is wrong.
 */
export async function readKnownSuite(
  folder: string,
  suite: string,
  overrides: Overrides,
  { env }: Pick<Terminal, 'env'>,
): Promise<SuiteSettings | null> {
  try {
    const head = openFolderTree(folder);
    const { settings } = await readSettings({ head, base: null, overrides, env, shell: 'cli' });
    return settings.suites.find((each) => each.name === suite) ?? null;
  } catch (thrown) {
    if (!(thrown instanceof UserError) || overrides.config !== undefined) throw thrown;
    return null;
  }
}

/** The scorers of a record with their gates: the suite's if its settings are known, else the default gate. */
export function gatesOfRecord(
  record: RunRecord,
  suite: SuiteSettings | null,
): readonly Pick<ScorerSettings, 'name' | 'gate'>[] {
  return record.scorers.map(({ id: name }) => {
    const known = suite?.scorers.find((scorer) => scorer.name === name)?.gate;
    return { name, gate: known ?? DEFAULT_GATE };
  });
}
