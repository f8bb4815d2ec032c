import { createHash } from 'node:crypto';
import { suiteIdentity } from './status.js';

const NAME_LENGTH = 60;

/**
 * The HTML comment by which our comment is found again, its first line. Keys are foreign text (names of workflows
 * and suites): the readable part is cut down to what cannot close an HTML comment, the hash keeps keys apart.
 */
export function commentMarker(key: string): string {
  const name = key
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, NAME_LENGTH)
    .replace(/^-|-$/g, '');
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 16);
  return `<!-- prompt-regression ${name === '' ? hash : `${name} ${hash}`} -->`;
}

/** True where the first line is the marker and nothing else. */
export function carriesMarker(body: string, marker: string): boolean {
  return body.split('\n', 1)[0]?.trim() === marker;
}

/**
 * The key where none is given: one comment a workflow and job, and one a leg of a matrix, as its inputs tell it apart. What
 * the config file lists is not in it: a pull request that adds a suite, or removes one, keeps its comment.
 */
export function defaultCommentKey(run: {
  readonly workflow: string;
  readonly job: string;
  /** The config file that the inputs name; `null` for none. */
  readonly config: string | null;
  /** The suites that the inputs name or describe. */
  readonly suites: readonly string[];
  /** The working directory, relative to the repository's top; empty at the top. */
  readonly directory: string;
}): string {
  const { workflow, job, config, directory } = run;
  const suites = run.suites.toSorted().map((suite) => suiteIdentity(suite, directory));
  const whole = directory === '' ? [] : [`${directory}/`];
  return [
    workflow,
    job,
    ...(config === null ? [] : [config]),
    ...(suites.length === 0 ? whole : suites),
  ].join(' / ');
}
