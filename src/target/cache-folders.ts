import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * One side's own temporary and cache folders, removed at the end: a shared cache would answer one side with the
 * other's code.
 */
export async function openCacheFolders(env: Env): Promise<AsyncDisposable & { readonly env: Env }> {
  const folder = await mkdtemp(join(env['RUNNER_TEMP'] ?? tmpdir(), 'prompt-regression-caches-'));
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
