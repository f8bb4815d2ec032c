import { posix } from 'node:path';
import { type FileEntry, type FileListing, isLink } from '../model/repository.js';
import { escapeGlob, matchWatched } from './watched-files.js';

/** The limit of Linux. A longer chain is treated as a circle. */
const MAX_LINKS = 40;

/** Symbolic links of a tree, whose target may be a link too, or lie in a linked folder. */
export type Links = {
  readonly paths: readonly string[];
  /** The links on the way to a path, and the path without them; `null` outside the tree or in a circle. */
  follow(path: string): { readonly passed: readonly string[]; readonly end: string | null };
};

/** Reads every link of a tree once. */
export async function readLinks(tree: FileListing): Promise<Links> {
  const entries = await tree.list();
  const paths = entries.filter(isLink).map(({ path }) => path);
  const read = paths.map(async (path) => [path, (await tree.linkTarget(path)) ?? '/'] as const);
  const targets = new Map(await Promise.all(read));
  // Files below a submodule are not listed: the submodule's own entry is used instead.
  const files = new Set(entries.filter((entry) => !isLink(entry)).map(({ path }) => path));
  return {
    paths,
    follow(path) {
      const passed: string[] = [];
      let end = posix.normalize(path);
      while (passed.length < MAX_LINKS && !OUTSIDE.test(end)) {
        const first = listPathPrefixes(end).find((each) => files.has(each) || targets.has(each));
        const target = targets.get(first ?? '');
        if (first === undefined || target === undefined) return { passed, end: first ?? end };
        passed.push(first);
        const rest = posix.relative(first, end);
        // A target may end in a slash.
        const beside = posix.join(posix.dirname(first), target, rest).replace(/\/$/, '');
        end = target.startsWith('/') ? target : beside;
      }
      return { passed, end: null };
    },
  };
}

const TOP = '.';
const OUTSIDE = /^(?:\/|\.\.(?:\/|$))/;

/** `a`, `a/b` and `a/b/c` for `a/b/c`. */
function listPathPrefixes(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
}

/**
 * Paths that globs reach only by symbolic links, until nothing new comes: each link, and the file or folder that it
 * leads to. If a glob reaches into a linked folder, the whole folder counts.
 */
export async function readLinkedPaths(
  globs: readonly string[],
  tree: FileListing,
): Promise<readonly string[]> {
  const links = await readLinks(tree);
  const entries = await tree.list();
  const reached = new Set<string>();
  const onTheWay = new Set<string>();
  let rest = links.paths.map((path) => ({ path, blob: '' }));
  for (;;) {
    const all = [...globs, ...[...reached].map(escapeGlob)];
    const isReached = (link: FileEntry) =>
      matchWatched([link, ...listEntriesBehind(link.path, links, entries)], all).length > 0;
    const newLinks = rest.filter(isReached);
    if (newLinks.length === 0) return [...new Set([...reached, ...onTheWay])];
    rest = rest.filter((link) => !newLinks.includes(link));
    for (const { path } of newLinks) {
      const { passed, end } = links.follow(path);
      for (const link of passed) onTheWay.add(link);
      // A link to the top would watch every file.
      if (end !== null && end !== TOP) reached.add(end);
      reached.add(path);
    }
  }
}

/** The files below a linked folder, by their paths through the link. Each further link is entered once. */
function listEntriesBehind(
  link: string,
  links: Links,
  entries: readonly FileEntry[],
  entered: Set<string> = new Set(),
): readonly FileEntry[] {
  const { end } = links.follow(link);
  if (end === null || end === TOP || entered.has(link)) return [];
  entered.add(link);
  return entries
    .filter(({ path }) => path.startsWith(`${end}/`))
    .flatMap((entry) => [
      entry,
      ...(isLink(entry) ? listEntriesBehind(entry.path, links, entries, entered) : []),
    ])
    .map((entry) => ({ ...entry, path: posix.join(link, posix.relative(end, entry.path)) }));
}
