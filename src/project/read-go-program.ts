import { posix } from 'node:path';
import type { FileReader } from '../model/repository.js';
import { isSource } from './find-sources.js';

/** A program in Go: the files of its folder, and those of the module's packages that it imports, by path. */
export async function readGoProgram(path: string, reader: FileReader): Promise<ReadonlyMap<string, string>> {
  const paths = (await reader.paths?.()) ?? [];
  const sources = Map.groupBy(
    paths.filter((each) => each.endsWith('.go') && isSource(each)),
    (each) => posix.dirname(each),
  );
  const module = findModuleFolder(path, paths);
  const texts = new Map<string, string>();
  const folders = new Set([posix.dirname(path)]);
  // A set's loop also visits what is added meanwhile.
  for (const folder of folders) {
    for (const file of sources.get(folder) ?? []) {
      const text = (await reader.read(file, 'anything')) ?? '';
      texts.set(file, text);
      for (const other of sources.keys()) {
        if (text.includes(`/${posix.relative(module, other)}"`)) folders.add(other);
      }
    }
  }
  return texts;
}

/** The nearest folder with a `go.mod`, which package names begin at. */
function findModuleFolder(path: string, paths: readonly string[]): string {
  let folder = posix.dirname(path);
  while (folder !== '.' && !paths.includes(`${folder}/go.mod`)) folder = posix.dirname(folder);
  return folder;
}
