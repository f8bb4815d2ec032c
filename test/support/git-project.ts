import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const IDENTITY = {
  GIT_AUTHOR_NAME: 'Dev',
  GIT_AUTHOR_EMAIL: 'dev@example.test',
  GIT_COMMITTER_NAME: 'Dev',
  GIT_COMMITTER_EMAIL: 'dev@example.test',
};

export type Files = Readonly<Record<string, string | null>>;

/** A bare remote and a place to commit to it from. */
export type GitProject = AsyncDisposable & {
  /** Temporary folder of everything. */
  readonly folder: string;
  /** The bare repository. */
  readonly remote: string;
  git(...args: string[]): Promise<string>;
  /** Writes (null removes) files, commits and pushes; resolves with the sha. */
  commit(message: string, files: Files): Promise<string>;
  /** Starts a branch at a commit and stands on it. */
  branch(name: string, at: string): Promise<void>;
  /** Merges `head` into `base` like GitHub's test merge and pushes it as refs/pull/<number>/merge. */
  mergeRef(number: number, base: string, head: string): Promise<string>;
  /** A checkout as actions/checkout leaves it: depth 1, detached at `sha`. */
  checkout(sha: string, options?: { readonly depth?: number }): Promise<string>;
};

export async function createGitProject(files: Files): Promise<GitProject> {
  const folder = await mkdtemp(join(tmpdir(), 'project-'));
  const remote = join(folder, 'remote.git');
  const work = join(folder, 'work');
  const exec = async (cwd: string, args: readonly string[]) =>
    (
      await run('git', ['-c', 'commit.gpgsign=false', '-c', 'init.defaultBranch=main', ...args], {
        cwd,
        env: { PATH: process.env['PATH'], HOME: folder, ...IDENTITY },
      })
    ).stdout.trim();
  await mkdir(work, { recursive: true });
  await exec(folder, ['init', '-q', '--bare', remote]);
  await exec(remote, ['config', 'uploadpack.allowAnySHA1InWant', 'true']);
  await exec(work, ['init', '-q']);
  await exec(work, ['remote', 'add', 'origin', remote]);
  let checkouts = 0;

  const project: GitProject = {
    folder,
    remote,
    git: (...args) => exec(work, args),
    async commit(message, changes) {
      for (const [path, content] of Object.entries(changes)) {
        const file = join(work, path);
        if (content === null) await rm(file);
        else {
          await mkdir(dirname(file), { recursive: true });
          await writeFile(file, content);
        }
      }
      await exec(work, ['add', '-A']);
      await exec(work, ['commit', '-q', '--allow-empty', '-m', message]);
      const branch = await exec(work, ['rev-parse', '--abbrev-ref', 'HEAD']);
      await exec(work, ['push', '-q', '--force', 'origin', `HEAD:refs/heads/${branch}`]);
      return exec(work, ['rev-parse', 'HEAD']);
    },
    async branch(name, at) {
      await exec(work, ['checkout', '-q', '-B', name, at]);
    },
    async mergeRef(number, base, head) {
      await exec(work, ['checkout', '-q', '--detach', base]);
      await exec(work, ['merge', '-q', '--no-ff', '-m', `Merge ${head} into ${base}`, head]);
      const sha = await exec(work, ['rev-parse', 'HEAD']);
      await exec(work, ['push', '-q', '--force', 'origin', `HEAD:refs/pull/${number}/merge`]);
      return sha;
    },
    async checkout(sha, { depth = 1 } = {}) {
      checkouts += 1;
      const path = join(folder, `checkout-${checkouts}`);
      await mkdir(path);
      await exec(path, ['init', '-q']);
      await exec(path, ['remote', 'add', 'origin', `file://${remote}`]);
      await exec(path, [
        'fetch',
        '-q',
        '--no-tags',
        ...(depth > 0 ? [`--depth=${depth}`] : []),
        'origin',
        sha,
      ]);
      await exec(path, ['checkout', '-q', '--detach', sha]);
      return path;
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
  await project.commit('first', files);
  return project;
}
