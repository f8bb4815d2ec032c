import { posix } from 'node:path';
import { readImportedFiles } from '../files/reached-files.js';
import { scopeTree } from '../files/readers.js';
import { matchWatched, rootGlobs } from '../files/watch.js';
import { type FileTree, isLink } from '../model/files.js';
import type { Suite } from '../model/suite.js';
import { literalGlob } from './watch-list.js';

/**
 * A suite's globs from the repository's top: its watch list, the imports of scorers in the repository, and link
 * targets.
 * @param files has the imports and the links.
 */
export async function watchedGlobs(
  suite: Suite,
  files: FileTree,
  prefix: string,
): Promise<readonly string[]> {
  const own = suite.scorers.flatMap(({ use }) => (use.kind === 'own' ? [use.path] : []));
  const reader = scopeTree(files, prefix);
  const imported = await Promise.all(own.map((path) => readImportedFiles(path, reader)));
  const code = imported.flatMap((found) => [...found.keys()].map(literalGlob));
  const globs = rootGlobs([...suite.watch, ...code], prefix);
  return [...globs, ...(await listLinked(globs, files))];
}

/** Targets of the list's links in the repository, since another target is another agent. */
async function listLinked(globs: readonly string[], files: FileTree): Promise<readonly string[]> {
  const links = matchWatched((await files.list()).filter(isLink), globs);
  const targets = await Promise.all(
    links.map(async ({ path }) => posix.join(posix.dirname(path), (await files.linkTarget(path)) ?? '..')),
  );
  return [...new Set(targets)].filter((path) => !OUTSIDE.test(path)).map(literalGlob);
}

/** The top itself counts as outside: with it everything would be watched. */
const OUTSIDE = /^(?:\.\/?|\.\.(?:\/.*)?|\/.*)$/;
