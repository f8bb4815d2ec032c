import type { FileReader } from '../../src/model/repository.js';

/** Files that are only named, as `init` reads them. */
export function openMemoryTree(files: Readonly<Record<string, string>>): FileReader {
  return {
    name: 'memory',
    read: async (path) => files[path] ?? null,
    paths: async () => Object.keys(files),
  };
}
