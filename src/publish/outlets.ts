import type { Log } from '../model/effects.js';
import { messageOf } from '../model/errors.js';
import { type GitHub, GitHubError, type StatusBase } from '../model/github.js';
import type { PullRequestRef } from '../model/report.js';
import type { PublishSettings } from '../model/suite.js';
import type { Redact } from '../text/redact.js';
import type { Workflow } from './workflow.js';

/** The places that a run publishes to. */
export type Outlets = {
  readonly settings: PublishSettings;
  /** `null` outside a workflow. */
  readonly github: GitHub | null;
  readonly workflow: Workflow | null;
  /** The conversation for the comment; `null` if the run is not about a pull request. */
  readonly pullRequest: Pick<PullRequestRef, 'number' | 'headSha' | 'baseRef' | 'fork'> | null;
  /** The commit that gets the statuses; `null` for none. */
  readonly statusSha: string | null;
  /** The base of the statuses; `null` for those of a baseline or a queue's commit. */
  readonly statusBase: StatusBase | null;
  /** The working directory, relative to the repository's top. With the name it identifies a suite. */
  readonly directory: string;
  /** Distinguishes the comment from others on the same pull request. */
  readonly commentKey: string;
  /** Link to the run's log; `null` on a developer's machine. */
  readonly runUrl: string | null;
  /** URL of this tool's files; `null` if unknown. */
  readonly homeUrl: string | null;
  /** Folder for the files. */
  readonly folder: string;
  readonly redact: Redact;
  readonly log: Log;
  readonly sleep: (ms: number) => Promise<void>;
};

/**
 * Runs a publisher; true if it published. A failure changes no decision: it becomes a warning, or is only logged if the
 * run lacks the permission.
 */
export async function publishing(
  name: string,
  act: () => Promise<void>,
  { log, redact }: Pick<Outlets, 'log' | 'redact'>,
): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (thrown) {
    const cause = messageOf(thrown).replace(/\.$/, '');
    if (thrown instanceof GitHubError && thrown.beyond) {
      log.info(redact(`${name} not written: ${cause}.`));
    } else {
      const locked = thrown instanceof GitHubError && /\blocked\b/i.test(thrown.message);
      log.warning(redact(`${name} not written: ${cause}.${locked ? ' The conversation is locked.' : ''}`));
    }
    return false;
  }
}
