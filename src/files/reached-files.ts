import { posix } from 'node:path';
import type { FileReader } from '../model/repository.js';

/** A scorer that reaches more files imports half of its application: the rest is not read. */
const MAX_IMPORTED_FILES = 500;

/** `import … from './x.ts'`, `export … from`, `import './x.ts'`, `import('./x.ts')`, `require('./x')`. */
const RELATIVE_IMPORT = /(?:\bfrom|\bimport|\brequire)\s*(?:\(\s*)?(["'])(\.{1,2}\/[^"'\n]+)\1/g;

/** `require` adds some of these endings, and tools for TypeScript the others; `import` needs the whole name. */
const ENDINGS = ['', '.js', '.json', '/index.js', '.ts', '/index.ts'];

/** Python: `import a.b`, `from ..a import b`. */
const PYTHON_IMPORT = /^[ \t]*(?:from[ \t]+(\.*)([\w.]*)[ \t]+)?import[ \t]+([^\n#]+)/gm;

const PYTHON_ENDINGS = ['.py', '/__init__.py'];

/**
 * A file and everything that it reaches by relative imports, by path, through symbolic links too; in Python also by
 * modules in the first file's folder. Found in the text without running code: imports in comments count, computed paths do
 * not.
 *
 * @param moduleFolders Other folders that Python may look into.
 */
export async function readImportedFiles(
  path: string,
  reader: FileReader,
  moduleFolders: readonly string[] = [],
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, Promise<string | null>>();
  const read = (file: string) => {
    const text = texts.get(file) ?? readThroughLinks(file, reader);
    texts.set(file, text);
    return text;
  };
  const reachedTexts = new Map<string, string>();
  const due = [posix.normalize(path)];
  for (let file = due.pop(); file !== undefined && reachedTexts.size < MAX_IMPORTED_FILES; file = due.pop()) {
    const text = reachedTexts.has(file) ? null : await read(file);
    if (text === null) continue;
    reachedTexts.set(file, text);
    // Node imports from the place that a link leads to.
    due.push((await reader.follow?.(file)) ?? file);
    if (file.endsWith('.json')) continue;
    for (const base of listImports(file, text, [posix.dirname(path), ...moduleFolders])) {
      due.push(...(await findImported(base, file.endsWith('.py') ? PYTHON_ENDINGS : ENDINGS, read)));
    }
  }
  return new Map([...reachedTexts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function readThroughLinks(path: string, reader: FileReader): Promise<string | null> {
  const text = await reader.read(path, 'anything');
  const end = text === null ? await reader.follow?.(path) : null;
  return end ? reader.read(end, 'anything') : text;
}

/** The paths that a file imports, without endings. Python also looks into the script's folder, and others. */
function listImports(file: string, text: string, moduleFolders: readonly string[]): readonly string[] {
  const beside = posix.dirname(file);
  if (!file.endsWith('.py'))
    return [...text.matchAll(RELATIVE_IMPORT)].map(([, , specifier = '']) => posix.join(beside, specifier));
  const folders = [...new Set([beside, ...moduleFolders])];
  return listPythonModules(text).flatMap((module) => folders.map((each) => posix.join(each, module)));
}

/** An imported name may be a module of its own. */
function listPythonModules(text: string): readonly string[] {
  return [...text.matchAll(PYTHON_IMPORT)].flatMap(([, dots = '', from = '', names = '']) => {
    const module = `${'../'.repeat(Math.max(0, dots.length - 1))}${from.replaceAll('.', '/')}`;
    const parts = (names.match(/[\w.]+/g) ?? []).map((name) => name.replaceAll('.', '/'));
    return [module, ...parts.map((part) => posix.join(module, part))];
  });
}

type ReadFile = (path: string) => Promise<string | null>;

async function findImported(
  path: string,
  endings: readonly string[],
  read: ReadFile,
): Promise<readonly string[]> {
  const candidates = endings.map((ending) => `${path}${ending}`);
  // TypeScript names the file that it compiles to.
  if (/\.[cm]?js$/.test(path)) candidates.push(path.replace(/js$/, 'ts'));
  for (const candidate of candidates) {
    if ((await read(candidate)) !== null) return [candidate];
  }
  return [];
}
