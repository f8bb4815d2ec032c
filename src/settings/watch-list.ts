import { posix } from 'node:path';
import { aboutTarget, type ScorerSettings, type TargetSettings } from '../ports/settings.js';

const EVERYTHING = '/**';

/**
 * The globs whose change triggers a run, relative to the working directory, or with `/` in front to the repository's top.
 * Given ones come first and always get the files that a suite is made of, last: a `!` line before cannot take them out.
 * A program may read any file of the repository, and no list that leaves one out unsaid is right: everything counts, but
 * for what a `!` line takes out. Where none are given, the workflow file counts too.
 */
export function resolveWatch(request: {
  readonly given: readonly string[] | undefined;
  readonly dataset: string;
  readonly target: TargetSettings;
  readonly scorers: readonly Pick<ScorerSettings, 'use'>[];
  readonly configPath: string | null;
  /** Relative to the working directory; `null` where it is not this repository's. */
  readonly workflow: string | null;
}): readonly string[] {
  const { given, target, workflow } = request;
  const named = namedFiles(request).map(literalGlob);
  if (aboutTarget(target).runsPrograms)
    return unique([EVERYTHING, ...(given === undefined ? [] : [...given, ...named])]);
  if (given !== undefined) return unique([...given, ...named]);
  return unique([...named, ...(workflow === null ? [] : [literalGlob(workflow)])]);
}

/** The workflow file that is running, relative to the working directory; `null` where it lies in another repository. */
export function workflowFile(
  env: Readonly<Record<string, string | undefined>>,
  workingDirectory: string,
): string | null {
  const repository = env['GITHUB_REPOSITORY']?.toLowerCase() ?? '';
  const reference = env['GITHUB_WORKFLOW_REF'] ?? '';
  if (repository === '' || !reference.toLowerCase().startsWith(`${repository}/`)) return null;
  const path = reference.slice(repository.length + 1).replace(/@.*$/, '');
  return path === '' ? null : posix.relative(posix.join('/', workingDirectory), posix.join('/', path));
}

function namedFiles(request: {
  readonly dataset: string;
  readonly target: TargetSettings;
  readonly scorers: readonly Pick<ScorerSettings, 'use'>[];
  readonly configPath: string | null;
}): readonly string[] {
  const { target, scorers } = request;
  const own = scorers.flatMap(({ use }) => (use.kind === 'own' ? [use.path] : []));
  const files = aboutTarget(target).files.map(({ path }) => path);
  return [...files, ...own, request.dataset, ...(request.configPath === null ? [] : [request.configPath])];
}

/** A path as a glob that means this one file, whatever it is called. */
export function literalGlob(path: string): string {
  return path.replaceAll(/[\\*?[\]{}()!+@]/g, '\\$&');
}

function unique(globs: readonly string[]): readonly string[] {
  return [...new Set(globs)];
}
