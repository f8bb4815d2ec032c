import type { ScorerSettings } from '../model/suite.js';
import { aboutTarget, type TargetSettings } from '../model/target-settings.js';

const EVERYTHING = '/**';

/**
 * The globs whose change triggers a run, relative to the working directory, or with `/` to the repository's top. The
 * suite's own files come last, so a `!` line cannot exclude them. For a program, all files count unless excluded.
 */
export function resolveWatch(request: {
  readonly given: readonly string[] | undefined;
  readonly dataset: string;
  readonly target: TargetSettings;
  readonly scorers: readonly Pick<ScorerSettings, 'use'>[];
  readonly configPath: string;
}): readonly string[] {
  const { given = [], target } = request;
  const named = namedFiles(request).map(literalGlob);
  return unique([...(aboutTarget(target).runsPrograms ? [EVERYTHING] : []), ...given, ...named]);
}

function namedFiles(request: {
  readonly dataset: string;
  readonly target: TargetSettings;
  readonly scorers: readonly Pick<ScorerSettings, 'use'>[];
  readonly configPath: string;
}): readonly string[] {
  const { target, scorers, dataset, configPath } = request;
  const own = scorers.flatMap(({ use }) => (use.kind === 'own' ? [use.path] : []));
  const files = aboutTarget(target).files.map(({ path }) => path);
  return [...files, ...own, dataset, configPath];
}

/** A path as a glob that matches only this file, whatever its name. */
export function literalGlob(path: string): string {
  return path.replaceAll(/[\\*?[\]{}()!+@]/g, '\\$&');
}

function unique(globs: readonly string[]): readonly string[] {
  return [...new Set(globs)];
}
