import type { PullRequestRef, RunEvent } from '../ports/event.js';

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

/** What a reader should know of where a pull request comes from. */
export function noticesOfPullRequest(pullRequest: PullRequestRef | null): readonly string[] {
  return pullRequest?.fork
    ? [
        'This pull request comes from another repository, so GitHub gives the run no secrets and a token that can only read. What needs a key was not evaluated; a maintainer can push the commits to a branch of this repository.',
      ]
    : [];
}
