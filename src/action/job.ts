import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Checkout } from '../checkout/checkout.js';
import { statusBase } from '../checkout/event-rules.js';
import type { Log } from '../model/log.js';
import type { PublishSettings } from '../model/suite.js';
import { commentKeyOf } from '../publish/comment-body.js';
import type { Outlets } from '../publish/outlets.js';
import type { Workflow } from '../publish/workflow.js';
import type { Deadline } from '../session/deadline.js';
import type { Overrides } from '../settings/overrides.js';
import type { Redact } from '../text/redact.js';
import type { Runner } from './runner.js';

/** Everything that a run of the action needs, whatever its event. */
export type Job = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The command that starts a repository's own scorer. */
  readonly scorerHost: readonly string[];
  readonly log: Log;
  readonly workflow: Workflow;
  readonly deadline: Deadline;
  readonly overrides: Overrides;
  readonly runner: Runner;
  /** Secrets in the inputs. */
  readonly keys: readonly (string | undefined)[];
  readonly redact: Redact;
  /** For secrets that only the settings name. */
  readonly setRedact: (redact: Redact) => void;
};

/** The outlets of a workflow run: pull request or commit, log, summary and outputs. */
export function openOutlets(
  { runner, overrides, deadline, workflow, redact, log }: Job,
  run: {
    readonly checkout: Pick<Checkout, 'pullRequest' | 'statusSha' | 'prefix' | 'event'>;
    readonly settings: PublishSettings;
  },
): Outlets {
  const { checkout, settings } = run;
  const directory = checkout.prefix;
  const { workflow: name, github, runUrl, homeUrl, temp } = runner;
  return {
    settings,
    github,
    workflow,
    pullRequest: checkout.pullRequest,
    statusSha: checkout.statusSha,
    statusBase: statusBase(checkout.event),
    directory,
    commentKey: commentKeyOf({
      workflow: name,
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

/** A sleep that ends with the run. */
export function createSleep({ lastWords }: Pick<Deadline, 'lastWords'>): (ms: number) => Promise<void> {
  return (ms) => sleep(ms, undefined, { signal: lastWords });
}
