import { readLinkedPaths } from '../files/links.js';
import { readImportedFiles } from '../files/reached-files.js';
import { scopeTree } from '../files/readers.js';
import { escapeGlob, resolveGlobs } from '../files/watched-files.js';
import type { FileTree } from '../model/repository.js';
import type { DecidingSettings, ScorerSettings } from '../model/suite.js';
import { describeTarget, type TargetSettings } from '../model/target-settings.js';

const EVERYTHING = '/**';

/**
 * The globs whose change triggers a run, relative to the working directory, or with `/` to the repository's top. The
 * suite's own files come last, so a `!` line cannot exclude them. For a program, all files count unless excluded.
 */
export function resolveWatch(suite: {
  readonly given: readonly string[] | undefined;
  readonly dataset: string;
  readonly target: TargetSettings;
  readonly scorers: readonly ScorerSettings[];
  readonly configPath: string;
}): readonly string[] {
  const { given = [], target, dataset, configPath } = suite;
  const { runsPrograms, files } = describeTarget(target);
  const ownFiles = [...files.map(({ path }) => path), ...listOwnScorers(suite), dataset, configPath];
  return [...new Set([...(runsPrograms ? [EVERYTHING] : []), ...given, ...ownFiles.map(escapeGlob)])];
}

function listOwnScorers({ scorers }: { readonly scorers: readonly ScorerSettings[] }) {
  return scorers
    .map(({ use }) => use)
    .filter((use) => use.kind === 'own')
    .map(({ path }) => path);
}

/**
 * A suite's globs from the repository's top: its watch list, the imports of scorers in the repository, and what
 * lies behind symbolic links, since another target is another agent.
 * @param files has the imports and the links.
 */
export async function listWatchedGlobs(
  suite: DecidingSettings,
  files: FileTree,
  prefix: string,
): Promise<readonly string[]> {
  const reader = scopeTree(files, prefix);
  const imported = await Promise.all(listOwnScorers(suite).map((path) => readImportedFiles(path, reader)));
  const code = imported.flatMap((found) => [...found.keys()].map(escapeGlob));
  const globs = resolveGlobs([...suite.watch, ...code], prefix);
  return [...globs, ...(await readLinkedPaths(globs, files)).map(escapeGlob)];
}
