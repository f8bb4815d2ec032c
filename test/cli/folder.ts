import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty folder outside any repository, gone when the test has ended. */
export async function createFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'cli-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
