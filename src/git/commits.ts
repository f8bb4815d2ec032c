import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Log } from '../model/effects.js';
import { UserError } from '../model/errors.js';
import { REF_TEXT } from '../text/values.js';
import { createGitError, type RunGit, readGitOutput } from './run-git.js';

const FETCH_TIMEOUT_MS = 300_000;
/** The server does not have or share the commit: asking again changes nothing. */
const REFUSED = /not our ref|unadvertised object|couldn't find remote ref|no such remote ref/i;
const SHA = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

type FetcherOptions = {
  readonly run: RunGit;
  readonly read: ReadObject;
  /** The folder that all worktrees of the repository share. */
  readonly common: string;
  readonly log: Log;
};

/**
 * Fetches missing commits, one at a time because of git's lock files. A shallow clone fetches with depth 1, and a
 * complete clone is never made shallow. No ref moves.
 */
export function createCommitFetcher(options: FetcherOptions): (commit: string) => Promise<void> {
  let turn: Promise<unknown> = Promise.resolve();
  return (commit) => {
    const result = turn.then(() => ensureCommit(options, commit));
    turn = result.catch(() => {});
    return result;
  };
}

async function ensureCommit(options: FetcherOptions, commit: string): Promise<void> {
  const { run, read, common, log } = options;
  if (!SHA.test(commit)) throw new UserError(`\`${commit}\` is not the full id of a commit.`);
  if ((await read(`${commit}^{tree}`)) !== null) return;
  log.info(`Fetching commit ${commit.slice(0, 7)}, which this clone does not have.`);
  const depth = (await isShallow(common)) ? ['--depth=1'] : [];
  const quiet = ['--quiet', '--no-tags', '--no-prune', '--no-write-fetch-head', '--refmap='];
  const args = ['fetch', ...quiet, ...depth, 'origin', commit];
  let result = await run(args, { timeoutMs: FETCH_TIMEOUT_MS });
  if (result.code > 0 && !REFUSED.test(result.stderr)) {
    result = await run(args, { timeoutMs: FETCH_TIMEOUT_MS });
  }
  if (result.code === 0) return;
  throw new UserError(
    `Commit ${commit} is not in this clone and could not be fetched from \`origin\`: ${result.stderr || 'no message'}. ` +
      'Check that it still exists and that the token may read the repository (`permissions: contents: read`), ' +
      'or fetch it first (`fetch-depth: 0`, or `git fetch <remote> <commit>`).',
  );
}

/** True if the clone's history is cut off: git records the ends in this file. */
export async function isShallow(common: string): Promise<boolean> {
  return (await stat(join(common, 'shallow')).catch(() => null)) !== null;
}

/**
 * Full sha of a local ref, `origin/<name>`, or a branch or tag that only the server has. `null` if there is none. Throws
 * `UserError` if the server cannot be reached.
 */
export async function resolveCommit(
  git: { readonly run: RunGit; readonly ensureCommit: (commit: string) => Promise<void> },
  ref: string,
): Promise<string | null> {
  // git would read it as an option.
  if (!REF_TEXT.test(ref) || ref.startsWith('-')) return null;
  for (const name of [ref, `refs/remotes/origin/${ref}`]) {
    const result = await git.run(['rev-parse', '--verify', '--quiet', `${name}^{commit}`]);
    if (result.code === 0) return result.stdout.toString('utf8').trim();
    if (result.code !== 1) {
      throw new UserError(
        `git cannot read the ref ${JSON.stringify(ref)}: ${result.stderr || 'no message'}; name a branch, tag or commit.`,
      );
    }
  }
  const sha = SHA.test(ref) ? ref : await findOnServer(git.run, ref);
  if (sha !== null) await git.ensureCommit(sha);
  return sha;
}

/** The commit of a tag or branch on the server, in git's order of precedence; `null` without a server. */
async function findOnServer(run: RunGit, ref: string): Promise<string | null> {
  // Not a valid name, and the server would read it as a pattern.
  if (/[\s*?[\\^~:]/.test(ref) || !(await hasOrigin(run))) return null;
  const short = ref.replace(/^origin\//, '');
  const names = [`refs/tags/${short}^{}`, `refs/tags/${short}`, `refs/heads/${short}`, short];
  const answer = await run(['ls-remote', '--quiet', 'origin', ...names], { timeoutMs: FETCH_TIMEOUT_MS });
  if (answer.code !== 0) {
    throw new UserError(
      `\`origin\` could not be read for ${JSON.stringify(ref)}: ${answer.stderr || 'no message'}. ` +
        'Check the connection, and that the token may read the repository (`permissions: contents: read`), or fetch it first.',
    );
  }
  const lines = answer.stdout.toString('utf8').split('\n');
  const matches = names.map((name) => lines.find((line) => line.endsWith(`\t${name}`)));
  return matches.find((line) => line !== undefined)?.split('\t')[0] ?? null;
}

async function hasOrigin(run: RunGit): Promise<boolean> {
  const result = await run(['config', '--get-all', 'remote.origin.url']);
  if (result.code !== 0 && result.code !== 1) throw createGitError('config', result);
  return result.code === 0;
}

/** True before the first commit: `HEAD` names a branch that does not exist yet, and the repository is sound. */
export async function isUnborn(run: RunGit): Promise<boolean> {
  const head = await run(['symbolic-ref', '--quiet', 'HEAD']);
  if (head.code !== 0) return false;
  const branch = head.stdout.toString('utf8').trim();
  const refs = await run(['for-each-ref', '--format=%(objectname)', branch]);
  // A broken ref is not listed, only warned of.
  return refs.code === 0 && refs.stdout.length === 0 && refs.stderr === '';
}

/**
 * The clone's default branch: `origin/HEAD`, else `main` or `master`, of `origin` first, else the only branch, else the
 * one that git would give a new repository. Contacts no server, since a developer's machine may be offline.
 */
export async function findDefaultBranch(
  run: RunGit,
): Promise<{ readonly name: string; readonly commit: string } | null> {
  const head = await run(['rev-parse', '--abbrev-ref', 'origin/HEAD']);
  const names = head.code === 0 ? [head.stdout.toString('utf8').trim()] : [];
  const { local, remote } = await listBranches(run);
  const configured = await run(['config', '--get', 'init.defaultBranch']);
  const initial = configured.stdout.toString('utf8').trim();
  names.push(
    ...chooseDefault(remote, initial).map((name) => `origin/${name}`),
    ...chooseDefault(local, initial),
  );
  for (const name of names) {
    const folder = name.startsWith('origin/') ? 'refs/remotes' : 'refs/heads';
    const result = await run(['rev-parse', '--verify', '--quiet', `${folder}/${name}^{commit}`]);
    if (result.code === 0) return { name, commit: result.stdout.toString('utf8').trim() };
  }
  return null;
}

function chooseDefault(branches: readonly string[], initial: string): readonly string[] {
  const usual = ['main', 'master', initial].filter((name) => branches.includes(name));
  return branches.length === 1 ? branches : usual;
}

type Branches = { readonly local: readonly string[]; readonly remote: readonly string[] };

/** The clone's own branches, and those of `origin` without its name. */
export async function listBranches(run: RunGit): Promise<Branches> {
  const list = async (folder: string) => {
    const { code, stdout } = await run(['for-each-ref', '--format=%(refname)', folder]);
    if (code !== 0) return [];
    const names = stdout
      .toString('utf8')
      .split('\n')
      .filter((name) => name !== '');
    return names.map((name) => name.slice(folder.length)).filter((name) => name !== 'HEAD');
  };
  return { local: await list('refs/heads/'), remote: await list('refs/remotes/origin/') };
}

/** The name of the branch that is checked out; `null` for a commit without one. */
export async function findCurrentBranch(run: RunGit): Promise<string | null> {
  const { code, stdout } = await run(['symbolic-ref', '--quiet', '--short', 'HEAD']);
  return code === 0 ? stdout.toString('utf8').trim() : null;
}

/** An object of the repository with its full id. */
export type GitObject = { readonly id: string; readonly bytes: Buffer };

/** An object by id or by a name such as `HEAD^{commit}`; `null` if the clone does not have it. */
export type ReadObject = (name: string) => Promise<GitObject | null>;

/** Objects never change, so each is read once. */
export function createObjectReader(run: RunGit): ReadObject {
  const objects = new Map<string, GitObject>();
  let batch: ObjectBatch | null = null;
  return async (name) => {
    const cached = objects.get(name);
    if (cached !== undefined) return cached;
    batch ??= new ObjectBatch(run, () => {
      batch = null;
    });
    const object = await batch.read(name);
    if (object === null) return null;
    objects.set(object.id, object);
    if (/^[0-9a-f]{40}/.test(name)) objects.set(name, object);
    return object;
  };
}

const PAUSE_MS = 200;

/** A git process that reads objects, and ends after a pause without a request. */
class ObjectBatch {
  readonly #names = new PassThrough();
  readonly #waiting: ((object: GitObject | null) => void)[] = [];
  readonly #failed: Promise<never>;
  readonly #close: () => void;
  #chunks: Buffer[] = [];
  /** Bytes of the output that has been received and not read. */
  #received = 0;
  /** Bytes that the next object takes, once its header is known. */
  #needed = 0;
  #pause: NodeJS.Timeout | undefined;

  constructor(run: RunGit, onClose: () => void) {
    const onOutput = (chunk: Buffer) => this.#receive(chunk);
    this.#close = () => {
      onClose();
      this.#names.end();
    };
    this.#failed = readGitOutput(run, ['cat-file', '--batch'], { input: this.#names, onOutput })
      .finally(onClose)
      .then(() => {
        throw new Error('git cat-file ended early');
      });
    // The error reaches the caller through the object that it reads.
    this.#failed.catch(() => {});
  }

  read(name: string): Promise<GitObject | null> {
    clearTimeout(this.#pause);
    const object = new Promise<GitObject | null>((resolve) => this.#waiting.push(resolve));
    this.#names.write(`${name}\n`);
    return Promise.race([object, this.#failed]);
  }

  #receive(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#received += chunk.length;
    // Joined once per object: joining at every chunk takes a minute for a dataset of 30 MB.
    if (this.#received < this.#needed) return;
    let output = Buffer.concat(this.#chunks);
    for (;;) {
      this.#needed = 0;
      const end = output.indexOf('\n');
      if (end < 0) break;
      // `<id> <type> <size>`, or `<name> missing`.
      const [, id, size] = /^([0-9a-f]+) [a-z]+ (\d+)$/.exec(output.toString('utf8', 0, end)) ?? [];
      const last = end + 1 + Number(size ?? -1);
      this.#needed = last + 1;
      if (output.length < this.#needed) break;
      const bytes = output.subarray(end + 1, last);
      output = output.subarray(last + 1);
      this.#waiting.shift()?.(id === undefined ? null : { id, bytes });
    }
    this.#chunks = [output];
    this.#received = output.length;
    if (this.#waiting.length === 0) this.#pause = setTimeout(this.#close, PAUSE_MS);
  }
}
