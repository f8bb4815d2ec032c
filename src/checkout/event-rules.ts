import type { RunEvent } from '../model/event.js';
import type { BaselineChoice } from '../model/suite.js';

/** A run on the base branch itself. */
export function isBaselineRun(event: RunEvent): boolean {
  return 'defaultBranch' in event && event.ref === `refs/heads/${event.defaultBranch}`;
}

/** True if the result becomes a baseline. By clock or by hand, a run that names a git ref is compared with that instead. */
export function storesBaseline(event: RunEvent, choice: BaselineChoice | undefined): boolean {
  return isBaselineRun(event) && (isOnChange(event) || choice?.kind !== 'ref');
}

/**
 * True if a change started the run. Without a changed watched file it has nothing to do; runs by hand or schedule
 * always run.
 */
export function isOnChange(event: RunEvent): boolean {
  return event.kind === 'pull-request' || event.kind === 'merge-group' || event.kind === 'push';
}

/** The commit that gets the status. */
export function statusSha(event: RunEvent): string {
  if (event.kind === 'pull-request') return event.pullRequest.headSha;
  return event.kind === 'merge-group' ? event.headSha : event.sha;
}

/** The base branch in the status; `null` if the status is about its commit alone. */
export function statusBase(
  event: RunEvent,
): { readonly branch: string; readonly pullRequest: number | null } | null {
  if (event.kind === 'pull-request') {
    return { branch: event.pullRequest.baseRef, pullRequest: event.pullRequest.number };
  }
  if (event.kind === 'merge-group' || event.defaultBranch === null || isBaselineRun(event)) return null;
  return { branch: event.defaultBranch, pullRequest: null };
}

/** Whom the results of a run concern: what a run keeps for a later one serves those with the same name alone. */
export function eventScope(event: RunEvent): string {
  if (event.kind === 'pull-request') return `pull request ${event.pullRequest.number}`;
  return event.kind === 'merge-group' ? `merge group ${event.headSha}` : event.ref;
}

export type PullRequestEvent = Extract<RunEvent, { kind: 'pull-request' }>;

/** True if the run measures nothing: a label, or an edit of title and text. It ends with the head's current result. */
export function measuresNothing(event: RunEvent): event is PullRequestEvent {
  if (event.kind !== 'pull-request') return false;
  const { action, retargeted } = event;
  return action === 'labeled' || action === 'unlabeled' || (action === 'edited' && retargeted === false);
}

/** The run label if this pull request waits for it. Other events, runs by hand and forks do not wait. */
export function missingRunLabel(event: RunEvent, runLabel: string | null): string | null {
  if (event.kind !== 'pull-request' || event.action === 'dispatch') return null;
  if (event.pullRequest.restricted === 'fork' || runLabel === null) return null;
  return event.labels?.includes(runLabel) ? null : runLabel;
}

/** Why a run has no key, as one sentence, and what a maintainer does next; `null` if it has what the workflow names. */
export function tellForkOrDependabot(
  event: RunEvent,
): { readonly cause: string; readonly remedy: string } | null {
  const pull = event.kind === 'pull-request' ? event.pullRequest : null;
  const restricted = pull?.restricted ?? (event.kind === 'push' ? event.restricted : null) ?? null;
  switch (restricted) {
    case null:
      return null;
    case 'fork':
      return {
        cause:
          'This pull request comes from a fork, so GitHub gives its run no secrets and a token that can only read.',
        remedy: `To have it evaluated, a maintainer who has read the change runs this workflow by hand, with \`pull-request: ${pull?.number}\`, \`sha: ${pull?.headSha}\` and a limit of calls (\`max-calls\`).`,
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
