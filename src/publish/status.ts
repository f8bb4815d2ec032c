import type { CommitStatus, OpenPullRequest, Statuses } from '../model/github.js';
import { sha256 } from '../text/hash.js';
import type { Redact } from '../text/redact.js';
import { cutText, plainLine } from '../text/values.js';
import { type PublishOutcome, publishing } from './outcome.js';
import { redactName } from './redact-value.js';

/** GitHub's limit of a status description. */
export const DESCRIPTION_LENGTH = 140;
/** Longer names are cut, and long folders shortened: a context may have 255 characters. */
const NAME_LENGTH = 100;
/** Longer branch names are shortened in a status. */
export const BRANCH_LENGTH = 50;

/**
 * A suite's name in the whole repository: two folders may each have a suite `support`. At the top it is the name alone.
 * @param directory The working directory, relative to the repository's top; empty at the top.
 */
export function suiteIdentity(suite: string, directory: string): string {
  return directory === '' ? suite : `${directory}/${suite}`;
}

/** The status of a suite, which a branch protection rule requires by name. */
export function statusContext(suite: string, directory: string, redact: Redact): string {
  const name = cutText(plainLine(redactName(suite, redact)), NAME_LENGTH);
  return `prompt-regression/${suiteIdentity(name, shorten(plainLine(redact(directory)), NAME_LENGTH))}`;
}

/** Two long names with the same beginning must differ. */
function shorten(name: string, limit: number): string {
  if (name.length <= limit) return name;
  const hash = sha256(name, 16);
  return `${cutText(name, limit)}${hash}`;
}

/**
 * The end of a status: the base branch. GitHub has one status per name and commit for all pull requests with that head,
 * and a pull request's base branch can change.
 */
export function baseNote(branch: string): string {
  return ` · against ${shorten(branch, BRANCH_LENGTH)}`;
}

/** True if a status names another base branch. */
export function isAgainstOther(description: string, branch: string): boolean {
  return / · against \S+$/.test(description) && !description.endsWith(baseNote(branch));
}

/** The base branch of a run, and the pull request. */
export type StatusBase = {
  readonly branch: string;
  /** `null` if a branch was checked, and no pull request. */
  readonly pullRequest: number | null;
};

/**
 * Reason and remedy if a success must not be set; else `null`. A success would also count for open pull requests with
 * this head into other branches, and for this one after a change of its base.
 */
export function whyNoSuccess(
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

/** One line of at most 140 characters that ends with the complete note. */
export function fitDescription(text: string, note = ''): string {
  return `${cutText(plainLine(text), DESCRIPTION_LENGTH - note.length)}${note}`;
}

/** Sets one commit status. */
export function publishStatus(
  statuses: Statuses,
  status: CommitStatus,
  note?: string,
): Promise<PublishOutcome> {
  return publishing(`Status ${status.context}`, () =>
    statuses.set({ ...status, description: fitDescription(status.description, note) }),
  );
}
