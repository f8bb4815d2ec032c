import { posix } from 'node:path';
import type { FileReader } from '../model/files.js';

/** A scorer that reaches more files imports half of its application: the rest is not read. */
const MOST_IMPORTED = 500;

/** `import … from './x.ts'`, `export … from`, `import './x.ts'`, `import('./x.ts')`, `require('./x')`. */
const RELATIVE_IMPORT = /(?:\bfrom|\bimport|\brequire)\s*(?:\(\s*)?(["'])(\.{1,2}\/[^"'\n]+)\1/g;

/** `require` adds these endings; `import` needs the whole name. */
const ENDINGS = ['', '.js', '.json', '/index.js'];

/**
 * A file and everything that it reaches by relative imports, by path. Found in the text without running code: imports
 * in comments count, computed paths do not.
 */
export async function readImportedFiles(
  path: string,
  reader: FileReader,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, Promise<string | null>>();
  const read = (file: string) => {
    const text = texts.get(file) ?? reader.read(file, 'anything');
    texts.set(file, text);
    return text;
  };
  const known = new Map<string, string>();
  const due = [posix.normalize(path)];
  for (let file = due.pop(); file !== undefined && known.size < MOST_IMPORTED; file = due.pop()) {
    const text = known.has(file) ? null : await read(file);
    if (text === null) continue;
    known.set(file, text);
    if (file.endsWith('.json')) continue;
    for (const [, , specifier = ''] of text.matchAll(RELATIVE_IMPORT)) {
      due.push(...(await findImported(posix.join(posix.dirname(file), specifier), read)));
    }
  }
  return new Map([...known].sort(([a], [b]) => (a < b ? -1 : 1)));
}

type ReadFile = (path: string) => Promise<string | null>;

async function findImported(path: string, read: ReadFile): Promise<readonly string[]> {
  for (const ending of ENDINGS) {
    const candidate = `${path}${ending}`;
    if ((await read(candidate)) !== null) return [candidate];
  }
  return [];
}
