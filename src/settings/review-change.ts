import { findRenamed } from '../files/renames.js';
import { normalPath } from '../files/suite-path.js';
import type { FileReader } from '../ports/files.js';
import { aboutTarget, type SuiteSettings } from '../ports/settings.js';
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
  const [asks, asked] = [aboutTarget(now.target), aboutTarget(was.target)];
  const recorded =
    asked.live && !asks.live
      ? [
          `recorded answers (${asks.files.map(({ path }) => codeSpan(path)).join(', ')}) stand in for a live target`,
        ]
      : [];
  if (asked.prompt === null) return recorded;
  const path = normalPath(asked.prompt);
  const askedNow = asks.prompt === null ? null : normalPath(asks.prompt);
  if (askedNow === path) return recorded;
  const after = await files.head.read(path, 'anything');
  const before = await files.base.read(path, 'anything');
  if (before === null || after === before) return recorded;
  // A rename takes nothing away: the prompt is asked where it lies now.
  if (askedNow !== null && (await findRenamed(path, files)) === askedNow) return recorded;
  // Gone, or a link: a program that reads the prompt there, or under another name, gets what nobody asked.
  const what = after === null ? 'is no file any more' : 'changed';
  return [`${codeSpan(asked.prompt)} ${what} and is asked no more`, ...recorded];
}
