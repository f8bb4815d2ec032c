import picomatch from 'picomatch';
import { UserError } from '../ports/errors.js';
import type { FileEntry } from '../ports/files.js';
import { lookWithin } from '../text/foreign-pattern.js';
import { shownJson } from '../text/values.js';

/** `dot`: prompts and workflows live in folders such as `.github`. */
const OPTIONS = { dot: true } as const;

/** For a line and all paths, and so much more a path: a hundred times what an honest line takes. */
const LONGEST_LOOK_MS = 2_000;
const LONGEST_LOOK_AT_A_PATH_MS = 0.1;

type Rule = {
  readonly wanted: boolean;
  /** Which of these paths it names, in their order. Throws `UserError` where that takes too long. */
  readonly matches: (paths: readonly string[]) => readonly boolean[];
};

/**
 * The entries that the globs name, in the order given. Globs are relative to the root of the tree; a later line
 * overrides an earlier one, `!` in front takes files out again, and a list that opens with `!` starts from every file.
 * A name without wildcards means the file, or the folder and all that lies in it.
 *
 * @throws UserError naming a line that is too long or takes too long: a pull request may bring one that never ends.
 */
export function matchWatched(entries: readonly FileEntry[], globs: readonly string[]): readonly FileEntry[] {
  const rules = globs.map((glob) => glob.trim()).filter((glob) => glob !== '');
  const compiled = rules.map(compileRule);
  const paths = entries.map(({ path }) => path);
  const watched = paths.map(() => compiled[0]?.wanted === false);
  for (const { wanted, matches } of compiled) {
    for (const [index, named] of matches(paths).entries()) if (named) watched[index] = wanted;
  }
  return entries.filter((_, index) => watched[index]);
}

/** Paths of watched files that were added, removed or edited between two trees, sorted. */
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

/** The globs that name none of these files. Lines with `!` in front take files out, and may find none. */
export function matchNothing(entries: readonly FileEntry[], globs: readonly string[]): readonly string[] {
  const paths = entries.map(({ path }) => path);
  return globs.filter((glob) => {
    const rule = compileRule(glob.trim());
    return rule.wanted && !rule.matches(paths).includes(true);
  });
}

/**
 * Globs that were written relative to a folder, made relative to the root: `../x` leaves the folder, `/x` starts at the
 * root, a leading `!` stays in front. The folder's own name is taken literally.
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
  if (glob === '' || glob === '.') return { wanted, matches: (paths) => paths.map(() => true) };
  const isFolder = glob.endsWith('/');
  if (isFolder || picomatch.scan(glob).isGlob) {
    const pattern = isFolder ? `${glob}**` : glob;
    return { wanted, matches: (paths) => matchPattern(paths, pattern, line) };
  }
  const name = glob.replaceAll(/\\(.)/g, '$1');
  const matches = (path: string) => path === name || path.startsWith(`${name}/`);
  return { wanted, matches: (paths) => paths.map(matches) };
}

function matchPattern(paths: readonly string[], glob: string, line: string): readonly boolean[] {
  const limitMs = Math.ceil(LONGEST_LOOK_MS + LONGEST_LOOK_AT_A_PATH_MS * paths.length);
  const looked = lookWithin(limitMs, () => {
    const matches = picomatch(glob, OPTIONS);
    // A file may really be called `[x].md`.
    return paths.map((path) => path === glob || matches(path));
  });
  switch (looked.kind) {
    case 'found':
      return looked.found;
    case 'stopped':
      throw new UserError(
        `watch: ${shownJson(line)} fits a path in so many ways that matching it with the ${paths.length} paths of the repository took longer than ${limitMs / 1_000} s; write it with fewer stars`,
      );
    case 'too-much':
      throw new UserError(`watch: ${shownJson(line)} is no pattern: ${looked.why}; correct it`);
    default:
      return looked satisfies never;
  }
}
