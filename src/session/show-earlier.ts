import { exitCodeOf } from '../decide/gate/exit-code.js';
import { decisionFingerprint } from '../files/fingerprint.js';
import type { PreparedSuite } from '../ports/suite-run.js';
import { readConversation } from '../publish/conversation.js';
import { type Published, publish } from '../publish/publish.js';
import { findStanding } from '../publish/standing.js';
import { VERSION } from '../version.js';
import type { Session } from './session.js';

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
 * Shows the decision that this pull request has already had on the same files and settings: drawing again until the
 * result pleases is no measuring. `null` where there is none, or where `force-run` asks for a new one: then the run has
 * to evaluate.
 */
export async function showEarlier(
  suites: readonly PreparedSuite[],
  fingerprints: ReadonlyMap<string, string>,
  { forceRun, outlets }: Pick<Session, 'forceRun' | 'outlets'>,
): Promise<{ readonly exitCode: number; readonly published: Published } | null> {
  const { pullRequest, log } = outlets;
  if (pullRequest === null) return null;
  // Where nothing is to be run, nothing is saved either.
  if (forceRun || suites.every(({ status }) => status === 'unchanged')) return null;
  if (fingerprints.size !== suites.length) return null;

  const conversation = await readConversation(outlets);
  const standing = findStanding(conversation, { sha: pullRequest.headSha, fingerprints });
  if (standing === null) return null;
  for (const { suite, description } of standing.publication.statuses) log.info(`${suite}: ${description}`);
  log.info(
    `Decided at ${standing.decidedAt ?? 'an earlier head'}, shown again: neither the watched files nor the settings have changed since. \`force-run: true\` measures anew.`,
  );
  const published = await publish(standing.publication, outlets);
  const states = standing.publication.statuses.map(({ state }) => state);
  return { exitCode: exitCodeOf({ kind: 'told', suites: states }), published };
}
