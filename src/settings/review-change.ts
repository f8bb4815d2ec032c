import { normalPath } from '../files/readers.js';
import type { ReviewReason } from '../model/notes.js';
import type { FileReader } from '../model/repository.js';
import type { Suite } from '../model/suite.js';
import { aboutTarget } from '../model/target-settings.js';

/**
 * Reason why another target needs human review: no program can tell whether recorded answers come from the target, or
 * how an unused prompt would behave.
 */
export async function reviewTarget(
  now: Suite,
  was: Suite,
  files: { readonly head: FileReader; readonly base: FileReader },
): Promise<readonly ReviewReason[]> {
  const [asks, asked] = [aboutTarget(now.target), aboutTarget(was.target)];
  const recorded: readonly ReviewReason[] =
    asked.live && !asks.live ? [{ kind: 'recorded-target', paths: asks.files.map(({ path }) => path) }] : [];
  if (asked.prompt === null) return recorded;
  const path = normalPath(asked.prompt);
  const askedNow = asks.prompt === null ? null : normalPath(asks.prompt);
  if (askedNow === path) return recorded;
  const after = await files.head.read(path, 'anything');
  const before = await files.base.read(path, 'anything');
  if (before === null || after === before) return recorded;
  // A renamed prompt is still in use.
  if (askedNow !== null && (await findRenamed(path, files)) === askedNow) return recorded;
  // It is gone or a link, so a program that reads the prompt there gets a text that was not tested.
  return [{ kind: 'prompt-not-asked', path: asked.prompt, gone: after === null }, ...recorded];
}

type Sides = { readonly head: FileReader; readonly base: FileReader };

/** The share of common text at which git sees a rename. */
const LEAST_SHARE = 0.5;
/** A new file with this share of the old one's text may be its successor. */
const TAKEN_SHARE = 0.25;

/**
 * The head's path of a base file, by git's rule for renames: it is gone, and one new file has at least half of its
 * text. `null` if no file or several do, which needs human review.
 */
export async function findRenamed(from: string, { head, base }: Sides): Promise<string | null> {
  const text = await base.read(from, 'anything');
  const [now, was] = [await head.paths?.(), await base.paths?.()];
  if (text === null || now === undefined || was === undefined || now.includes(from)) return null;
  const known = new Set(was);
  const added = now.filter((path) => !known.has(path));
  const texts = await Promise.all(added.map((path) => head.read(path, 'anything')));
  const near = texts.map((other) => linesInCommon(text, other ?? ''));
  const [only, another] = added.filter((_, index) => (near[index] ?? 0) >= TAKEN_SHARE * text.length);
  const found = only === undefined ? '' : (texts[added.indexOf(only)] ?? '');
  const isAlike = linesInCommon(text, found) >= LEAST_SHARE * Math.max(text.length, found.length);
  return only === undefined || another !== undefined || !isAlike ? null : only;
}

/** Number of characters in whole lines that both texts have. */
function linesInCommon(a: string, b: string): number {
  const left = new Map<string, number>();
  for (const line of a.split('\n')) left.set(line, (left.get(line) ?? 0) + 1);
  let common = 0;
  for (const line of b.split('\n')) {
    const count = left.get(line) ?? 0;
    if (count === 0) continue;
    left.set(line, count - 1);
    common += line.length + 1;
  }
  return Math.min(common, a.length, b.length);
}
