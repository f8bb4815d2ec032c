import { decisionFingerprint } from '../files/fingerprint.js';
import { messageOf } from '../model/errors.js';
import type { PullRequestInfo } from '../model/github.js';
import type { PreparedSuite } from '../model/suite-run.js';
import { readSticky } from '../publish/comment.js';
import type { Fingerprints } from '../publish/earlier-decision.js';
import { type PublishResult, publish } from '../publish/publish.js';
import { findReusedDecision, type ReusedDecision } from '../publish/reused-decision.js';
import { VERSION } from '../version.js';
import { exitCodeOf } from './exit-code.js';
import type { Session } from './session.js';

/**
 * By suite, a fingerprint of everything that its decision depends on; `null` if unknown, so that no earlier one is
 * shown.
 */
export function fingerprintsOf(suites: readonly PreparedSuite[]): Fingerprints {
  return new Map(
    suites.map((run) => [
      run.suite.name,
      run.status === 'cannot-run' ? null : decisionFingerprint(run, VERSION),
    ]),
  );
}

/** An earlier decision on the same files and settings, from the pull request's comment. */
export type Earlier =
  | { readonly kind: 'shown'; readonly exitCode: number; readonly published: PublishResult }
  /** The run has to evaluate. */
  | { readonly kind: 'due'; readonly fingerprints: Fingerprints };

/**
 * Shows this pull request's earlier decision on the same files and settings, unless `force-run` is set. A merge queue's
 * commit shows the decision on the queued pull request, including an acceptance of its head.
 */
export async function showEarlier(
  suites: readonly PreparedSuite[],
  session: Pick<Session, 'forceRun' | 'queued' | 'outlets'>,
): Promise<Earlier> {
  const { outlets } = session;
  const { log } = outlets;
  const { reused, fingerprints } = await findEarlier(suites, session);
  if (reused === null) return { kind: 'due', fingerprints };
  for (const { suite, state, description } of reused.publication.statuses) {
    log[state === 'success' ? 'info' : 'error'](`${suite}: ${description}`);
  }
  log.info(
    `Decided at ${reused.decidedAt ?? 'an earlier head'}, shown again: neither the watched files nor the settings have changed since. \`force-run: true\` measures again.`,
  );
  const published = await publish(reused.publication, outlets);
  return { kind: 'shown', exitCode: exitCodeOf({ kind: 'told', suites: published.states }), published };
}

/** The decision that `showEarlier` shows; `null` if the run has to evaluate. */
export async function findEarlier(
  suites: readonly PreparedSuite[],
  { forceRun, queued, outlets }: Pick<Session, 'forceRun' | 'queued' | 'outlets'>,
): Promise<{ readonly reused: ReusedDecision | null; readonly fingerprints: Fingerprints }> {
  const fingerprints = fingerprintsOf(suites);
  const pullRequest = outlets.pullRequest ?? (await readQueued(queued, outlets));
  if (pullRequest === null) return { reused: null, fingerprints };

  const sticky = await readSticky({ ...outlets, pullRequest });
  // Without a suite to run, showing an earlier decision saves nothing.
  const isFresh = forceRun || suites.every(({ status }) => status === 'unchanged');
  return { reused: isFresh ? null : findReusedDecision(sticky, { pullRequest, fingerprints }), fingerprints };
}

async function readQueued(
  number: number | null,
  { github, log }: Session['outlets'],
): Promise<Pick<PullRequestInfo, 'number' | 'headSha' | 'baseRef'> | null> {
  if (number === null || github === null) return null;
  try {
    return await github.pullRequests.pullRequest(number);
  } catch (thrown) {
    log.info(`The decision on pull request ${number} is unknown: ${messageOf(thrown)}.`);
    return null;
  }
}
