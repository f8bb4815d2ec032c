import picomatch from 'picomatch';
import type { FileEntry } from '../model/files.js';

/** `dot`: prompts and workflows live in folders such as `.github`. */
const OPTIONS = { dot: true } as const;

type Rule = { readonly wanted: boolean; readonly matches: (path: string) => boolean };

/**
 * The entries that the globs name. A later line overrides an earlier one, `!` excludes, and a list that opens with
 * `!` starts from every file. A name without wildcards means the file, or the whole folder.
 */
export function matchWatched(entries: readonly FileEntry[], globs: readonly string[]): readonly FileEntry[] {
  const rules = globs.map((glob) => glob.trim()).filter((glob) => glob !== '');
  const compiled = rules.map(compileRule);
  return entries.filter(({ path }) =>
    compiled.reduce(
      (watched, { wanted, matches }) => (matches(path) ? wanted : watched),
      compiled[0]?.wanted === false,
    ),
  );
}

/** Sorted paths of watched files that were added, removed or edited. */
export function changedWatched(
  base: readonly FileEntry[],
  head: readonly FileEntry[],
  globs: readonly string[],
): readonly string[] {
  const before = new Map(matchWatched(base, globs).map((entry) => [entry.path, entry.blob]));
  const after = new Map(matchWatched(head, globs).map((entry) => [entry.path, entry.blob]));
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort();
}

/** The globs that match no file. Excluding lines may match none. */
export function matchNothing(entries: readonly FileEntry[], globs: readonly string[]): readonly string[] {
  return globs.filter((glob) => {
    const rule = compileRule(glob.trim());
    return rule.wanted && !entries.some(({ path }) => rule.matches(path));
  });
}

/**
 * Globs relative to a folder, rewritten relative to the root: `../x` leaves the folder, `/x` starts at the root. The
 * folder's own name is literal.
 */
export function rootGlobs(globs: readonly string[], folder: string): readonly string[] {
  const literal = folder
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .map((part) => part.replaceAll(/[\\*?[\]{}()!+@]/g, '\\$&'));
  return globs.map((line) => {
    const glob = line.trim();
    const negated = glob.startsWith('!');
    const path = negated ? glob.slice(1).trim() : glob;
    const parts = path.startsWith('/') ? [] : [...literal];
    for (const part of path.replace(/^\/+/, '').split('/')) {
      if (part === '..') parts.pop();
      else if (part !== '.') parts.push(part);
    }
    return `${negated ? '!' : ''}${parts.join('/')}`;
  });
}

function compileRule(line: string): Rule {
  const wanted = !line.startsWith('!');
  const glob = (wanted ? line : line.slice(1)).trim().replace(/^(\.\/)+|^\/+/, '');
  if (glob === '' || glob === '.') return { wanted, matches: () => true };
  const isFolder = glob.endsWith('/');
  const name = glob.replaceAll(/\\(.)/g, '$1');
  if (!isFolder && !picomatch.scan(glob).isGlob)
    return { wanted, matches: (path) => path === name || path.startsWith(`${name}/`) };
  const matches = picomatch(isFolder ? `${glob}**` : glob, OPTIONS);
  // A file may be named `[x].md`.
  return { wanted, matches: (path) => path === glob || matches(path) };
}
