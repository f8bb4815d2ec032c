import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { statusBase } from '../event/event-rules.js';
import type { Log } from '../ports/log.js';
import type { PublishSettings } from '../ports/settings.js';
import { defaultCommentKey } from '../publish/comment-body.js';
import type { Outlets } from '../publish/publication.js';
import type { Workflow } from '../publish/workflow.js';
import type { Checkout } from '../session/checkout.js';
import type { Deadline } from '../session/deadline.js';
import type { Overrides } from '../settings/overrides.js';
import type { Redact } from '../text/redact.js';
import type { Runner } from './runner.js';

/** What every run of the action works with, whatever its event asks for. */
export type Job = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The command that starts the process of a scorer of the repository's own. */
  readonly scorerHost: readonly string[];
  readonly log: Log;
  readonly workflow: Workflow;
  readonly deadline: Deadline;
  readonly overrides: Overrides;
  readonly runner: Runner;
  /** The secrets that the inputs hold. */
  readonly keys: readonly (string | undefined)[];
  readonly redact: Redact;
  /** Secrets that the settings name are known only once these are read. */
  readonly setRedact: (redact: Redact) => void;
};

/** Whom a workflow run tells: its pull request or commit, its log, its summary, and the steps after it. */
export function openOutlets(
  { runner, overrides, deadline, workflow, redact, log }: Job,
  run: {
    readonly checkout: Pick<Checkout, 'pullRequest' | 'statusSha' | 'prefix' | 'event'>;
    readonly settings: PublishSettings;
  },
): Outlets {
  const { checkout, settings } = run;
  const directory = checkout.prefix;
  const { workflow: name, job, github, runUrl, homeUrl, temp } = runner;
  return {
    settings,
    github,
    workflow,
    pullRequest: checkout.pullRequest,
    statusSha: checkout.statusSha,
    statusBase: statusBase(checkout.event),
    directory,
    commentKey:
      settings.commentKey ??
      defaultCommentKey({
        workflow: name,
        job,
        config: overrides.config ?? null,
        suites: overrides.suites ?? [],
        directory,
      }),
    runUrl,
    homeUrl,
    folder: join(temp, 'prompt-regression'),
    redact,
    log,
    sleep: createSleep(deadline),
  };
}

/** Sleeps that end with the run: what is told last waits for nothing. */
export function createSleep({ lastWords }: Pick<Deadline, 'lastWords'>): (ms: number) => Promise<void> {
  return (ms) => sleep(ms, undefined, { signal: lastWords });
}
