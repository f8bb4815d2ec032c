import { writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { mergeMessages } from '../dataset/prompt-file.js';
import { readLinkedPaths } from '../files/links.js';
import { normalizePath } from '../files/readers.js';
import { escapeGlob, listChangedWatched, matchWatched, resolveGlobs } from '../files/watched-files.js';
import { attempt, UserError } from '../model/errors.js';
import type { GitHub, ListedFile, OpenPullRequest } from '../model/github.js';
import type { ReviewReason } from '../model/notes.js';
import { type FileEntry, type FileTree, type Git, isLink } from '../model/repository.js';
import type { Settings, Suite } from '../model/suite.js';
import { describeTarget } from '../model/target-settings.js';
import { listWatchedGlobs } from '../settings/watch-list.js';
import { decodeText } from '../text/file-text.js';
import { explainNoTestMerge, findTestMerge } from './base-commit.js';

/** A fork's pull request. Its files are not checked out, and its config and attributes are not read. */
export type ForkPull = {
  readonly headSha: string;
  readonly baseRef: string;
  /** The base branch's newest commit, which has the watch list: a fork may have left the branch long ago. */
  readonly tip: string;
  readonly tipFiles: FileTree;
  /** The merge's changes to the tip; `null` if GitHub has no test merge. */
  readonly change: ForkChange | null;
};

/** The tip's files and those of GitHub's test merge, which follows renames on either side. */
export type ForkChange = {
  readonly before: readonly FileEntry[];
  readonly after: readonly ListedFile[];
  readonly merge: string;
  /** Of the merge's links. */
  readonly linkTarget: FileTree['linkTarget'];
};

type ForkRequest = {
  readonly number: number;
  readonly headSha: string;
  readonly baseRef: string;
  readonly git: Git;
  readonly github: GitHub;
  readonly sleep: (ms: number) => Promise<void>;
};

/** Reads a fork's pull request from GitHub's lists. Nothing of it is checked out. Throws `UserError`. */
export async function readForkPull(request: ForkRequest): Promise<ForkPull> {
  const { number, headSha, baseRef, git, github } = request;
  const merge = await findTestMerge(request, request);
  const tip = merge?.tip ?? (await github.gitData.readBranch(baseRef))?.commit;
  if (tip === undefined) {
    throw new UserError(
      `pull-request: the base branch \`${baseRef}\` of pull request ${number} does not exist.`,
    );
  }
  await git.ensureCommit(tip);
  const tipFiles = git.commitTree(tip);
  if (merge === null) return { headSha, baseRef, tip, tipFiles, change: null };
  const before = await tipFiles.list();
  const after = await github.pullRequests.listFiles(merge.sha, {
    files: before,
    folders: () => git.folders(tip),
  });
  const linkTarget = openLinkTargets(after, { tipFiles, before, github });
  return { headSha, baseRef, tip, tipFiles, change: { before, after, merge: merge.sha, linkTarget } };
}

/**
 * The open pull requests whose test merge this commit is. No branch contains it, and its statuses count before those of the
 * pull request's head.
 */
export async function listMergedPulls(
  { pullRequests, branches }: GitHub,
  sha: string,
): Promise<readonly OpenPullRequest[]> {
  const [base, head] = await pullRequests.parents(sha);
  if (base === undefined || head === undefined) return [];
  const merged = await pullRequests.openAt(head);
  return merged.length > 0 && (await branches.contain(base)) ? merged : [];
}

/** In bytes. Linux does not follow a longer one. */
const MAX_LINK_LENGTH = 4096;

/** Asks GitHub only for links that the base branch does not have. */
function openLinkTargets(
  after: readonly ListedFile[],
  {
    tipFiles,
    before,
    github,
  }: { readonly tipFiles: FileTree; readonly before: readonly FileEntry[]; readonly github: GitHub },
): FileTree['linkTarget'] {
  const tipBlobs = new Map(before.map(({ path, blob }) => [path, blob]));
  const links = new Map(after.filter(isLink).map((file) => [file.path, file]));
  return async (path) => {
    const link = links.get(path);
    if (link === undefined || link.size > MAX_LINK_LENGTH) return null;
    if (tipBlobs.get(path) === link.blob) return tipFiles.linkTarget(path);
    return Buffer.from(await github.gitData.readBlob(link.sha)).toString('utf8');
  };
}

/**
 * Files that need a maintainer's eyes: they change git's view of a file, or the workflow that checks the pull request once
 * it goes into another branch.
 */
const WATCHED_IN_FORKS = ['**/.gitattributes', '.github/**'];

/** Paths of a suite's watched files that the merge changes, sorted, from the root. */
export async function listWatchedChanges(
  suite: Suite,
  tipFiles: FileTree,
  { before, after, linkTarget }: ForkChange,
  prefix: string,
): Promise<readonly string[]> {
  const watched = await listWatchedGlobs(suite, tipFiles, prefix);
  // The list may reach a file by a link that the merge adds. A watched link is a change already.
  const watchedLinks = new Set<FileEntry>(matchWatched(after.filter(isLink), watched));
  const merged = { list: async () => after.filter((file) => !watchedLinks.has(file)), linkTarget };
  const linkedPaths = await readLinkedPaths(resolveGlobs(suite.watch, prefix), merged);
  const globs = [...watched, ...linkedPaths.map(escapeGlob), ...WATCHED_IN_FORKS];
  return listChangedWatched(before, after, globs);
}

const MAX_FILE_BYTES = 256 * 1024;
/** A fork's prompts over the base branch's files, and what a maintainer has to review. */
export type ForkPrompts = {
  /** The base branch's newest files, with the fork's prompts instead of its own. */
  readonly files: FileTree;
  /** Puts the same prompts into a checkout of the base branch's newest commit. */
  readonly writeInto: (folder: string) => Promise<void>;
  readonly review: ReadonlyMap<string, readonly ReviewReason[]>;
};

/**
 * Reads a fork's prompts as text, for a run with this repository's secrets: plain files, by their hashes at exactly the
 * reviewed commit. Throws `UserError` for anything else.
 */
export async function readForkPrompts(
  pull: ForkPull,
  settings: Settings,
  { github, prefix }: { readonly github: GitHub; readonly prefix: string },
): Promise<ForkPrompts> {
  const { change } = pull;
  if (change === null) throw new UserError(explainNoTestMerge(pull));
  const problems: string[] = [];
  if (settings.limits.maxCalls === null) {
    problems.push(
      "max-calls: the prompt of a fork is its author's, so this run needs a limit of its calls; set `max-calls`, or `limits: { max-calls: … }` in the base branch's config file.",
    );
  }
  const prompts = new Map<string, ForkPrompt>();
  const review = new Map<string, readonly ReviewReason[]>();
  for (const suite of settings.suites) {
    const changed = await listWatchedChanges(suite, pull.tipFiles, change, prefix);
    const { prompt } = describeTarget(suite.target);
    // A program has this repository's secrets and tools, so it gets nothing of a fork.
    const own = prompt === null ? null : posix.join(prefix, normalizePath(prompt));
    const paths = changed.filter((path) => path === own);
    const ofSuite: ForkPrompt[] = [];
    for (const path of paths) {
      await attempt(problems, async () => ofSuite.push(await readPrompt(path, { pull, change }, github)));
    }
    for (const prompt of ofSuite) prompts.set(prompt.path, prompt);
    const others = changed.filter((path) => !paths.includes(path));
    const reasons = reviewPrompts(ofSuite, others);
    if (reasons.length > 0) review.set(suite.name, reasons);
  }
  if (problems.length > 0) throw new UserError([...new Set(problems)]);
  return {
    files: overlayFiles(pull.tipFiles, prompts),
    writeInto: async (folder) => {
      for (const { path, text } of prompts.values()) {
        if (text !== null) await writeFile(join(folder, path), text);
      }
    },
    review,
  };
}

function reviewPrompts(prompts: readonly ForkPrompt[], others: readonly string[]): readonly ReviewReason[] {
  const files = prompts
    .map(({ path, movedTo }) => ({ from: path, to: movedTo }))
    .filter((file): file is { from: string; to: string } => file.to !== null);
  const paths = [...prompts.filter(({ more }) => more).map(({ path }) => path), ...others];
  const reasons: ReviewReason[] = [];
  // If the config does not follow a rename, the merge has no prompt; if it does, it may name another file.
  if (files.length > 0) reasons.push({ kind: 'fork-renames', files });
  if (paths.length > 0) reasons.push({ kind: 'fork-changes', paths });
  return reasons;
}

/** A prompt file of the fork, under its path on the base branch. */
type ForkPrompt = {
  readonly path: string;
  readonly blob: string;
  /** `null` if its messages are the base branch's. */
  readonly text: string | null;
  /** True if anything but messages and test data differs. */
  readonly more: boolean;
  /** Its path in the fork, if that is another one. */
  readonly movedTo: string | null;
};

async function readPrompt(
  path: string,
  { pull, change }: { readonly pull: ForkPull; readonly change: ForkChange },
  github: GitHub,
): Promise<ForkPrompt> {
  const { headSha, baseRef, tipFiles } = pull;
  const { after, merge } = change;
  const isThere = after.some((file) => file.path === path);
  const renames = isThere ? [] : await github.pullRequests.renames(pull.tip, merge);
  const movedTo = renames.find(({ from }) => from === path)?.to ?? null;
  const theirs = after.find((file) => file.path === (movedTo ?? path));
  const name = `${JSON.stringify(movedTo ?? path)} of ${headSha.slice(0, 7)}`;
  if (theirs === undefined) {
    throw new UserError(
      `${name} is gone, and GitHub sees no file that it was renamed to. Push the commits to a branch of this repository to have them evaluated.`,
    );
  }
  if (movedTo !== null && posix.extname(movedTo) !== posix.extname(path)) {
    throw new UserError(
      `${JSON.stringify(path)} was renamed to ${name}, a file of another kind, which is not followed. Push the commits to a branch of this repository to have them evaluated.`,
    );
  }
  if (!theirs.mode.startsWith('100')) {
    const what = theirs.mode === '120000' ? 'a symbolic link' : 'a submodule';
    throw new UserError(`${name} is ${what}, which is not followed; ask its author for a plain file.`);
  }
  if (theirs.size > MAX_FILE_BYTES) {
    throw new UserError(
      `${name} has ${theirs.size} bytes: of a fork, prompts of at most ${MAX_FILE_BYTES} bytes are read.`,
    );
  }
  const bytes = await github.gitData.readBlob(theirs.sha);
  if (bytes.byteLength > MAX_FILE_BYTES) throw new UserError(`${name} is larger than GitHub said.`);
  const text = decodeText(name, bytes);
  const own = await tipFiles.read(path);
  if (own === null) {
    throw new UserError(
      `${name} is not a file on \`${baseRef}\`, whose config names it; correct the config first.`,
    );
  }
  return { path, blob: theirs.blob, movedTo, ...mergeMessages(own, text, path) };
}

function overlayFiles(files: FileTree, prompts: ReadonlyMap<string, ForkPrompt>): FileTree {
  const findText = (path: string) => prompts.get(posix.normalize(path))?.text ?? null;
  const findBlob = (path: string) => (findText(path) === null ? undefined : prompts.get(path)?.blob);
  return {
    ...files,
    read: async (path, as) => findText(path) ?? files.read(path, as),
    readBytes: async (path) => {
      const text = findText(path);
      return text === null ? files.readBytes(path) : Buffer.from(text);
    },
    list: async () => {
      const entries = await files.list();
      return entries.map((file) => ({ ...file, blob: findBlob(file.path) ?? file.blob }));
    },
  };
}
