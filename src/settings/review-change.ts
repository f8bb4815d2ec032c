import { isDeepStrictEqual } from 'node:util';
import { findRenamed } from '../files/renames.js';
import { normalPath } from '../files/suite-path.js';
import type { FileEntry, FileReader } from '../ports/files.js';
import type { SuiteSettings } from '../ports/settings.js';
import { codeSpan } from '../text/values.js';

/**
 * Why a person has to look at what a suite asks now, one phrase each: no program can tell whether answers that were
 * recorded are the target's, nor what a prompt does that nobody asks.
 */
export async function reviewTarget(
  now: SuiteSettings,
  was: SuiteSettings,
  files: { readonly head: FileReader; readonly base: FileReader },
): Promise<readonly string[]> {
  const [asks, asked] = [now.target, was.target];
  const recorded =
    asks.kind === 'recorded' && asked.kind !== 'recorded'
      ? [`recorded answers (${codeSpan(asks.recorded)}) stand in for a live target`]
      : [];
  if (asked.kind !== 'prompt') return recorded;
  const path = normalPath(asked.prompt);
  if (asks.kind === 'prompt' && normalPath(asks.prompt) === path) return recorded;
  const after = await files.head.read(path, 'anything');
  const before = await files.base.read(path, 'anything');
  if (before === null || after === before) return recorded;
  // A rename takes nothing away: the prompt is asked where it lies now.
  if (asks.kind === 'prompt' && (await findRenamed(path, files)) === normalPath(asks.prompt)) return recorded;
  // Gone, or a link: a program that reads the prompt there, or under another name, gets what nobody asked.
  const what = after === null ? 'is no file any more' : 'changed';
  return [`${codeSpan(asked.prompt)} ${what} and is asked no more`, ...recorded];
}

/**
 * Why a person has to look where baselines lie in a folder of the checkout: what the pull request puts there, or in the
 * way to it, would be what it is held against. One phrase, or none.
 * @param folder the store's, from the repository's top.
 */
export function reviewStore(
  folder: string,
  files: { readonly head: readonly FileEntry[]; readonly base: readonly FileEntry[] },
): readonly string[] {
  const within = (entries: readonly FileEntry[]) =>
    new Map(
      entries
        .filter(
          ({ path }) => path === folder || path.startsWith(`${folder}/`) || folder.startsWith(`${path}/`),
        )
        .map(({ path, blob }) => [path, blob]),
    );
  return isDeepStrictEqual(within(files.head), within(files.base))
    ? []
    : [`the pull request changes files of ${codeSpan(folder)}, the folder that its baseline is read from`];
}
