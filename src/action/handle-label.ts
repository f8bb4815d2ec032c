import type { Checkout } from '../checkout/checkout.js';
import { findMissingRunLabel, type PullRequestEvent } from '../checkout/event.js';
import type { RunEvent } from '../checkout/read-event.js';
import type { Log } from '../model/effects.js';
import { describeError, UserError } from '../model/errors.js';
import type { GitHub } from '../model/github.js';
import type { PullRequestRef } from '../model/report.js';
import { listSuiteNames, type Settings } from '../model/suite.js';
import { type PublishedComment, readPublishedComment } from '../publish/comment.js';
import {
  describeCurrentResult,
  type EarlierDecision,
  findAcceptingUser,
} from '../publish/earlier-decision.js';
import type { Outlets } from '../publish/outlets.js';
import { buildOutputs, publishOutputs } from '../publish/outputs.js';
import { publish } from '../publish/publish.js';
import { buildAccepted } from '../publish/reused-decision.js';
import { buildStatusContext, chooseBranchState } from '../publish/status.js';
import { chooseExitCode, type SuiteState } from '../session/exit-code.js';
import type { Overrides } from '../settings/overrides.js';
import { redactName } from '../text/redact.js';
import { type Job, openOutlets } from './job.js';

/** With it, somebody with write access accepts a commit. */
export const ACCEPTANCE_LABEL = 'prompt-regression-accepted';

/** A dispatched acceptance, equal to the label, which a fork's run cannot follow. */
export function findManualAcceptance(
  event: RunEvent,
  dispatched: RunEvent,
  { accept, sha }: Overrides,
): PullRequestEvent | null {
  if (accept === undefined) return null;
  if (event.kind !== 'dispatch' || dispatched.kind !== 'pull-request' || sha === undefined) {
    throw new UserError(
      'accept: it says why one head of a pull request is accepted, so it goes with `pull-request` and `sha` in a workflow_dispatch run; remove it here',
    );
  }
  return { ...dispatched, action: 'labeled', label: { name: ACCEPTANCE_LABEL, by: event.by ?? '' } };
}

/**
 * Handles a label or an edit. The acceptance label by a person with write access, on the decided head, makes failed
 * suites green. Any other change only repeats the head's state, since the job is a check of the same commit.
 */
export async function handleLabel(
  job: Job,
  run: {
    readonly event: PullRequestEvent;
    readonly checkout: Checkout;
    readonly settings: Settings;
  },
): Promise<number> {
  const { event, checkout, settings } = run;
  const { pullRequest } = event;
  const outlets = openOutlets(job, { checkout, settings: settings.publish });
  const sticky = await readPublishedComment(outlets);
  const standing = await readStates(outlets, { pullRequest, suites: listSuiteNames(settings), sticky });
  const { states } = standing;
  const acceptance = await readAcceptance(outlets.github, event, standing);
  if ('refusal' in acceptance) {
    const { github, log } = outlets;
    log[acceptance.level](job.redact(acceptance.refusal));
    const dropsLabel = acceptance.dropsLabel === true && job.overrides.accept === undefined;
    if (dropsLabel && github !== null) await removeLabel(github, pullRequest.number, log);
    const described = describeCurrentResult({ ...standing, undecided: standing.undecided.length > 0 });
    await publishCurrentResult(outlets, described, sticky);
    return chooseLabelExitCode(states, outlets.log, findMissingRunLabel(event, settings.runLabel));
  }
  const { by, failed } = acceptance;
  const { headSha: sha, baseRef: into } = pullRequest;
  outlets.log.info(`Accepted by ${by} on ${sha}.`);
  const { accept } = job.overrides;
  const reason = accept === undefined ? null : job.redact(accept);
  const published = await publish(
    buildAccepted({ by, reason, sha, into, suites: failed, sticky, redact: job.redact }),
    outlets,
  );
  for (const [index, suite] of failed.entries()) states.set(suite, published.states[index] ?? null);
  return chooseLabelExitCode(states, outlets.log, null);
}

type Refusal = {
  readonly level: 'info' | 'warning';
  readonly refusal: string;
  readonly dropsLabel?: boolean;
};

/** The acceptance that this event asks for, with the suites it makes green; or why there is none. */
async function readAcceptance(
  github: GitHub | null,
  event: PullRequestEvent,
  standing: HeadStates,
): Promise<Refusal | { readonly by: string; readonly failed: readonly string[] }> {
  const { action, label } = event;
  const { number, headSha: sha, restricted } = event.pullRequest;
  if (action !== 'labeled' || label?.name !== ACCEPTANCE_LABEL) {
    const refusal = `Nothing was evaluated: of all labels and edits, only adding \`${ACCEPTANCE_LABEL}\` counts.`;
    return { level: 'info', refusal };
  }
  if (github === null) {
    return { level: 'info', refusal: 'Nothing was accepted: that needs a token; give `github-token`.' };
  }
  if (restricted === 'fork') {
    const refusal = `Nothing was accepted: a fork's run cannot set a status. A maintainer accepts this head by hand, with \`pull-request: ${number}\`, \`sha: ${sha}\` and \`accept: <why>\`.`;
    return { level: 'warning', refusal };
  }
  const why = await findRefusal(github, { number, sha, by: label.by }, standing);
  if (why !== null) {
    return { level: 'warning', refusal: `Nothing was accepted: ${why}.`, dropsLabel: true };
  }
  const failed = [...standing.states].filter(([, state]) => state === 'failure').map(([suite]) => suite);
  if (failed.length > 0) return { by: label.by, failed };
  const refusal = `There is nothing to accept: every suite is green on ${sha.slice(0, 7)}.`;
  return { level: 'info', refusal, dropsLabel: !standing.accepted };
}

async function publishCurrentResult(
  outlets: Outlets,
  standing: ReturnType<typeof describeCurrentResult>,
  sticky: PublishedComment | null,
): Promise<void> {
  const { workflow } = outlets;
  if (workflow === null) return;
  const { result } = standing;
  const resultJson = result === null ? null : JSON.stringify(result);
  const places = { commentUrl: sticky?.url ?? null, resultJson };
  await publishOutputs(workflow, buildOutputs(standing, places), outlets);
}

/** A new head, or another base, needs a new acceptance: the label is removed, so that adding it again is an event. */
export async function removeAcceptance(event: RunEvent, github: GitHub | null, log: Log): Promise<void> {
  if (github === null || event.kind !== 'pull-request') return;
  if (event.action !== 'synchronize' && event.retargeted !== true) return;
  if (event.labels?.includes(ACCEPTANCE_LABEL)) await removeLabel(github, event.pullRequest.number, log);
}

async function removeLabel(github: GitHub, pullRequest: number, log: Log): Promise<void> {
  try {
    await github.labels.remove(pullRequest, ACCEPTANCE_LABEL);
    log.info(`The label \`${ACCEPTANCE_LABEL}\` was taken off; put on again, it accepts the head of then.`);
  } catch (thrown) {
    log.info(
      `The label \`${ACCEPTANCE_LABEL}\` stays, although it accepts nothing: ${describeError(thrown)}. Take it off by hand before putting it on again.`,
    );
  }
}

async function findRefusal(
  github: GitHub,
  label: { readonly number: number; readonly sha: string; readonly by: string },
  { states, undecided }: HeadStates,
): Promise<string | null> {
  const { number, sha, by } = label;
  try {
    const { headSha } = await github.pullRequests.pullRequest(number);
    if (headSha !== sha) {
      return `the label was put on ${sha.slice(0, 7)}, and the pull request has moved on to ${headSha.slice(0, 7)}`;
    }
    if (!(await github.collaborators.mayWrite(by))) return `${by} has no write access to this repository`;
  } catch (thrown) {
    return `whether ${by} may accept this head could not be found out: ${describeError(thrown).replace(/\.$/, '')}`;
  }
  // An unmeasured suite cannot be accepted: an outage must not become green.
  const open = [...states].filter(([, state]) => state !== 'success' && state !== 'failure');
  if (open.length === 0) {
    // An undecided run that blocks nothing has a green status, and a failed one may have an undecided scorer.
    return undecided.length === 0
      ? null
      : `${undecided.join(', ')} ended without a result, or without one for a scorer, on ${sha.slice(0, 7)}, so there is no whole decision to accept; do the report's next step first, then add the label again`;
  }
  const list = open.map(([suite, state]) => `${suite} (${state ?? UNKNOWN})`).join(', ');
  return `not every suite is decided on ${sha.slice(0, 7)}: ${list}; run the check to its end, then add the label again`;
}

const UNKNOWN = 'no decision is known';

type HeadStates = {
  readonly states: Map<string, SuiteState>;
  /** Suites that have no result, or a scorer without one, whatever their status. */
  readonly undecided: readonly string[];
  readonly accepted: boolean;
  /** The login of the person who accepted it; `null` if the comment does not know. */
  readonly by: string | null;
  readonly earlier: EarlierDecision | null;
};

/** Every suite's state on this head, by its commit status. The comment alone proves nothing. */
async function readStates(
  outlets: Outlets,
  head: {
    readonly pullRequest: PullRequestRef;
    readonly suites: readonly string[];
    readonly sticky: PublishedComment | null;
  },
): Promise<HeadStates> {
  const { redact, directory } = outlets;
  const { suites, sticky } = head;
  const { headSha: sha, baseRef: into } = head.pullRequest;
  const statuses = await readLatestStatuses(outlets, sha);
  const earlier = sticky?.body.decision?.sha === sha ? sticky.body.decision : null;
  const by = earlier === null ? null : findAcceptingUser(earlier, { sha, into });
  const findStatus = (suite: string) =>
    statuses.find(({ context }) => context === buildStatusContext(suite, directory, redact));
  const states = new Map(
    suites.map((suite): [string, SuiteState] => {
      const status = findStatus(suite);
      return [suite, status === undefined ? null : chooseBranchState(status, into)];
    }),
  );
  const undecided = suites.filter((suite) => earlier?.undecided.includes(redactName(suite, redact)));
  return { states, undecided, accepted: by !== null, by, earlier };
}

async function readLatestStatuses({ github, settings, log }: Outlets, sha: string) {
  try {
    return github === null || !settings.status ? [] : await github.statuses.latest(sha);
  } catch (thrown) {
    log.info(`The statuses of ${sha.slice(0, 7)} are not known: ${describeError(thrown)}.`);
    return [];
  }
}

/** Logs the suites that keep the job from being green. `waitsFor`: the label without which nothing is measured. */
function chooseLabelExitCode(
  states: ReadonlyMap<string, SuiteState>,
  log: Log,
  waitsFor: string | null,
): number {
  if (waitsFor !== null && [...states.values()].every((state) => state === null || state === 'pending')) {
    return chooseExitCode({ kind: 'nothing-due' });
  }
  for (const [suite, state] of states) {
    if (state === 'success') continue;
    log.error(
      state === 'failure' || state === 'error'
        ? `The status of ${suite} on this head is ${state}.`
        : `${suite} is not decided on this head (${state ?? UNKNOWN}), and this run measures nothing: run the check to its end.`,
    );
  }
  return chooseExitCode({ kind: 'reported', suites: [...states.values()] });
}
