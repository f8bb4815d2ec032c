import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { UserError } from '../ports/errors.js';
import type { FileReader, FileTree } from '../ports/files.js';

/** The files of a folder outside any repository: they can be read, and have no history to be compared with. */
export function openFolderTree(folder: string): FileReader {
  return {
    name: `folder ${folder}`,
    async read(path) {
      try {
        return await readFile(join(folder, path), 'utf8');
      } catch (thrown) {
        const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null;
        if (code === 'ENOENT' || code === 'ENOTDIR') return null;
        throw new UserError(
          `${JSON.stringify(path)} cannot be read (${String(code)}): check its permissions`,
          {
            cause: thrown,
          },
        );
      }
    },
  };
}

/** A tree as seen from one of its folders, for reading: `../x` leaves the folder, never the tree. */
export function scopeTree(tree: FileTree, folder: string): FileReader {
  return {
    name: tree.name,
    read: async (path) => {
      const inside = posix.join(folder, path);
      return inside === '..' || inside.startsWith('../') ? null : tree.read(inside);
    },
  };
}
