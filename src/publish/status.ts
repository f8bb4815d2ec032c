import type { CommitStatus, Statuses } from '../ports/github.js';
import { type PublishOutcome, publishing } from './outcome.js';

/** GitHub's limit of a status description. */
export const DESCRIPTION_LENGTH = 140;
/** Long names are cut here: a context has room for 255 characters. */
const SUITE_LENGTH = 100;

/** The status of a suite: what a branch protection rule names as required. */
export function statusContext(suite: string): string {
  return `prompt-regression/${cutText(oneLine(suite), SUITE_LENGTH)}`;
}

/** One line of at most 140 characters. */
export function fitDescription(text: string): string {
  return cutText(oneLine(text), DESCRIPTION_LENGTH);
}

/** Sets one commit status. */
export function publishStatus(statuses: Statuses, status: CommitStatus): Promise<PublishOutcome> {
  return publishing({ name: `Status ${status.context}`, permission: 'statuses: write' }, async () => {
    await statuses.set({ ...status, description: fitDescription(status.description) });
    return { status: 'published', url: status.targetUrl };
  });
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** Counts UTF-16 units, the strictest reading of "characters", and never cuts one in two. */
function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let cut = '';
  for (const character of text) {
    if (cut.length + character.length > limit - 1) break;
    cut += character;
  }
  return `${cut.trimEnd()}…`;
}
