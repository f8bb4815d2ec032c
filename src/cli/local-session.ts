import { mkdir, mkdtemp, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createIgnoredFolder } from '../baseline/store/folder-files.js';
import type { Effects, Log } from '../model/effects.js';
import { describeError, UserError } from '../model/errors.js';
import type { AnswerMemory, JournalPlace } from '../model/journal.js';
import type { Report } from '../model/report.js';
import { formatShard, type Shard } from '../model/run-record.js';
import type { Suite } from '../model/suite.js';
import type { ShardFolder } from '../produce/shard-records.js';
import type { Outlets } from '../publish/outlets.js';
import { buildDetailedResult } from '../publish/result-details.js';
import type { ResultJson } from '../publish/result-schema.js';
import { renderConsole } from '../report/console.js';
import type { CaseChoice } from '../session/choose-cases.js';
import { createDeadline } from '../session/deadline.js';
import { openEffects } from '../session/open-effects.js';
import type { ExplainChoice, Session } from '../session/session.js';
import { DEFAULT_CONFIG } from '../settings/defaults.js';
import { refuseBlocked, requireKeys } from '../settings/keys.js';
import type { Overrides } from '../settings/overrides.js';
import { PUBLISH_NOTHING } from '../settings/resolve-settings.js';
import type { Redact } from '../text/redact.js';
import { warnOfAddressVariable } from './address-variable.js';
import { STATE_FOLDER } from './committed-state.js';
import type { LocalCheckout } from './open-local.js';
import { StopError, type Terminal } from './terminal.js';

/** Signals that end a run cleanly: processes ended, worktree removed, results reported. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const COMMANDS = {
  run: 'agent and judge',
  // Without a key it decides and asks nothing again.
  merge: null,
  baseline: 'agent and judge',
  coverage: 'agent and judge',
  'judge-check': 'judge',
  compare: 'judge',
} as const;

/** Runs `work` with a run's real effects, until the time limit or the user's stop. */
export async function withLocalEffects<Result>(
  local: LocalCheckout,
  command: keyof typeof COMMANDS,
  work: (effects: Effects) => Promise<Result>,
  options: {
    readonly suites?: readonly Suite[];
    readonly memory?: AnswerMemory | undefined;
    readonly shard?: Shard | undefined;
  } = {},
): Promise<Result> {
  const { suites = local.sides.settings.suites, memory, shard } = options;
  const { sides } = local;
  refuseBlocked([...suites, ...(sides.base?.suites ?? [])], sides.configPath ?? DEFAULT_CONFIG);
  const asks = COMMANDS[command];
  if (asks !== null) requireKeys(suites, asks);
  const otherAddress = warnOfAddressVariable(suites, local.terminal.env);
  if (otherAddress !== null) local.log.warning(otherAddress);
  const journal = { ...(await placeJournal(local, command, shard)), memory };
  const { settings } = sides;
  using deadline = createDeadline();
  let stopped: NodeJS.Signals | null = null;
  const stop = (signal: NodeJS.Signals) => {
    stopped = signal;
    local.log.info('Stopping; what was measured so far is reported.');
    deadline.cancel('the run was cancelled');
    local.stop.abort(deadline.signal.reason);
  };
  // Once: a second signal ends the process immediately.
  for (const signal of STOP_SIGNALS) process.once(signal, stop);
  try {
    deadline.start(settings.limits.timeoutMs);
    const { env, scorerHost } = local.terminal;
    const result = await work(
      openEffects({ ...local, settings, env, scorerHost, deadline, journal, github: null }),
    );
    if (stopped !== null) throw new StopError(stopped);
    return result;
  } catch (thrown) {
    throw stopped === null ? thrown : new StopError(stopped);
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, stop);
  }
}

/** Runs a workflow on the working copy: the report goes to the terminal, its files to a folder. */
export async function withLocalSession<Result>(
  local: LocalCheckout,
  output: {
    readonly command: 'run' | 'merge' | 'baseline';
    readonly folder: string;
    readonly render: (report: Report) => string;
    readonly only?: CaseChoice | undefined;
    readonly memory?: AnswerMemory | undefined;
    readonly shard?: Shard;
    readonly shards?: ShardFolder | undefined;
    readonly explain?: ExplainChoice | null;
  },
  workflow: (session: Session) => Promise<Result>,
): Promise<Result> {
  const { sides, copy, baseline, print } = local;
  const { only, memory, shard, shards, explain = null } = output;
  const run = (effects: Effects) =>
    workflow({
      ...copy,
      sides,
      base: baseline.base,
      withoutBase: baseline.latest,
      onChange: baseline.point !== null,
      forceRun: true,
      waitsFor: null,
      noKey: null,
      explain,
      only,
      shards,
      queued: null,
      notices: sides.settings.notices,
      effects,
      outlets: createLocalOutlets(local, { folder: output.folder, headSha: copy.head.commit }),
      print: (report) => print(output.render(report)),
    });
  return withLocalEffects(local, output.command, run, { memory, shard });
}

/** Each command and shard has its own journal: a `baseline` has other samples than a `run`. */
async function placeJournal(
  { folder, committed }: LocalCheckout,
  command: keyof typeof COMMANDS,
  shard: Shard | undefined,
): Promise<JournalPlace> {
  const home = join(folder, STATE_FOLDER);
  // Otherwise its files would count as changes. The journal reports a failure.
  await createIgnoredFolder(home).catch(() => {});
  return {
    folder: join(home, 'journal'),
    isIgnored: committed.has,
    boundTo: shard === undefined ? [command] : [command, formatShard(shard)],
  };
}

/** Made before anything is spent: `given`, or `.prompt-regression/<name>`. Throws `UserError`. */
export async function openOutput(
  workingDirectory: string,
  { given, name }: { readonly given: string | undefined; readonly name: string },
): Promise<string> {
  const folder = resolve(workingDirectory, given ?? join(STATE_FOLDER, name));
  try {
    if (given === undefined) {
      await createIgnoredFolder(join(workingDirectory, STATE_FOLDER));
      await createIgnoredFolder(folder);
    } else {
      await mkdir(folder, { recursive: true });
      // An existing folder may not be writable.
      await rmdir(await mkdtemp(join(folder, '.try-')));
    }
    return folder;
  } catch (thrown) {
    throw new UserError(
      `output: the folder ${JSON.stringify(folder)} cannot be made or written to: ${describeError(thrown)}; name another one`,
      { cause: thrown },
    );
  }
}

/** Where a local run publishes: files in a folder, and nothing on GitHub. */
export function createLocalOutlets(
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
    reportUrl: null,
    repositoryUrl: null,
    homeUrl: null,
    folder,
    shardFolder: join(folder, 'shards'),
    redact,
    log,
    sleep,
  };
}

/** A line that names the files of a run. */
export function renderPlaces(folder: string): string {
  return `Report, with every answer: ${join(folder, 'report.html')}\nComment: ${join(folder, 'comment.md')}`;
}

/** JSON that acts on no terminal and no runner (`##[error]`), whatever text is in it. */
function renderResult(result: ResultJson): string {
  const json = JSON.stringify(result, null, 2)
    .replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escapeForJson)
    .replace(/##(?=\w*\[)/g, `#${escapeForJson('#')}`);
  return `${json}\n`;
}

function escapeForJson(character: string): string {
  return Array.from(
    { length: character.length },
    (_unit, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
}

/** The report for the terminal, as text or as JSON. */
export function renderLocal(
  report: Report,
  { json, verbose, by }: Overrides,
  { color }: Terminal,
  next: 'by-command' | 'on-a-machine' = 'on-a-machine',
): string {
  return json === true
    ? renderResult(buildDetailedResult(report))
    : renderConsole(report, { color, verbose: verbose === true, byTag: by === 'tag', next });
}
