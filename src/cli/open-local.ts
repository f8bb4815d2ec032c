import { type Checkout, openWorkingCopy } from '../checkout/checkout.js';
import { resolveFolder } from '../files/readers.js';
import { openGit } from '../git/open-git.js';
import type { BaselineStore } from '../model/baseline.js';
import type { Log } from '../model/effects.js';
import { UserError } from '../model/errors.js';
import type { FileEntry, Git } from '../model/repository.js';
import type { RunRecord } from '../model/run-record.js';
import type { Suite } from '../model/suite.js';
import type { SuiteRun } from '../model/suite-run.js';
import { createSettingsRedactor, openRunStore } from '../session/open-effects.js';
import { prepareAlone } from '../session/prepare-suites.js';
import type { Overrides } from '../settings/overrides.js';
import { readSettings, type SettingsOfBothSides } from '../settings/read-settings.js';
import type { Redact } from '../text/redact.js';
import { chooseLocalBaseline, type LocalBaseline } from './local-baseline.js';
import { createTerminalLog, type Terminal } from './terminal.js';

export type Local = {
  readonly folder: string;
  readonly copy: Pick<Checkout, 'head' | 'prefix'>;
  readonly git: Git | null;
  /** Ends git's processes. */
  readonly stop: AbortController;
  readonly baseline: LocalBaseline;
  readonly sides: SettingsOfBothSides;
  readonly store: BaselineStore;
  readonly terminal: Terminal;
  readonly log: Log;
  readonly redact: Redact;
  readonly print: (text: string) => void;
};

export type LocalOptions = {
  readonly against: 'baseline' | 'nothing';
  readonly outsideGit?: boolean;
};

export async function openLocal(
  overrides: Overrides,
  terminal: Terminal,
  { against, outsideGit = false }: LocalOptions,
): Promise<Local> {
  const { env, cwd } = terminal;
  let redact: Redact = (text) => text;
  const log = createTerminalLog(terminal, (text) => redact(text));
  const folder = await resolveFolder(cwd, overrides);
  const stop = new AbortController();
  const git = outsideGit ? null : await openHistory(folder, { env, log, signal: stop.signal });
  const { copy, commit, dirty } = await openWork(folder, git);
  const request = { head: copy.head.reader, overrides, env, shell: 'cli' } as const;
  const own = await readSettings({ ...request, base: null });
  const runId = String(Date.now());
  const store = openRunStore(own.settings.store, {
    github: null,
    folder,
    directory: copy.prefix,
    runId,
    attempt: 1,
    log,
  });
  const baseline =
    against === 'nothing'
      ? { baseCommit: null, latest: new Set<string>() }
      : await chooseLocalBaseline({
          choice: own.settings.baseline,
          suites: own.settings.suites.map((suite) => suite.name),
          store,
          git,
          commit,
          dirty,
          prefix: copy.prefix,
        });
  const base = baseline.baseCommit?.reader ?? null;
  const sides = base === null ? own : await readSettings({ ...request, base });
  redact = createSettingsRedactor([sides.settings, sides.base], [], env);
  const print = (text: string) => terminal.write(redact(text));
  return { folder, copy, git, stop, baseline, sides, store, terminal, log, redact, print };
}

export function prepareLocal(
  { copy, sides }: Local,
  suites: readonly Suite[] = sides.settings.suites,
): Promise<readonly SuiteRun[]> {
  return prepareAlone(suites, { ...copy, sides });
}

export async function prepareOne(local: Local, suite: Suite): Promise<SuiteRun> {
  const [run] = await prepareLocal(local, [suite]);
  if (run === undefined) throw new UserError(`suite ${JSON.stringify(suite.name)} cannot be read`);
  return run;
}

/** The last stored baseline; `null` if there is none that can be read. */
export async function readStored({ store }: Local, suite: string): Promise<RunRecord | null> {
  const read = await store.latest(suite).catch(() => null);
  return read?.status === 'found' ? read.record : null;
}

/** The repository around a folder; `null` without one, or without a commit. */
async function openHistory(
  folder: string,
  run: { readonly env: Terminal['env']; readonly log: Log; readonly signal: AbortSignal },
): Promise<Git | null> {
  const git = await openGit({ folder, token: null, serverUrl: 'https://github.com', ...run });
  return git !== null && (await git.isAncestor('HEAD', 'HEAD')) === true ? git : null;
}

/** The files on disk. Unless they equal the commit's, they are not measured under its name. */
async function openWork(folder: string, git: Git | null) {
  const copy = await openWorkingCopy(folder, git);
  const { commit, files } = copy.head;
  const dirty =
    git !== null &&
    commit !== null &&
    files !== null &&
    !sameFiles(await files.list(), await git.commitTree(commit).list());
  return { copy: dirty ? { ...copy, head: { ...copy.head, commit: null } } : copy, commit, dirty };
}

function sameFiles(a: readonly FileEntry[], b: readonly FileEntry[]): boolean {
  const blobs = new Map(a.map(({ path, blob }) => [path, blob]));
  return a.length === b.length && b.every(({ path, blob }) => blobs.get(path) === blob);
}
