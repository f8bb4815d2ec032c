import { mkdir, mkdtemp, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startIgnoredFolder } from '../baseline/store/folder-files.js';
import { messageOf, UserError } from '../model/errors.js';
import type { Log } from '../model/log.js';
import type { Report } from '../model/report.js';
import type { Outlets } from '../publish/outlets.js';
import { buildResultJson } from '../publish/result-json.js';
import { renderConsole } from '../report/console.js';
import type { Overrides } from '../settings/overrides.js';
import { PUBLISH_NOTHING } from '../settings/resolve-settings.js';
import type { Redact } from '../text/redact.js';
import type { Terminal } from './terminal.js';

/** Default folder for commands' files, ignored by git. */
export const HOME = '.prompt-regression';

/**
 * Makes the folder for a command's files before anything is spent: `given`, or `.prompt-regression/<name>`. Throws
 * `UserError` if that fails.
 */
export async function openOutput(
  workingDirectory: string,
  { given, name }: { readonly given: string | undefined; readonly name: string },
): Promise<string> {
  const folder = resolve(workingDirectory, given ?? join(HOME, name));
  try {
    if (given === undefined) {
      await startIgnoredFolder(join(workingDirectory, HOME));
      await startIgnoredFolder(folder);
    } else {
      await mkdir(folder, { recursive: true });
      // An existing folder may not be writable.
      await rmdir(await mkdtemp(join(folder, '.try-')));
    }
    return folder;
  } catch (thrown) {
    throw new UserError(
      `output: the folder ${JSON.stringify(folder)} cannot be made or written to: ${messageOf(thrown)}; name another one`,
      { cause: thrown },
    );
  }
}

/** Outlets that write only to a folder. */
export function localOutlets(
  { log, redact }: { readonly log: Log; readonly redact: Redact },
  { folder, headSha }: { readonly folder: string; readonly headSha: string | null },
): Outlets {
  return {
    settings: PUBLISH_NOTHING,
    github: null,
    workflow: null,
    pullRequest: null,
    statusSha: headSha,
    statusBase: null,
    directory: '',
    commentKey: 'local',
    runUrl: null,
    homeUrl: null,
    folder,
    redact,
    log,
    sleep,
  };
}

/** Paths of a run's files, for the end of a terminal's output. */
export function placesOf(folder: string): string {
  return `Comment: ${join(folder, 'comment.md')}     Report: ${join(folder, 'report.html')}`;
}

/** A result for programs. */
export function renderJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** A report as JSON or for the terminal. */
export function renderLocal(
  report: Report,
  { json, verbose }: Overrides,
  { color }: Terminal,
  next: 'by-command' | 'on-a-machine' = 'on-a-machine',
): string {
  return json === true
    ? renderJson(buildResultJson(report))
    : renderConsole(report, { color, verbose: verbose === true, next });
}
