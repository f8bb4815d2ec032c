import { posix } from 'node:path';
import { chooseBase, openCommit } from '../checkout/base-commit.js';
import { openWorkingCopy } from '../checkout/checkout.js';
import { resolveFolder, scopeTree } from '../files/readers.js';
import { isInRepository } from '../git/find-repository.js';
import { openGit } from '../git/open-git.js';
import type { BaselineStore, StoreLookup } from '../model/baseline.js';
import { type Log, SILENT_LOG } from '../model/effects.js';
import { describeError, UserError } from '../model/errors.js';
import type { FileEntry, FileTree, Git } from '../model/repository.js';
import type { RunRecord } from '../model/run-record.js';
import type { Snapshot, WorkingCopy } from '../model/side.js';
import type { PreparedSuite } from '../model/stages.js';
import type { BaselineChoice, Suite } from '../model/suite.js';
import { addModelChanges } from '../project/model-changes.js';
import { createSettingsRedactor, openRunStore } from '../session/open-effects.js';
import { prepareWithoutBase } from '../session/prepare-suites.js';
import { DEFAULT_CONFIG } from '../settings/defaults.js';
import type { Overrides } from '../settings/overrides.js';
import { readSettings, type SettingsOfBothSides } from '../settings/read-settings.js';
import { createNothingToRunError } from '../settings/resolve-settings.js';
import type { Redact } from '../text/redact.js';
import { shortenCommit } from '../text/values.js';
import { type CommittedState, readCommittedState, STATE_FOLDER } from './committed-state.js';
import { createTerminalLog, type Terminal } from './terminal.js';

/** A working directory, and the tracked part of its state. */
export type StatePlace = {
  readonly folder: string;
  readonly committed: CommittedState;
  readonly checkedOut: CheckedOut;
};

/** Names of what is checked out; `null` without a branch, and without a commit. */
export type CheckedOut = { readonly branch: string | null; readonly commit: string | null };

/** Shared by the commands: the working copy, its settings and the store. */
export type LocalCheckout = StatePlace & {
  readonly copy: { readonly head: WorkingCopy; readonly prefix: string };
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

/** The base of the working copy's comparison. */
export type LocalOptions = {
  readonly against: 'baseline' | 'nothing';
  readonly outsideGit?: boolean;
};

/** Opens the working copy around a folder, and chooses its base. Throws `UserError`. */
export async function openLocal(
  overrides: Overrides,
  terminal: Terminal,
  { against, outsideGit = false }: LocalOptions,
): Promise<LocalCheckout> {
  const { env, cwd } = terminal;
  let redact: Redact = (text) => text;
  const log = createTerminalLog(terminal, (text) => redact(text));
  const folder = await resolveFolder(cwd, overrides);
  const stop = new AbortController();
  const git = outsideGit ? null : await openHistory(folder, { env, log, signal: stop.signal });
  const { copy, commit, dirty } = await openCleanOrDirtyCopy(folder, git);
  const branchPoint = await openBranchPoint({ git, commit, ...copy });
  const committed = await readCommitted(folder, { git, branchPoint, ...copy });
  const trusted = overrides.trustAddresses === true ? undefined : branchPoint?.reader;
  const source = trusted === undefined ? { merged: true } : { trusted };
  const request = { head: copy.head.reader, overrides, env, shell: 'cli', ...source } as const;
  await requireConfig(overrides.config ?? DEFAULT_CONFIG, { git, ...copy });
  const own = await readSettings({ ...request, base: null });
  const runId = String(Date.now());
  const allStored = openRunStore(own.settings.store, {
    github: null,
    folder,
    directory: copy.prefix,
    runId,
    attempt: 1,
    log,
    isIgnored: committed.has,
  });
  for (const place of new Set([STATE_FOLDER, own.settings.store.location]))
    committed.check(place, log.warning);
  const baseline =
    against === 'nothing'
      ? { base: null, point: null, ...NOTHING_STORED }
      : await chooseLocalBaseline({
          choice: own.settings.baseline,
          suites: own.settings.suites.map((suite) => suite.name),
          store: allStored,
          log,
          git,
          commit,
          dirty,
          prefix: copy.prefix,
        });
  const store = hideLatest(allStored, baseline.foreign);
  const base = baseline.base?.reader ?? null;
  const read = base === null ? own : await readSettings({ ...request, base });
  const sides = { ...read, changes: await addModelChanges(read, { ...copy, base: baseline.base }) };
  redact = createSettingsRedactor([sides.settings, sides.base], [], env);
  const print = (text: string) => terminal.write(redact(text));
  const checkedOut = { branch: (await git?.currentBranch()) ?? null, commit };
  return {
    folder,
    copy,
    git,
    stop,
    committed,
    checkedOut,
    baseline,
    sides,
    store,
    terminal,
    log,
    redact,
    print,
  };
}

/** Throws `UserError` if the folder has no config file and others have one: it may be the wrong folder. */
async function requireConfig(
  config: string,
  { git, head, prefix }: { readonly git: Git | null; readonly head: WorkingCopy; readonly prefix: string },
): Promise<void> {
  if (git === null || (await head.reader.read(config, 'anything')) !== null) return;
  const others = await listConfigs(git.workingTree(), prefix);
  if (others.length > 0) throw createNothingToRunError(config, 'does not exist', others);
}

/** The config files of a repository, relative to one of its folders. */
export async function listConfigs(tree: FileTree, prefix: string): Promise<readonly string[]> {
  const paths = (await scopeTree(tree, '').paths?.()) ?? [];
  return (
    paths
      // The workflow that `init` writes has the same name.
      .filter((path) => posix.basename(path) === DEFAULT_CONFIG && !path.startsWith('.github/'))
      .map((path) => posix.relative(prefix, path))
  );
}

/** The suites of the working copy with their cases. Throws `UserError`. */
export function prepareLocal(
  { copy, sides }: LocalCheckout,
  suites: readonly Suite[] = sides.settings.suites,
): Promise<readonly PreparedSuite[]> {
  return prepareWithoutBase(suites, { ...copy, sides, base: null });
}

/** One suite with its cases. Throws `UserError`. */
export async function prepareSuite(local: LocalCheckout, suite: Suite): Promise<PreparedSuite> {
  const [run] = await prepareLocal(local, [suite]);
  if (run === undefined) throw new UserError(`suite ${JSON.stringify(suite.name)} cannot be read`);
  return run;
}

/** The last stored baseline; `null` if there is none that can be read. */
export async function readStoredBaseline({ store }: LocalCheckout, suite: string): Promise<RunRecord | null> {
  const read = await store.latest(suite).catch(() => null);
  return read?.status === 'found' ? read.record : null;
}

type LocalGitOptions = {
  readonly env: Terminal['env'];
  readonly log: Log;
  readonly signal?: AbortSignal;
};

/** The repository around a folder; `null` if there is none. Throws `UserError` if git cannot read it. */
export async function openLocalGit(folder: string, options: LocalGitOptions): Promise<Git | null> {
  if (!(await isInRepository({ folder }))) return null;
  return openGit({ folder, token: null, serverUrl: 'https://github.com', ...options });
}

/** The repository around a folder; `null` without one, or without a commit. */
async function openHistory(folder: string, options: LocalGitOptions): Promise<Git | null> {
  const git = await openLocalGit(folder, options);
  return git !== null && (await git.head()) !== null ? git : null;
}

/** The files on disk. Unless they equal the commit's, they are not measured under its name. */
async function openCleanOrDirtyCopy(folder: string, git: Git | null) {
  const copy = await openWorkingCopy(folder, git);
  const { commit, tree } = copy.head;
  const dirty =
    git !== null &&
    commit !== null &&
    tree !== null &&
    !haveSameFiles(await tree.list(), await git.commitTree(commit).list());
  return { copy: dirty ? { ...copy, head: { ...copy.head, commit: null } } : copy, commit, dirty };
}

function haveSameFiles(a: readonly FileEntry[], b: readonly FileEntry[]): boolean {
  const blobs = new Map(a.map(({ path, blob }) => [path, blob]));
  return a.length === b.length && b.every(({ path, blob }) => blobs.get(path) === blob);
}

/** The commit that a run found to compare with, and what differs from it. */
export type BranchPoint = {
  readonly commit: string;
  /** As git has it: `origin/main`; `null` if the clone has no default branch and no branch is checked out. */
  readonly branch: string | null;
  /** True if the default branch itself is checked out. */
  readonly isOnBranch: boolean;
  /** Commits since then. */
  readonly commits: number;
  /** True if the working tree differs from the last commit. */
  readonly isDirty: boolean;
};

/** The base of a local run. */
export type LocalBaseline = {
  /** The commit whose settings and prompts decide; `null` if there is none. */
  readonly base: Snapshot | null;
  /** Set if that commit was found, not asked for: then only suites with a changed watched file run. */
  readonly point: BranchPoint | null;
  /** Suites compared with their latest stored record, which belongs to no commit or another one. */
  readonly latest: ReadonlySet<string>;
  /** Suites whose latest stored record is another branch's. It is not used. */
  readonly foreign: ReadonlySet<string>;
};

const NOTHING_STORED = { latest: new Set<string>(), foreign: new Set<string>() } as const;

/** The checked-out commit and its place. */
type LocalHistory = {
  readonly git: Git | null;
  readonly commit: string | null;
  readonly prefix: string;
};

/** The facts that a base is chosen by. */
export type LocalBaselineRequest = LocalHistory & {
  readonly choice: BaselineChoice;
  readonly suites: readonly string[];
  readonly store: BaselineStore;
  readonly log: Log;
  /** True if the working tree differs from the commit. */
  readonly dirty: boolean;
};

/**
 * Chooses the base of a local run: the last record of `prompt-regression baseline`; with `auto`, otherwise the commit
 * of the branch point, or the last commit if only the working tree differs.
 */
export async function chooseLocalBaseline(request: LocalBaselineRequest): Promise<LocalBaseline> {
  const { choice, git, prefix } = request;
  switch (choice.kind) {
    case 'ref': {
      const base = await chooseBase({
        event: null,
        choice,
        commit: null,
        git,
        github: null,
        prefix,
      });
      return { base, point: null, ...NOTHING_STORED };
    }
    case 'none':
    case 'record':
      return { base: null, point: null, ...NOTHING_STORED };
    case 'auto':
    case 'stored':
      return chooseStoredBaseline(request);
    default:
      return choice satisfies never;
  }
}

async function chooseStoredBaseline(request: LocalBaselineRequest): Promise<LocalBaseline> {
  const { suites, store, git, choice } = request;
  const lookups = new Map(
    await Promise.all(suites.map(async (suite) => [suite, await readLatest(store, suite)] as const)),
  );
  const foreign = await listForeignSuites(lookups, request);
  const storedSuites = suites.filter(
    (suite) => lookups.get(suite)?.status !== 'absent' && !foreign.has(suite),
  );
  const latest = new Set(storedSuites);
  const listOfOtherCommits = ({ commit }: Snapshot) =>
    new Set(storedSuites.filter((suite) => findCommit(lookups.get(suite)) !== commit));
  if (storedSuites.length < suites.length) {
    const found = choice.kind === 'auto' ? await findBranchPoint(request) : null;
    if (found === null) return { base: null, point: null, latest, foreign };
    return { ...found, latest: listOfOtherCommits(found.base), foreign };
  }
  const commits = new Set(storedSuites.map((suite) => findCommit(lookups.get(suite))));
  const base = commits.size === 1 ? await openRecorded([...commits][0] ?? null, git, request.prefix) : null;
  return { base, point: null, latest: base === null ? latest : listOfOtherCommits(base), foreign };
}

/** Suites whose stored record is of a commit that this branch does not have: what another branch accepted. */
async function listForeignSuites(
  stored: ReadonlyMap<string, StoreLookup>,
  { git, commit, log }: LocalBaselineRequest,
): Promise<ReadonlySet<string>> {
  const foreign = new Set<string>();
  if (git === null || commit === null) return foreign;
  for (const [suite, lookup] of stored) {
    const recordCommit = findCommit(lookup);
    if (recordCommit === null || (await git.isAncestor(recordCommit, commit)) !== false) continue;
    foreign.add(suite);
    log.warning(
      `The stored baseline of ${suite} is of ${shortenCommit(recordCommit)}, a commit that this branch does not have, so it is not used. \`baseline\` stores one of this branch.`,
    );
  }
  return foreign;
}

function hideLatest(store: BaselineStore, suites: ReadonlySet<string>): BaselineStore {
  return {
    ...store,
    latest: async (suite) => (suites.has(suite) ? { status: 'absent' } : await store.latest(suite)),
  };
}

async function readLatest(store: BaselineStore, suite: string): Promise<StoreLookup> {
  try {
    return await store.latest(suite);
  } catch (thrown) {
    return { status: 'unreadable', reason: describeError(thrown) };
  }
}

function findCommit(read: StoreLookup | undefined): string | null {
  return read?.status === 'found' ? read.record.commit : null;
}

/** The records' commit, if the clone still has it. */
async function openRecorded(
  commit: string | null,
  git: Git | null,
  prefix: string,
): Promise<Snapshot | null> {
  if (commit === null || git === null) return null;
  // True for every commit in the clone; resolving the name might contact the server.
  if ((await git.isAncestor(commit, commit)) !== true) return null;
  return openCommit(git, prefix, { commit, branch: null });
}

/**
 * The branch point: its config says where keys may go, since a branch may be a stranger's. `null` without a history,
 * where config and key belong to the same person.
 */
async function openBranchPoint({ git, commit, prefix }: LocalHistory): Promise<Snapshot | null> {
  if (git === null || commit === null) return null;
  const branch = await git.defaultBranch();
  // In a shallow clone the branch point may be unknown.
  const point = branch === null ? commit : ((await git.mergeBase(branch.commit, commit)) ?? branch.commit);
  return openCommit(git, prefix, { commit: point, branch: null });
}

async function readCommitted(
  folder: string,
  {
    git,
    branchPoint,
    prefix,
  }: { readonly git: Git | null; readonly branchPoint: Snapshot | null; readonly prefix: string },
): Promise<CommittedState> {
  const tracked = (await git?.tracked()) ?? [];
  return readCommittedState({ folder, prefix, tracked, branchPoint: branchPoint?.tree ?? null });
}

/** The folder with the files of earlier runs, for what is read before the config. */
export async function openState(overrides: Overrides, { env, cwd }: Terminal): Promise<StatePlace> {
  const folder = await resolveFolder(cwd, overrides);
  const git = await openHistory(folder, { env, log: SILENT_LOG });
  const { head, prefix } = await openWorkingCopy(folder, git);
  const branchPoint = await openBranchPoint({ git, commit: head.commit, prefix });
  return {
    folder,
    committed: await readCommitted(folder, { git, branchPoint, prefix }),
    checkedOut: { branch: (await git?.currentBranch()) ?? null, commit: head.commit },
  };
}

/** `main` for `origin/main`. */
export function removeRemote(branch: string): string {
  return branch.replace(/^origin\//, '');
}

async function findBranchPoint({
  git,
  commit,
  dirty,
  prefix,
}: LocalBaselineRequest): Promise<{ readonly base: Snapshot; readonly point: BranchPoint } | null> {
  if (git === null || commit === null) return null;
  const branch = await git.defaultBranch();
  const point = branch === null ? commit : await git.mergeBase(branch.commit, commit);
  if (point === null) return null;
  const current = await git.currentBranch();
  const name = branch === null ? current : removeRemote(branch.name);
  const isOnBranch = branch === null || current === name;
  // On the default branch itself, a first run shows the scores.
  if (point === commit && !dirty && isOnBranch) return null;
  return {
    base: await openCommit(git, prefix, { commit: point, branch: name }),
    point: {
      commit: point,
      branch: branch?.name ?? current,
      isOnBranch,
      commits: await git.countCommits(point, commit),
      isDirty: dirty,
    },
  };
}
