import type { RunEvent } from '../ports/event.js';

/** A run on the base branch itself: its result becomes a baseline. */
export function isBaselineRun(event: RunEvent): boolean {
  switch (event.kind) {
    case 'push':
    case 'schedule':
    case 'dispatch':
      return event.ref === `refs/heads/${event.defaultBranch}`;
    case 'pull-request':
    case 'merge-group':
      return false;
    default:
      return event satisfies never;
  }
}

/** Runs set off by a change have nothing to do where no watched file changed; asked for by hand or clock, they run. */
export function isOnChange(event: RunEvent): boolean {
  return event.kind === 'pull-request' || event.kind === 'merge-group' || event.kind === 'push';
}

/** The commit that the status of a run stands on. */
export function statusSha(event: RunEvent): string {
  switch (event.kind) {
    case 'pull-request':
      return event.pullRequest.headSha;
    case 'merge-group':
      return event.headSha;
    case 'push':
    case 'schedule':
    case 'dispatch':
      return event.sha;
    default:
      return event satisfies never;
  }
}

/** The branch that the status of a run says something against; `null` where it stands for its commit alone. */
export function statusBase(
  event: RunEvent,
): { readonly branch: string; readonly pullRequest: number | null } | null {
  switch (event.kind) {
    case 'pull-request':
      return { branch: event.pullRequest.baseRef, pullRequest: event.pullRequest.number };
    case 'merge-group':
      return null;
    case 'push':
    case 'schedule':
    case 'dispatch':
      return isBaselineRun(event) || event.defaultBranch === null
        ? null
        : { branch: event.defaultBranch, pullRequest: null };
    default:
      return event satisfies never;
  }
}

/** Whom the results of a run concern: what a run keeps for a later one serves those with the same name alone. */
export function eventScope(event: RunEvent): string {
  switch (event.kind) {
    case 'pull-request':
      return `pull request ${event.pullRequest.number}`;
    case 'merge-group':
      return `merge group ${event.headSha}`;
    case 'push':
    case 'schedule':
    case 'dispatch':
      return event.ref;
    default:
      return event satisfies never;
  }
}

export type PullRequestEvent = Extract<RunEvent, { kind: 'pull-request' }>;

/** True where the run measures nothing: a label, or an edit of title and text. It ends as the head stands. */
export function measuresNothing(event: RunEvent): event is PullRequestEvent {
  if (event.kind !== 'pull-request') return false;
  const { action, retargeted } = event;
  return action === 'labeled' || action === 'unlabeled' || (action === 'edited' && retargeted === false);
}

/** Why a run has no key, as one sentence, and what a maintainer does next; `null` where it has what the workflow names. */
export function tellRestricted(event: RunEvent): { readonly cause: string; readonly remedy: string } | null {
  const pull = event.kind === 'pull-request' ? event.pullRequest : null;
  const restricted = pull?.restricted ?? (event.kind === 'push' ? event.restricted : null) ?? null;
  switch (restricted) {
    case null:
      return null;
    case 'fork':
      return {
        cause:
          'This pull request comes from a fork, so GitHub gives its run no secrets and a token that can only read.',
        remedy: `To have it evaluated, a maintainer who has read the change runs this workflow by hand, with \`pull-request: ${pull?.number}\` and \`sha: ${pull?.headSha}\`.`,
      };
    case 'dependabot':
      return {
        cause: 'This run was set off by Dependabot, so GitHub gives it the Dependabot secrets and no others.',
        remedy: `To have it evaluated, store the key among the Dependabot secrets too and re-run it; or a maintainer runs this workflow by hand, ${pull === null ? 'on the same branch' : `with \`pull-request: ${pull.number}\``}.`,
      };
    default:
      return restricted satisfies never;
  }
}
