import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { decisionFingerprint } from '../files/fingerprint.js';
import type { Log } from '../ports/log.js';
import type { PublishSettings } from '../ports/settings.js';
import type { PreparedSuite } from '../ports/suite-run.js';
import { buildShownAgain } from '../publish/build-standing.js';
import { answersRun } from '../publish/earlier-decision.js';
import { publishStanding } from '../publish/publish-standing.js';
import type { Workflow } from '../publish/workflow.js';
import type { Checkout } from '../session/checkout.js';
import type { Runner } from '../session/runner.js';
import type { Overrides } from '../settings/overrides.js';
import type { Redact } from '../text/redact.js';
import { VERSION } from '../version.js';
import { commentKeyOf, readConversation } from './sticky.js';

/** By suite, what its decision depends on; suites where that is not known are missing. */
export function fingerprintsOf(suites: readonly PreparedSuite[]): ReadonlyMap<string, string> {
  return new Map(
    suites.flatMap((run) => {
      const fingerprint =
        run.status === 'cannot-run' ? null : decisionFingerprint({ ...run, version: VERSION });
      return fingerprint === null ? [] : [[run.suite.name, fingerprint] as const];
    }),
  );
}

/**
 * Shows the decision that this pull request has already had on the same files and settings, and resolves with the
 * process's exit code: drawing again until the result pleases is no measuring. `null` where there is none, or where
 * `force-run` asks for a new one: then the run has to evaluate.
 */
export async function showEarlier(run: {
  readonly suites: readonly PreparedSuite[];
  readonly settings: PublishSettings;
  readonly checkout: Pick<Checkout, 'pullRequest'>;
  readonly runner: Runner;
  readonly overrides: Pick<Overrides, 'forceRun'>;
  readonly workflow: Workflow;
  readonly redact: Redact;
  readonly log: Log;
}): Promise<number | null> {
  const { suites, settings, runner, overrides, log } = run;
  const { pullRequest } = run.checkout;
  const { github } = runner;
  if (github === null || pullRequest === null || settings.comment === 'off') return null;
  // Where nothing is to be run, nothing is saved either.
  if (overrides.forceRun === true || suites.every(({ status }) => status === 'unchanged')) return null;
  const fingerprints = fingerprintsOf(suites);
  if (fingerprints.size !== suites.length) return null;

  const commentKey = commentKeyOf(settings, runner, [...fingerprints.keys()]);
  const { number, headSha: sha } = pullRequest;
  const { comments } = github;
  const { sticky } = await readConversation({ ...run, comments, pullRequest: number, key: commentKey });
  const earlier = sticky?.body.decision ?? null;
  if (sticky === null || earlier === null || !answersRun(earlier, fingerprints)) return null;

  const standing = buildShownAgain({ earlier, sticky, sha });
  for (const { suite, description } of standing.statuses) log.info(`${suite}: ${description}`);
  log.info(
    `Decided at ${earlier.result.headSha ?? 'an earlier head'}, shown again: neither the watched files nor the settings have changed since. \`force-run: true\` measures anew.`,
  );
  await publishStanding({
    ...run,
    standing,
    github,
    pullRequest,
    commentKey,
    commentUrl: sticky.url,
    targetUrl: runner.runUrl,
    folder: join(runner.temp, 'prompt-regression'),
    sleep,
  });
  return standing.blocking ? 1 : 0;
}
