import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Temporary and cache folders of one side's program, removed when it ends: a cache that both sides share would answer
 * for the base with the head's code, or the other way round.
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
