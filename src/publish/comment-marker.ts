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
 * The key where none is given: one comment a workflow, job and set of suites, so that matrix legs keep their own and the
 * apps of one repository theirs.
 */
export function defaultCommentKey(run: {
  readonly workflow: string;
  readonly job: string;
  readonly suites: readonly string[];
  /** The working directory, relative to the repository's top; empty at the top. */
  readonly directory: string;
}): string {
  const suites = run.suites.toSorted().map((suite) => suiteIdentity(suite, run.directory));
  return [run.workflow, run.job, ...suites].join(' / ');
}
