import { mkdtempSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

const makeFolder = () => realpathSync(mkdtempSync(join(tmpdir(), 'prompt-regression-')));

/** An empty folder outside any repository, gone when the test has ended. */
export function createFolder(): string {
  const folder = makeFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The same for all tests of a file or a block; gone after them. */
export function createSharedFolder(): string {
  const folder = makeFolder();
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
