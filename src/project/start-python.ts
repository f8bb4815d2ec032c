import { posix } from 'node:path';
import { escapePattern } from '../text/foreign-pattern.js';
import { listImportedModules } from './find-packages.js';
import { listModuleFolders, type Program } from './find-program.js';

/** How Python starts a program. */
export type PythonStart = {
  /** `agent.py`, or `-m shop.agent`. */
  readonly words: readonly string[];
  /** Folders of the project's own modules, of which Python does not think by itself, from the working directory. */
  readonly moduleFolders: readonly string[];
};

type PythonProject = {
  /** Of the whole repository. */
  readonly paths: readonly string[];
  /** The working directory in the repository. */
  readonly prefix: string;
  /** Where the package that is installed begins; `null` if none is. */
  readonly packageFolder: string | null;
};

/** A program that imports its own package starts as one of its modules. */
export function startPython(
  program: Pick<Program, 'path' | 'files'>,
  { paths, prefix, packageFolder }: PythonProject,
): PythonStart {
  const { path, files } = program;
  const text = files.get(path) ?? '';
  const top = packageFolder ?? prefix;
  const full = posix.join(prefix, path);
  const source = posix.join(top, 'src');
  const isBelowSource =
    full.startsWith(`${source}/`) &&
    !paths.includes(`${source}/__init__.py`) &&
    !listImportedModules(text).includes('src');
  const root = isBelowSource ? source : top;
  const inPackage = posix.relative(root, full);
  const [folder = '', ...rest] = inPackage.split('/');
  const ownImport = new RegExp(`^\\s*(?:from\\s+\\.|(?:from|import)\\s+${escapePattern(folder)}\\b)`, 'm');
  const isModule = rest.length > 0 && (path.endsWith('/__main__.py') || ownImport.test(text));
  if (!isModule) return { words: [path], moduleFolders: findModuleFolders(program, posix.dirname(path)) };
  const module = inPackage.replace(/(?:\/__main__)?\.py$/, '').replaceAll('/', '.');
  // As a module, Python begins in the working directory.
  const rootFolder = posix.relative(prefix, root);
  const others = findModuleFolders(program, rootFolder).filter((each) => each !== '');
  return { words: ['-m', module], moduleFolders: [...(rootFolder === '' ? [] : [rootFolder]), ...others] };
}

/** Folders in which the project's own modules lie that a program imports, other than the one in which Python looks. */
export function findModuleFolders(
  { path, files }: Pick<Program, 'path' | 'files'>,
  known: string,
): readonly string[] {
  const start = known === '.' ? '' : known;
  const paths = [...files.keys()];
  const hasModule = (folder: string, name: string) => {
    const module = posix.join(folder, name);
    return paths.some((each) => each === `${module}.py` || each.startsWith(`${module}/`));
  };
  const folders = [...files]
    .flatMap(([file, text]) => (file.endsWith('.py') ? listImportedModules(text) : []))
    .map((name) => [start, ...listModuleFolders(path)].find((folder) => hasModule(folder, name)))
    .filter((folder) => folder !== undefined);
  return [...new Set(folders)].filter((folder) => folder !== start);
}

/**
 * Words in front of a command, so that Python takes the project's own modules from the folder in which the command runs.
 * An installed package, also an editable one, may be another commit's.
 */
export function buildPythonPath(folders: readonly string[]): readonly string[] {
  return folders.length === 0
    ? []
    : ['env', `PYTHONPATH=${folders.map((folder) => folder || '.').join(':')}`];
}
