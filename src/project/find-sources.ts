import { posix } from 'node:path';
import type { FileReader } from '../model/repository.js';
import { escapePattern } from '../text/foreign-pattern.js';

/** A file of code. */
export type Source = {
  readonly path: string;
  readonly text: string;
  /** True if something starts it as a program, by its text, its name or the project's own list of programs. */
  readonly isStarted: boolean;
};

/** Files of other projects, builds and tools, which may lie there without being ignored by git. */
export const INSTALLED =
  /(?:^|\/)(?:node_modules|dist|build|vendor|target|venv|site-packages|\.[^/]+)\/|^\.\.\//i;
/** Tests, and types without code. */
const TEST = /(?:^|\/)(?:tests?|__tests__|spec)\/|(?:^|\/)(?:test_|conftest)|[._-](?:test|spec)\.|\.d\.ts$/i;
const SOURCE = /\.(?:py|[cm]?[jt]sx?|rb|go|php|java|kt|cs|rs|exs?)$/i;
/** A larger repository is not read as a whole. */
const MAX_SOURCES = 500;

/** Its own text says that it is started: by reading arguments or standard input, or by a main function. */
const STARTED =
  /^#!|\b__main__\b|\bimport\.meta\.main\b|\brequire\.main\b|\bargv\b|\bparseArgs\b|\bargparse\b|\b[Ss]tdin\b|\bSTDIN\b|\bARGF\b|\bSystem\.in\b|\binput\(|\bfunc main\(|\bfn main\(|\bfun main\(|\bstatic\s.*\b[Mm]ain\(/m;
/** The usual names of a program's first file. */
const STARTED_NAME = /(?:^|\/)(?:__main__|main|index|app|run|chat|cli|agent|bot|chatbot|assistant)\.\w+$/i;
/** Where a project lists the programs that it starts. */
const MANIFEST = /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.cfg|Procfile|Dockerfile|Makefile)$/;

/** The code of a project, without tests, dependencies and builds. */
export async function readSources(reader: FileReader, paths: readonly string[]): Promise<readonly Source[]> {
  const manifests = await readAll(reader, paths.filter((path) => MANIFEST.test(path)).slice(0, MAX_SOURCES));
  const texts = await readAll(reader, paths.filter(isSource).slice(0, MAX_SOURCES));
  return [...texts].map(([path, text]) => ({
    path,
    text,
    isStarted:
      STARTED.test(text) ||
      isListed(path, manifests) ||
      (STARTED_NAME.test(path) && !isImported(path, texts)),
  }));
}

/** True if other code imports a file by its name: it is a part of a program then, whatever its name says. */
function isImported(path: string, texts: ReadonlyMap<string, string>): boolean {
  const name = escapePattern(posix.basename(path).replace(/\.\w+$/, ''));
  const pattern = path.endsWith('.py')
    ? new RegExp(
        `^[ \\t]*(?:from[ \\t]+[\\w.]+[ \\t]+)?import\\b[^\\n#]*\\b${name}\\b|^[ \\t]*from[ \\t]+(?:[\\w.]*\\.)?${name}[ \\t]+import\\b`,
        'm',
      )
    : new RegExp(`\\b(?:from|import|require)\\s*(?:\\(\\s*)?["'][^"'\\n]*/${name}(?:\\.\\w+)?["']`);
  return [...texts].some(([other, text]) => other !== path && pattern.test(text));
}

/** True for a file of code that is not a test. */
export function isSource(path: string): boolean {
  return SOURCE.test(path) && !TEST.test(path) && !INSTALLED.test(path);
}

async function readAll(reader: FileReader, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const path of paths) {
    const text = await reader.read(path, 'anything');
    if (text !== null) texts.set(path, text);
  }
  return texts;
}

/** True if a manifest names a program by its path from there, or as a module: `bot/main.py`, `bot.main`. */
function isListed(path: string, manifests: ReadonlyMap<string, string>): boolean {
  return [...manifests].some(([manifest, text]) => {
    const inside = posix.relative(posix.dirname(manifest), path);
    const module = inside
      .replace(/^src\//, '')
      .replace(/\.\w+$/, '')
      .replaceAll('/', '.');
    return namesWord(text, inside) || (path.endsWith('.py') && namesWord(text, module));
  });
}

function namesWord(text: string, word: string): boolean {
  return new RegExp(`(?<![\\w-])${escapePattern(word)}(?![\\w-])`).test(text);
}
