import type { CommitStatus, OpenPullRequest, StatusBase, StatusResult } from '../model/github.js';
import { cutText, shortenCommit, toPlainLine } from '../text/values.js';
import { formatLine, joinMarkdown, type Markdown, markdown, renderCodeSpan } from './markdown.js';

/** GitHub's limit for the description of a commit status. */
const MAX_DESCRIPTION_LENGTH = 140;

/** Of the status while the check runs. */
export const EVALUATING = 'Evaluating the answers';
/** Of the status that a run leaves if it was killed. */
export const ENDED_EARLY = 'The run ended before a decision; re-run it.';

/** Of the status of a pull request that waits for a label. */
export const describeLabelWait = (label: string) => `add the label ${label}`;

/** GitHub refuses characters above U+FFFF, such as emoji, in a status. */
const REFUSED_CHARACTERS = /[\u{10000}-\u{10FFFF}](?:[\u{10000}-\u{10FFFF}]|\u200D|\uFE0F)*/gu;

/** One line that GitHub accepts as the description of a status. */
export function fitDescription(text: string): string {
  return cutText(toPlainLine(text).replaceAll(REFUSED_CHARACTERS, '?'), MAX_DESCRIPTION_LENGTH);
}

/** Names of suites and folders stay different: each character is written as its number. */
export function fitContext(name: string): string {
  return name.replaceAll(
    /[\u{10000}-\u{10FFFF}]/gu,
    (character) => `u${character.codePointAt(0)?.toString(16)}`,
  );
}

/** Why no success is set: it would also count for another pull request, or for another base. `null` if it may be set. */
export function explainNoSuccess(
  openAtHead: readonly OpenPullRequest[],
  { branch, pullRequest }: StatusBase,
): string | null {
  const elsewhere = openAtHead.filter(({ baseRef }) => baseRef !== branch);
  const other = elsewhere.find(({ number }) => number === pullRequest) ?? elsewhere[0];
  if (other === undefined) return null;
  const { number, baseRef } = other;
  if (number === pullRequest) {
    return `pull request ${number} now goes into \`${baseRef}\`, but was compared with \`${branch}\`; run the check again`;
  }
  const same = `pull request ${number} has the same head commit and goes into \`${baseRef}\``;
  return pullRequest === null
    ? `${same}, so its own run has to set the status; let \`push\` start this workflow for \`${branch}\` alone`
    : `${same}, so one status would count for both; close it, or push a commit to one of them, then run the check again`;
}

/** Why this run leaves a status: the run of a pull request has set it. */
export function explainKeptStatus({
  state,
  pullRequest,
}: {
  readonly state: CommitStatus['state'];
  readonly pullRequest: number;
}): string {
  return `the run of pull request ${pullRequest} has set it to ${state}; run the check for that pull request`;
}

/** Why a status stays unknown: GitHub does not say which pull requests a success would count for. */
export function explainUnknownPulls(sha: string, cause: string): string {
  return `which pull requests have the head ${shortenCommit(sha)} is not known (${cause})`;
}

/** The same with its remedy. */
export function explainUnknownNoSuccess(sha: string, cause: string): string {
  return `${explainUnknownPulls(sha, cause)}; run the check again`;
}

/** Above the report, if the status is not green although the result is. */
export function renderNoSuccess(why: string): Markdown {
  return markdown`**No success is set:** ${formatLine(why)}.\n\n`;
}

/** An open pull request from a fork; `merges` if GitHub has a test merge. */
export type WaitingPull = {
  readonly number: number;
  readonly baseRef: string;
  readonly merges: boolean;
};

/** The status of a fork's suite, by the pull requests in which a watched file changed. */
export function describeForkStatus(pulls: readonly WaitingPull[]): string {
  if (pulls.length === 0) return 'no watched file changed';
  const unmerged = pulls.find(({ merges }) => !merges);
  if (unmerged !== undefined) {
    return `waiting: GitHub cannot merge pull request ${unmerged.number} into ${unmerged.baseRef} yet; resolve its conflicts`;
  }
  if (new Set(pulls.map(({ baseRef }) => baseRef)).size === 1) {
    const numbers = pulls.map(({ number }) => number).join(' and ');
    return `waiting for a maintainer: run the check by hand for pull request ${numbers}`;
  }
  const targets = pulls.map(({ number, baseRef }) => `${number} into ${baseRef}`).join(' and ');
  return `waiting for a maintainer: one commit in ${targets}; close all but one, then run the check`;
}

/** The job summary of the run that sets a fork's statuses. */
export function renderForkStatuses(run: {
  readonly sha: string;
  readonly pulls: readonly number[];
  readonly statuses: readonly (StatusResult & {
    readonly suite: string;
    /** True for another run's status, which stays. */
    readonly isKept: boolean;
  })[];
  readonly isWaiting: boolean;
}): Markdown {
  const { sha, pulls, statuses, isWaiting } = run;
  const lines = statuses.map(({ suite, state, description, isKept }) => {
    const result = isKept
      ? `${state}, as another run has set it. ${description}`
      : `${state}, ${description}`;
    return markdown`- ${renderCodeSpan(suite)}: ${formatLine(result)}`;
  });
  const how = isWaiting
    ? markdown`\n\nA maintainer who has read the change runs the check by hand (Actions, Run workflow) with ${renderCodeSpan(`pull-request: ${pulls[0]}`)}, ${renderCodeSpan(`sha: ${sha}`)} and a limit of calls.`
    : markdown``;
  const numbers = joinMarkdown(
    pulls.map((number) => markdown`#${number}`),
    ', ',
  );
  const commit = renderCodeSpan(shortenCommit(sha));
  return markdown`### Statuses of ${numbers}, from a fork, at ${commit}\n\n${joinMarkdown(lines, '\n')}${how}\n`;
}
