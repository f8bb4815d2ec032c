import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../ports/errors.js';
import type { Log } from '../ports/log.js';
import { REF_TEXT } from '../text/values.js';
import type { ReadObject } from './objects.js';
import { gitOutput, type RunGit } from './run-git.js';

const FETCH_TIMEOUT_MS = 300_000;
/** The server has no such commit, or does not hand it out: asking again changes nothing. */
const REFUSED = /not our ref|unadvertised object|couldn't find remote ref|no such remote ref/i;
const SHA = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

type FetcherOptions = {
  readonly run: RunGit;
  readonly readObject: ReadObject;
  /** The folder that all worktrees of the repository share. */
  readonly common: string;
  readonly log: Log;
};

/**
 * Makes commits available, one fetch at a time (two at once would fight over git's lock files). A shallow clone gets
 * the commit alone, with depth 1. A complete clone is never made shallow: it gets what it lacks. No ref is moved.
 */
export function createCommitFetcher(options: FetcherOptions): (commit: string) => Promise<void> {
  let turn: Promise<unknown> = Promise.resolve();
  return (commit) => {
    const mine = turn.then(() => ensureCommit(options, commit));
    turn = mine.catch(() => {});
    return mine;
  };
}

async function ensureCommit(options: FetcherOptions, commit: string): Promise<void> {
  const { run, readObject, common, log } = options;
  if (!SHA.test(commit)) throw new UserError(`\`${commit}\` is not the full id of a commit.`);
  if (await hasCommit(readObject, commit)) return;
  const remotes = (await run(['remote'])).stdout.toString('utf8').split('\n');
  if (!remotes.includes('origin')) {
    throw new UserError(
      `Commit ${commit} is not in this clone, and there is no remote \`origin\` to fetch it from. ` +
        'Fetch it first (`git fetch <remote> <commit>`).',
    );
  }
  log.info(`Fetching commit ${commit.slice(0, 7)}, which this clone does not have.`);
  const depth = (await isShallow(common)) ? ['--depth=1'] : [];
  const quiet = ['--quiet', '--no-tags', '--no-prune', '--no-write-fetch-head', '--refmap='];
  const args = ['fetch', ...quiet, ...depth, 'origin', commit];
  let result = await run(args, { timeoutMs: FETCH_TIMEOUT_MS });
  if (result.code > 0 && !REFUSED.test(result.stderr)) {
    result = await run(args, { timeoutMs: FETCH_TIMEOUT_MS });
  }
  if (result.code === 0 && (await hasCommit(readObject, commit))) return;
  throw new UserError(
    `Commit ${commit} is not in this clone and could not be fetched from \`origin\`: ${result.stderr || 'no message'}. ` +
      'Check that it still exists and that the token may read the repository (`permissions: contents: read`), ' +
      'or check out with `fetch-depth: 0`.',
  );
}

/** True where the commit and its list of files are here. */
async function hasCommit(readObject: ReadObject, commit: string): Promise<boolean> {
  return (await readObject(`${commit}^{tree}`)) !== null;
}

/** True where the clone's history is cut off: git notes in this file where. */
export async function isShallow(common: string): Promise<boolean> {
  return (await stat(join(common, 'shallow')).catch(() => null)) !== null;
}

/**
 * Full sha of what a person calls a commit: a local ref, `origin/<name>`, or a branch or tag that only the server has,
 * as in a shallow checkout. `null` where there is none.
 *
 * Throws `UserError` where the name stands for several: whoever may push a branch may push one with the name of a tag, or
 * a tag with that of a branch, and git takes one of them without a word.
 */
export async function resolveCommit(
  {
    run,
    ensureCommit: ensure,
    common,
  }: {
    readonly run: RunGit;
    readonly ensureCommit: (commit: string) => Promise<void>;
    readonly common: string;
  },
  ref: string,
): Promise<string | null> {
  // An option is no name of a commit.
  if (!REF_TEXT.test(ref) || ref.startsWith('-')) return null;
  const commitOf = async (name: string) => {
    const found = await run(['rev-parse', '--verify', '--quiet', `${name}^{commit}`]);
    const sha = found.stdout.toString('utf8').trim();
    return found.code === 0 && SHA.test(sha) ? sha : null;
  };
  const fetched = (sha: string) =>
    ensure(sha).then(
      () => sha,
      () => null,
    );
  if (SHA.test(ref)) return (await commitOf(ref)) ?? fetched(ref);
  // `main~2` is of `main`.
  const [name = ''] = ref.split(/[~^:@]/, 1);
  const more = ref.slice(name.length);
  if (name === '' || name === 'HEAD') return commitOf(ref);
  const short = name.replace(/^(?:refs\/remotes\/)?origin\//, '');
  const full = short.startsWith('refs/');
  const here = await listRefs(run);
  const local = {
    branch: (full
      ? [name, name.replace(/^refs\/heads\//, 'refs/remotes/origin/')]
      : [`refs/heads/${name}`, `refs/remotes/${name}`, `refs/remotes/origin/${short}`]
    ).find((known) => here.has(known)),
    tag: full ? undefined : [`refs/tags/${name}`].find((known) => here.has(known)),
  };
  const asks =
    (local.branch === undefined && local.tag === undefined) ||
    (!full && (local.branch === undefined || local.tag === undefined) && (await isShallow(common)));
  const there = asks ? await askServer(run, short) : {};
  const branch = local.branch === undefined ? there.branch : await commitOf(local.branch);
  const tag = local.tag === undefined ? there.tag : await commitOf(local.tag);
  const id = /^[0-9a-f]{4,39}$/.test(name) ? await findByPrefix(run, name) : null;
  const meant = new Set([branch, tag, id].filter((sha) => typeof sha === 'string'));
  if (meant.size > 1) {
    const commits = [...meant].map((sha) => sha.slice(0, 7)).join(' and ');
    throw new UserError(
      `${JSON.stringify(ref)} names several commits, by branch, tag or the beginning of an id (${commits}): write \`refs/heads/${short}\`, \`refs/tags/${name}\`, or the whole id.`,
    );
  }
  const known = local.branch ?? local.tag;
  if (known !== undefined) return commitOf(`${known}${more}`);
  const sha = more === '' ? (branch ?? tag) : undefined;
  // The beginning of an id, or another of git's names.
  return sha ? fetched(sha) : full ? null : commitOf(ref);
}

async function findByPrefix(run: RunGit, prefix: string): Promise<string | null> {
  const found = await run(['rev-parse', `--disambiguate=${prefix}`]);
  for (const id of found.stdout.toString('utf8').split('\n')) {
    if (SHA.test(id) && (await run(['cat-file', '-e', `${id}^{commit}`])).code === 0) return id;
  }
  return null;
}

async function listRefs(run: RunGit): Promise<ReadonlySet<string>> {
  const listed = await gitOutput(run, ['for-each-ref', '--format=%(refname)']);
  return new Set(listed.toString('utf8').split('\n'));
}

/** @param ref A name, or a full one: that names one thing alone. */
async function askServer(
  run: RunGit,
  ref: string,
): Promise<{ readonly branch?: string | undefined; readonly tag?: string | undefined }> {
  // No branch or tag is called like that, and the server would read it as a pattern.
  if (/[\s*?[\\^~:]/.test(ref)) return {};
  const full = ref.startsWith('refs/');
  const names = full ? [ref, `${ref}^{}`] : [`refs/heads/${ref}`, `refs/tags/${ref}`, `refs/tags/${ref}^{}`];
  const answer = await run(['ls-remote', '--quiet', 'origin', ...names], { timeoutMs: FETCH_TIMEOUT_MS });
  if (answer.code !== 0) return {};
  const lines = answer.stdout
    .toString('utf8')
    .split('\n')
    .map((line) => line.split('\t'));
  const shaOf = (name: string) => lines.find((line) => line[1] === name)?.[0];
  // Of a tag with a text of its own, the commit.
  if (full) return { branch: shaOf(`${ref}^{}`) ?? shaOf(ref) };
  return {
    branch: shaOf(`refs/heads/${ref}`),
    tag: shaOf(`refs/tags/${ref}^{}`) ?? shaOf(`refs/tags/${ref}`),
  };
}

const USUAL_NAMES = ['main', 'master'];

/**
 * The default branch as the clone knows it: what `origin/HEAD` points at, else `main` or `master`, of `origin` first.
 * `null` where there is none. Asks no server: this is for a developer's machine, which may be offline.
 */
export async function findDefaultBranch(
  run: RunGit,
): Promise<{ readonly name: string; readonly commit: string } | null> {
  const head = await run(['symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD']);
  const names = [
    ...(head.code === 0 ? [head.stdout.toString('utf8').trim()] : []),
    ...USUAL_NAMES.map((name) => `origin/${name}`),
    ...USUAL_NAMES,
  ];
  const listed = await gitOutput(run, [
    'for-each-ref',
    '--format=%(objectname) %(refname)',
    'refs/heads',
    'refs/remotes/origin',
  ]);
  const commits = new Map(
    listed
      .toString('utf8')
      .split('\n')
      .map((line) => {
        const [commit = '', ref = ''] = line.split(' ');
        return [ref.replace(/^refs\/(?:heads|remotes)\//, ''), commit] as const;
      }),
  );
  for (const name of names) {
    const commit = commits.get(name);
    if (commit !== undefined) return { name, commit };
  }
  return null;
}
