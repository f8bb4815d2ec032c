import { decisionFingerprint } from '../files/fingerprint.js';
import { messageOf } from '../model/errors.js';
import type { PullRequestInfo } from '../model/github.js';
import type { PreparedSuite } from '../model/suite-run.js';
import { readConversation } from '../publish/comment.js';
import type { Memory } from '../publish/earlier-decision.js';
import { type PublishResult, publish } from '../publish/publish.js';
import { findReusedDecision } from '../publish/reused-decision.js';
import { VERSION } from '../version.js';
import { exitCodeOf } from './exit-code.js';
import type { Session, SuiteOutcome } from './session.js';

/**
 * By suite, a fingerprint of everything that its decision depends on; `null` if unknown, so that no earlier one is
 * shown.
 */
export function fingerprintsOf(suites: readonly PreparedSuite[]): ReadonlyMap<string, string | null> {
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
  | { readonly kind: 'due'; readonly memory: Memory };

/**
 * Shows this pull request's earlier decision on the same files and settings, unless `force-run` is set. A merge queue's
 * commit shows the decision on the queued pull request, including an acceptance of its head.
 */
export async function showEarlier(
  suites: readonly PreparedSuite[],
  { forceRun, queued, outlets }: Pick<Session, 'forceRun' | 'queued' | 'outlets'>,
): Promise<Earlier> {
  const { log } = outlets;
  const fingerprints = fingerprintsOf(suites);
  const pullRequest = outlets.pullRequest ?? (await readQueued(queued, outlets));
  if (pullRequest === null) return { kind: 'due', memory: { fingerprints, measured: [] } };

  const conversation = await readConversation({ ...outlets, pullRequest });
  // Without a suite to run, showing an earlier decision saves nothing.
  const isFresh = forceRun || suites.every(({ status }) => status === 'unchanged');
  const reused = isFresh ? null : findReusedDecision(conversation, { pullRequest, fingerprints });
  if (reused === null) {
    const measured = conversation.sticky?.body.decision?.measured ?? [];
    return { kind: 'due', memory: { fingerprints, measured } };
  }
  for (const { suite, state, description } of reused.publication.statuses) {
    log[state === 'success' ? 'info' : 'error'](`${suite}: ${description}`);
  }
  log.info(
    `Decided at ${reused.decidedAt ?? 'an earlier head'}, shown again: neither the watched files nor the settings have changed since. \`force-run: true\` measures again.`,
  );
  const published = await publish(reused.publication, outlets);
  return { kind: 'shown', exitCode: exitCodeOf({ kind: 'told', suites: published.states }), published };
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

/** Adds the results of all measurements of these files and settings to a suite's report. */
export function addMeasurement(
  { head, report }: SuiteOutcome,
  { fingerprints, measured }: Memory,
): SuiteOutcome {
  if (report.kind !== 'evaluated') return { head, report };
  const asked = fingerprints.get(report.suite);
  const before = measured.find(({ fingerprint }) => fingerprint === asked)?.outcomes ?? [];
  return { head, report: { ...report, measured: [...before, report.decision.outcome] } };
}
