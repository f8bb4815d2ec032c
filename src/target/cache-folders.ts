import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorktreeName } from '../git/worktrees.js';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * One side's own temporary and cache folders, removed at the end: a shared cache would answer one side with the
 * other's code.
 */
export async function openCacheFolders(env: Env): Promise<AsyncDisposable & { readonly env: Env }> {
  // Named like a worktree: if this process is killed, the next one removes both.
  const folder = join(env['RUNNER_TEMP'] ?? tmpdir(), createWorktreeName(process.pid));
  await mkdir(folder, { mode: 0o700 });
  const temporary = join(folder, 'tmp');
  await mkdir(temporary);
  return {
    env: {
      ...env,
      TMPDIR: temporary,
      XDG_CACHE_HOME: join(folder, 'cache'),
      PYTHONPYCACHEPREFIX: join(folder, 'pycache'),
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  };
}
