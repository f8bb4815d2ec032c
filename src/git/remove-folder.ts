import { chmod, lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Removes a folder with all that is in it; links are removed, not followed. What was made read-only (a module cache, a
 * package folder) is made writable first, since only then can it be deleted. No error where there is nothing.
 */
export async function removeFolder(folder: string): Promise<void> {
  // A process that is just ending may still write: `maxRetries` covers a folder that is not empty after all.
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  try {
    await remove();
  } catch {
    await makeWritable(folder);
    await remove();
  }
}

/** Gives the owner write permission on a folder and everything below it. */
export async function makeWritable(path: string): Promise<void> {
  const stats = await lstat(path).catch(() => null);
  if (stats === null || stats.isSymbolicLink()) return;
  await chmod(path, stats.mode | (stats.isDirectory() ? 0o700 : 0o200)).catch(() => {});
  if (!stats.isDirectory()) return;
  const names = await readdir(path).catch(() => []);
  for (const name of names) await makeWritable(join(path, name));
}
