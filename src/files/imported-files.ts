import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import type { FileReader } from '../ports/files.js';

/** More than this is no longer read: a scorer that reaches so many files imports half of its application. */
const MOST_FILES = 500;

/** `import … from './x.ts'`, `export … from`, `import './x.ts'`, `import('./x.ts')`, `require('./x')`. */
const RELATIVE_IMPORT = /(?:\bfrom|\bimport|\brequire)\s*(?:\(\s*)?(["'])(\.{1,2}\/[^"'\n]+)\1/g;

/** As `require` finds them; `import` needs the whole name. */
const ENDINGS = ['', '.js', '.json', '/index.js'];

/**
 * The texts of a file and of all that it reaches by relative imports, by path; empty where there is no such file. Read
 * from the text, without running anything: an import in a comment counts, one whose path is computed does not.
 */
export async function readImportedFiles(
  path: string,
  reader: FileReader,
): Promise<ReadonlyMap<string, string>> {
  const known = new Map<string, string>();
  const due = [posix.normalize(path)];
  for (let file = due.pop(); file !== undefined && known.size < MOST_FILES; file = due.pop()) {
    if (known.has(file)) continue;
    const text = await reader.read(file, 'anything');
    if (text === null) continue;
    known.set(file, text);
    if (file.endsWith('.json')) continue;
    for (const [, , specifier = ''] of text.matchAll(RELATIVE_IMPORT)) {
      due.push(...(await findImported(posix.join(posix.dirname(file), specifier), reader, known)));
    }
  }
  return new Map([...known].sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function findImported(
  path: string,
  reader: FileReader,
  known: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  for (const ending of ENDINGS) {
    const candidate = `${path}${ending}`;
    if (known.has(candidate) || (await reader.read(candidate, 'anything')) !== null) return [candidate];
  }
  return [];
}

/** Any import, also one whose name is computed. */
const ANY_IMPORT = /\b(from|import|require(?:\.resolve)?)\s*(\(\s*)?(?:(["'])([^"'\n]*)\3)?/g;
/** Modules of Node that run or load other code than what imports tell of. */
const OTHER_CODE = new Set(['child_process', 'cluster', 'module', 'vm', 'worker_threads']);

/**
 * True where code may run what is installed: a package, a path into `node_modules`, a program, or a name that is
 * computed. Read from the text as above, so it says *may* too often rather than too rarely.
 * @param provided names that lead to no package, though they look like one.
 */
export function mayUsePackages(files: ReadonlyMap<string, string>, provided: ReadonlySet<string>): boolean {
  const isPackage = ([, word, call, , name]: RegExpExecArray): boolean => {
    // `Array.from(…)`, and `import { … }`, whose name follows.
    if (word === 'from' ? call !== undefined || name === undefined : call === undefined && name === undefined)
      return false;
    if (name === undefined || name.split('/').includes('node_modules')) return true;
    if (isBuiltin(name)) return OTHER_CODE.has(name.replace(/^node:/, ''));
    return !/^\.{0,2}\//.test(name) && !provided.has(name);
  };
  return (
    files.size >= MOST_FILES ||
    [...files].some(([path, text]) => !path.endsWith('.json') && text.matchAll(ANY_IMPORT).some(isPackage))
  );
}
