import { aboutTarget, type ScorerSettings, type TargetSettings } from '../ports/settings.js';

const EVERYTHING = '/**';

/**
 * The globs whose change triggers a run, relative to the working directory, or with `/` in front to the repository's top.
 * Given ones come first and always get the files that a suite is made of, last: a `!` line before cannot take them out.
 * A program may read any file of the repository, and no list that leaves one out unsaid is right: everything counts, but
 * for what a `!` line takes out.
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

/** A path as a glob that means this one file, whatever it is called. */
export function literalGlob(path: string): string {
  return path.replaceAll(/[\\*?[\]{}()!+@]/g, '\\$&');
}

function unique(globs: readonly string[]): readonly string[] {
  return [...new Set(globs)];
}
