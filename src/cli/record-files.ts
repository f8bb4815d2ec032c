import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { readRecordFile } from '../baseline/store/record-codec.js';
import { openFolderTree } from '../files/readers.js';
import { UserError } from '../model/errors.js';
import { type EvaluatedSuite, listScorerReports, type Report } from '../model/report.js';
import type { RunRecord } from '../model/run-record.js';
import type { GateSettings, ScorerSettings, Suite } from '../model/suite.js';
import { toFileName, writeFiles } from '../publish/files.js';
import { DEFAULT_GATE } from '../settings/defaults.js';
import type { Overrides } from '../settings/overrides.js';
import { readSettings } from '../settings/read-settings.js';
import { STATE_FOLDER } from './committed-state.js';
import type { CheckedOut, StatePlace } from './open-local.js';
import type { Terminal } from './terminal.js';

const NAME_A_RECORD = 'name a run record, for example .prompt-regression/last-run/records/support.json';

/** The records at these paths. Throws `UserError` for an unreadable one. */
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
      problems.push(`${command}: ${JSON.stringify(path)} is a folder; ${NAME_A_RECORD}`);
      continue;
    }
    const read = await readRecordFile(place);
    switch (read.status) {
      case 'found':
        records.push(read.record);
        break;
      case 'absent':
        problems.push(`${command}: there is no file ${JSON.stringify(path)}; ${NAME_A_RECORD}`);
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
  { folder, committed }: Pick<StatePlace, 'folder' | 'committed'>,
  suite: string,
): Promise<{ readonly path: string; readonly record: RunRecord | null }> {
  const path = join(STATE_FOLDER, 'last-run', 'records', `${toFileName(suite)}.json`);
  if (committed.has(path)) return { path, record: null };
  try {
    const [record] = await readRecords(command, folder, [path]);
    return { path, record: record ?? null };
  } catch (thrown) {
    if (thrown instanceof UserError) return { path, record: null };
    throw thrown;
  }
}

/** A record's suite in the config file, else `null`, since records can be compared without a config. */
export async function readKnownSuite(
  folder: string,
  suite: string,
  overrides: Overrides,
  { env }: Terminal,
): Promise<Suite | null> {
  try {
    const head = openFolderTree(folder);
    const { settings } = await readSettings({ head, overrides, env, shell: 'cli' });
    return settings.suites.find((each) => each.name === suite) ?? null;
  } catch (thrown) {
    if (!(thrown instanceof UserError) || overrides.config !== undefined) throw thrown;
    return null;
  }
}

/** A record's scorers with the suite's gates, or the default gate if the suite is unknown. */
export function collectGates(
  record: RunRecord,
  suite: Suite | null,
): readonly { readonly name: string; readonly gate: GateSettings }[] {
  return record.scorers.map(({ id: name }) => {
    const gate = suite?.scorers.find((scorer) => scorer.name === name)?.gate;
    return { name, gate: gate ?? DEFAULT_GATE };
  });
}

const FAILED = 'failed.json';
/** A smaller fall, in hundredths, shows as none. */
const MIN_SHOWN_FALL = 0.5;
const failedSchema = z.object({
  /** What was checked out in the last run. */
  of: z.object({ branch: z.string().nullable(), commit: z.string().nullable() }),
  bySuite: z.record(z.string(), z.array(z.string())),
});

/** Ids by suite, and what was checked out in the last run. */
export type FailedCases = {
  readonly of: CheckedOut;
  readonly bySuite: ReadonlyMap<string, readonly string[]>;
};

/** The cases that failed when they were run last. Throws `UserError` if none were run here. */
export async function readFailedCases({ folder, committed }: StatePlace): Promise<FailedCases> {
  const path = join(folder, STATE_FOLDER, FAILED);
  const text = committed.has(path) ? null : await readFile(path, 'utf8').catch(() => null);
  if (text === null) {
    throw new UserError(
      'failed: no cases were run here before, so none is known to have failed; run without --failed first',
    );
  }
  try {
    const { of, bySuite } = failedSchema.parse(JSON.parse(text));
    return { of, bySuite: new Map(Object.entries(bySuite)) };
  } catch (cause) {
    throw new UserError(`failed: ${path} is damaged; remove it and run without --failed`, { cause });
  }
}

/** Stores the cases that failed now; others keep their last result. */
export async function saveFailedCases(
  place: StatePlace,
  { suites }: Report,
  settings: readonly Suite[],
): Promise<number> {
  const known = await readFailedCases(place).catch(() => null);
  const failed = new Map(known?.bySuite);
  let now = 0;
  for (const suite of suites) {
    if (suite.kind !== 'evaluated') continue;
    const run = new Set(suite.head.cases.map(({ id }) => id));
    // A whole run covers every case.
    const lastFailed = suite.head.subset === undefined ? [] : (failed.get(suite.suite) ?? []);
    const before = lastFailed.filter((id) => !run.has(id));
    const scorers = settings.find(({ name }) => name === suite.suite)?.scorers ?? [];
    const nowFailed = listFailed(suite, scorers);
    now += nowFailed.length;
    failed.set(suite.suite, [...before, ...nowFailed]);
  }
  const content = { of: place.checkedOut, bySuite: Object.fromEntries(failed) };
  const text = `${JSON.stringify(content, null, 2)}\n`;
  // Without the file, `--failed` says that nothing was run here.
  await writeFiles(join(place.folder, STATE_FOLDER), [{ name: FAILED, text }]).catch(() => {});
  return now;
}

/** Cases that fell or have no score; without baseline and threshold, all below the highest. */
function listFailed(suite: EvaluatedSuite, settings: readonly ScorerSettings[]): readonly string[] {
  const failed = listScorerReports(suite).flatMap(({ comparison, decision, scorer }) => {
    const { threshold = null } = settings.find(({ name }) => name === scorer)?.gate ?? {};
    const least = 100 * (threshold ?? (suite.baseline.kind === 'record' ? 0 : 1));
    const { pairs, added, edited, unscored } = comparison;
    const scores = [...pairs.map(({ id, head }) => ({ id, score: head })), ...added, ...edited];
    return [
      ...pairs.filter(({ delta }) => (delta ?? 0) <= -MIN_SHOWN_FALL).map(({ id }) => id),
      ...decision.worse,
      ...unscored.filter(({ kind }) => kind !== 'not-scorable').map(({ id }) => id),
      ...scores.filter(({ score }) => score !== null && score < least).map(({ id }) => id),
    ];
  });
  return suite.head.cases.map(({ id }) => id).filter((id) => failed.includes(id));
}
