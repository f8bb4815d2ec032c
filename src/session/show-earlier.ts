import { exitCodeOf } from '../decide/gate/exit-code.js';
import { decisionFingerprint } from '../files/fingerprint.js';
import { messageOf } from '../ports/errors.js';
import type { PreparedSuite } from '../ports/suite-run.js';
import { readConversation } from '../publish/conversation.js';
import { drawsBefore, type RememberedDraws } from '../publish/earlier-decision.js';
import { type Published, publish } from '../publish/publish.js';
import { findReusedDecision } from '../publish/reused-decision.js';
import { VERSION } from '../version.js';
import type { Session } from './session.js';

/** By suite, what its decision depends on; suites where that is not known are missing. */
export function fingerprintsOf(
  suites: readonly PreparedSuite[],
  { sides }: Pick<Session, 'sides'>,
): ReadonlyMap<string, string> {
  const given = { limits: sides.settings.limits, version: VERSION };
  return new Map(
    suites.flatMap((run) => {
      const fingerprint = run.status === 'cannot-run' ? null : decisionFingerprint(run, given);
      return fingerprint === null ? [] : [[run.suite.name, fingerprint] as const];
    }),
  );
}

/**
 * What earlier runs of the same files and settings drew on this pull request, by suite: where a new run is forced, it
 * adds to them. Drawing anew until the result pleases is no measuring.
 */
export async function readDraws(
  fingerprints: ReadonlyMap<string, string>,
  { forceRun, outlets }: Pick<Session, 'forceRun' | 'outlets'>,
): Promise<ReadonlyMap<string, RememberedDraws>> {
  if (!forceRun || outlets.pullRequest === null) return new Map();
  const { sticky } = await readConversation(outlets);
  return drawsBefore(sticky?.body.decision ?? null, fingerprints);
}

/**
 * Shows the decision that this pull request has already had on the same files and settings: drawing again until the
 * result pleases is no measuring. On a merge queue's commit it is that of the pull request that the queue adds, and an
 * acceptance of its head is one of this commit. `null` where there is none, or where `force-run` asks for a new one: then
 * the run has to evaluate.
 */
export async function showEarlier(
  suites: readonly PreparedSuite[],
  fingerprints: ReadonlyMap<string, string>,
  { forceRun, queued, outlets }: Pick<Session, 'forceRun' | 'queued' | 'outlets'>,
): Promise<{ readonly exitCode: number; readonly published: Published } | null> {
  const { log } = outlets;
  // Where nothing is to be run, nothing is saved either.
  if (forceRun || suites.every(({ status }) => status === 'unchanged')) return null;
  if (fingerprints.size !== suites.length) return null;
  const pullRequest = outlets.pullRequest ?? (await readQueued(queued, outlets));
  if (pullRequest === null) return null;

  const conversation = await readConversation({ ...outlets, pullRequest });
  const reused = findReusedDecision(conversation, { pullRequest, fingerprints });
  if (reused === null) return null;
  for (const { suite, description } of reused.publication.statuses) log.info(`${suite}: ${description}`);
  log.info(
    `Decided at ${reused.decidedAt ?? 'an earlier head'}, shown again: neither the watched files nor the settings have changed since. \`force-run: true\` measures anew.`,
  );
  const published = await publish(reused.publication, outlets);
  return { exitCode: exitCodeOf({ kind: 'told', suites: published.states }), published };
}

async function readQueued(
  number: number | null,
  { github, log }: Session['outlets'],
): Promise<{ readonly number: number; readonly headSha: string } | null> {
  if (number === null || github === null) return null;
  try {
    return await github.pullRequests.pullRequest(number);
  } catch (thrown) {
    log.info(`What was decided on pull request ${number} is not known: ${messageOf(thrown)}.`);
    return null;
  }
}
