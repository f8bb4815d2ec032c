import type { FileReader } from '../ports/files.js';

type Sides = { readonly head: FileReader; readonly base: FileReader };

/** Of so many files in the place of one, nobody can say what it became. */
const MOST_CANDIDATES = 200;
/** git's own share of what two files have in common. */
const LEAST_SHARE = 0.5;
/** A new file with so much of the old one's text may be what it became, however much else is in it. */
const TAKEN_SHARE = 0.25;

/**
 * The path that a file of the base has at head, as git sees renames: it is gone, and a new file has at least half of its
 * text. `null` where it is still there in any form, where nothing resembles it, and where more than one new file took of it:
 * then it is for a person to say which of them is used.
 */
export async function findRenamed(from: string, { head, base }: Sides): Promise<string | null> {
  const text = await base.read(from, 'anything');
  const [now, was] = [await head.paths?.(), await base.paths?.()];
  if (text === null || now === undefined || was === undefined || isThere(from, now)) return null;
  const known = new Set(was);
  const added = now.filter((path) => !known.has(path));
  if (added.length > MOST_CANDIDATES) return null;
  const texts = await Promise.all(added.map((path) => head.read(path, 'anything')));
  const near = texts.map((other) => linesInCommon(text, other ?? ''));
  const alike = added.filter(
    (_, index) => (near[index] ?? 0) >= LEAST_SHARE * Math.max(text.length, texts[index]?.length ?? 0),
  );
  const takers = near.filter((common) => common >= TAKEN_SHARE * text.length);
  const [only, another] = alike;
  return only === undefined || another !== undefined || takers.length > 1 ? null : only;
}

/** True where a path still leads to something: a file, a link or a submodule of it, of a folder in it, or on the way to it. */
function isThere(path: string, paths: readonly string[]): boolean {
  return paths.some(
    (known) => known === path || known.startsWith(`${path}/`) || path.startsWith(`${known}/`),
  );
}

/** How many characters of whole lines both texts have. */
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
