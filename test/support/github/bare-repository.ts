import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type GitResult = { readonly code: number; readonly stdout: Buffer; readonly stderr: string };

/** A bare repository on disk: fast-forward refusals, ancestry and trees are git's own. */
export type BareRepository = {
  readonly folder: string;
  /** Runs git and gives its result, whatever the exit code. */
  run(args: readonly string[], options?: { input?: string | Uint8Array; index?: string }): Promise<GitResult>;
  /** Trimmed output; `null` where git fails. */
  ask(
    args: readonly string[],
    options?: { input?: string | Uint8Array; index?: string },
  ): Promise<string | null>;
};

const IDENTITY = {
  GIT_AUTHOR_NAME: 'GitHub',
  GIT_AUTHOR_EMAIL: 'noreply@github.test',
  GIT_COMMITTER_NAME: 'GitHub',
  GIT_COMMITTER_EMAIL: 'noreply@github.test',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
};

export function openBareRepository(folder: string): BareRepository {
  const run: BareRepository['run'] = (args, { input, index } = {}) =>
    new Promise((resolve, reject) => {
      const extra = index === undefined ? IDENTITY : { ...IDENTITY, GIT_INDEX_FILE: index };
      const child = spawn('git', ['--git-dir', folder, ...args], { env: { ...process.env, ...extra } });
      const stdout: Buffer[] = [];
      const stderr: Buffer[] = [];
      child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
      child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
      child.on('error', reject);
      child.stdin.on('error', () => {});
      child.on('close', (code) =>
        resolve({ code: code ?? 1, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString() }),
      );
      child.stdin.end(input ?? '');
    });
  return {
    folder,
    run,
    async ask(args, options) {
      const { code, stdout } = await run(args, options);
      return code === 0 ? stdout.toString().trim() : null;
    },
  };
}

/** A bare repository that is thrown away at disposal. */
export async function createBareRepository(
  branch: string,
): Promise<{ repository: BareRepository; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'github-server-'));
  const repository = openBareRepository(join(folder, 'repository.git'));
  await repository.run(['init', '--quiet', '--bare', `--initial-branch=${branch}`, repository.folder]);
  return { repository, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** A name for an index file that no other call uses. */
export async function withIndex<T>(act: (index: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'github-index-'));
  try {
    return await act(join(folder, 'index'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
