import type { CommitStatus, OpenPullRequest, Statuses } from '../ports/github.js';
import { sha256 } from '../text/hash.js';
import type { Redact } from '../text/redact.js';
import { cutText, plainLine } from '../text/values.js';
import { type PublishOutcome, publishing } from './outcome.js';
import { redactName } from './redact-value.js';

/** GitHub's limit of a status description. */
export const DESCRIPTION_LENGTH = 140;
/** Long names are cut here, and long folders shortened: a context has room for 255 characters. */
const NAME_LENGTH = 100;
/** Longer names of branches are shortened where a status names them. */
export const BRANCH_LENGTH = 50;

/**
 * A suite as the whole repository knows it: two folders may each have a suite `support`, and neither may answer for the
 * other. At the top it is the name alone; a name has no `/`, so no two are the same.
 * @param directory The working directory, relative to the repository's top; empty at the top.
 */
export function suiteIdentity(suite: string, directory: string): string {
  return directory === '' ? suite : `${directory}/${suite}`;
}

/** The status of a suite: what a branch protection rule names as required. */
export function statusContext(suite: string, directory: string, redact: Redact): string {
  const name = cutText(plainLine(redactName(suite, redact)), NAME_LENGTH);
  return `prompt-regression/${suiteIdentity(name, shorten(plainLine(redact(directory)), NAME_LENGTH))}`;
}

/** Two long names that begin alike stay two. */
function shorten(name: string, limit: number): string {
  if (name.length <= limit) return name;
  const hash = sha256(name, 16);
  return `${cutText(name, limit)}${hash}`;
}

/**
 * The end of a status: the branch that the head was held against. GitHub has one status of a name on a commit, and it
 * counts for every pull request with that head, into whatever branch; and a pull request may be turned to another one.
 */
export function baseNote(branch: string): string {
  return ` · against ${shorten(branch, BRANCH_LENGTH)}`;
}

/** True if a status says that it was held against another branch than this one. */
export function isAgainstOther(description: string, branch: string): boolean {
  return / · against \S+$/.test(description) && !description.endsWith(baseNote(branch));
}

/** What a run holds a head against, and for which pull request. */
export type StatusBase = {
  readonly branch: string;
  /** `null` if a branch was checked, and no pull request. */
  readonly pullRequest: number | null;
};

/**
 * Why a success against this branch must not stand on a head, as a phrase that says what to do; `null` if it may. It
 * would count for the open pull requests into other branches too, if nobody decided anything: for this one, turned to
 * another branch meanwhile, and for any that has the same head.
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
    return `pull request ${number} goes into \`${baseRef}\` now, and was held against \`${branch}\`; run the check again`;
  }
  const same = `pull request ${number} has the same head commit and goes into \`${baseRef}\``;
  return pullRequest === null
    ? `${same}, so its own run has to set the status; let \`push\` start this workflow for \`${branch}\` alone`
    : `${same}, and one status would count for both; close it, or push a commit to one of them, then run the check again`;
}

/** One line of at most 140 characters, the note whole at its end. */
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
