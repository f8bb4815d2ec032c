import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describeError, isAbsent, UserError } from '../../model/errors.js';
import type { StoreFiles, StorePath } from './store-paths.js';

/**
 * Files in a folder with the branch's layout, each written atomically. `shownAs`: the folder as the user named it.
 * @param isIgnored True for a path that is not read.
 */
export function openFolderFiles(
  folder: string,
  shownAs: string,
  isIgnored: (path: string) => boolean,
): StoreFiles {
  const locate = (path: StorePath) => join(folder, ...path);
  return {
    name: `folder ${shownAs}`,
    isByCommit: false,
    names: async (path) =>
      (await listNames(locate(path))).filter((name) => !isIgnored(locate([...path, name]))),
    readBytes: (path) => readFile(locate(path)),
    async add({ name, files }) {
      try {
        await createIgnoredFolder(folder);
        for (const { path, bytes } of files) await writeAtomically(locate(path), bytes);
      } catch (error) {
        throw new UserError(
          `The ${name} could not be written to ${shownAs}: ${describeError(error)}. ` +
            'Check that the folder is writable, or name another one as store.',
          { cause: error },
        );
      }
    },
  };
}

/** Makes a missing folder, ignored by git: its files would count as changes. */
export async function createIgnoredFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  if (made === undefined) return;
  const text = '# Written by prompt-regression. Delete this file to commit what lies here.\n*\n';
  try {
    await writeFile(join(folder, '.gitignore'), text);
  } catch (error) {
    // The next run would mistake the folder for the user's.
    await rm(made, { recursive: true, force: true });
    throw error;
  }
}

/** Written under another name and renamed, so that a reader or a killed run never sees half a file. */
async function writeAtomically(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(draft, bytes, { flush: true });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function listNames(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}
