import { posix } from 'node:path';
import type { FileReader, FileTree } from '../ports/files.js';

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
