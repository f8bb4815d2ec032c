import { createHash } from 'node:crypto';
import type { CommitStatus, Statuses } from '../ports/github.js';
import { type PublishOutcome, publishing } from './outcome.js';

/** GitHub's limit of a status description. */
export const DESCRIPTION_LENGTH = 140;
/** Long names are cut here, and long folders shortened: a context has room for 255 characters. */
const NAME_LENGTH = 100;

/**
 * A suite as the whole repository knows it: two folders may each have a suite `support`, and neither may answer for the
 * other. At the top it is the name alone; a name has no `/`, so no two are the same.
 * @param directory The working directory, relative to the repository's top; empty at the top.
 */
export function suiteIdentity(suite: string, directory: string): string {
  return directory === '' ? suite : `${directory}/${suite}`;
}

/** The status of a suite: what a branch protection rule names as required. */
export function statusContext(suite: string, directory: string): string {
  const name = cutText(oneLine(suite), NAME_LENGTH);
  return `prompt-regression/${suiteIdentity(name, shortFolder(oneLine(directory)))}`;
}

/** Two long folders that begin alike stay two. */
function shortFolder(folder: string): string {
  if (folder.length <= NAME_LENGTH) return folder;
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  return `${cutText(folder, NAME_LENGTH)}${hash}`;
}

/** One line of at most 140 characters, the note whole at its end. */
export function fitDescription(text: string, note = ''): string {
  return `${cutText(oneLine(text), DESCRIPTION_LENGTH - note.length)}${note}`;
}

/** Sets one commit status. */
export function publishStatus(
  statuses: Statuses,
  status: CommitStatus,
  note?: string,
): Promise<PublishOutcome> {
  return publishing(`Status ${status.context}`, async () => {
    await statuses.set({ ...status, description: fitDescription(status.description, note) });
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
