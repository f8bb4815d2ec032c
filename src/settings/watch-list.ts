import { posix } from 'node:path';
import { readImportedFiles } from '../files/reached-files.js';
import { scopeTree } from '../files/readers.js';
import { matchWatched, rootGlobs } from '../files/watched-files.js';
import { type FileTree, isLink } from '../model/repository.js';
import type { ScorerSettings, Suite } from '../model/suite.js';
import { aboutTarget, type TargetSettings } from '../model/target-settings.js';

const EVERYTHING = '/**';

/**
 * The globs whose change triggers a run, relative to the working directory, or with `/` to the repository's top. The
 * suite's own files come last, so a `!` line cannot exclude them. For a program, all files count unless excluded.
 */
export function resolveWatch(suite: {
  readonly given: readonly string[] | undefined;
  readonly dataset: string;
  readonly target: TargetSettings;
  readonly scorers: readonly Pick<ScorerSettings, 'use'>[];
  readonly configPath: string;
}): readonly string[] {
  const { given = [], target, dataset, configPath } = suite;
  const { runsPrograms, files } = aboutTarget(target);
  const named = [...files.map(({ path }) => path), ...ownScorers(suite), dataset, configPath];
  return [...new Set([...(runsPrograms ? [EVERYTHING] : []), ...given, ...named.map(literalGlob)])];
}

function ownScorers({ scorers }: { readonly scorers: readonly Pick<ScorerSettings, 'use'>[] }) {
  return scorers.flatMap(({ use }) => (use.kind === 'own' ? [use.path] : []));
}

/** A path as a glob that matches only this file, whatever its name. */
export function literalGlob(path: string): string {
  return path.replaceAll(/[\\*?[\]{}()!+@]/g, '\\$&');
}

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
  const reader = scopeTree(files, prefix);
  const imported = await Promise.all(ownScorers(suite).map((path) => readImportedFiles(path, reader)));
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
