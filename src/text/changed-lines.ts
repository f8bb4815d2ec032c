import { listContentWords } from './words.js';

/** A line of a diff, by its sign. */
export type DiffedLine = {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
  /** From 1, in the new text; of a removed line in the old text. */
  readonly number: number;
  /** The line of the new text that is here now. */
  readonly newNumber: number;
};

/** A line that was added or removed. */
export type ChangedLine = DiffedLine & { readonly sign: '-' | '+' };

/** Cells of the largest table that is compared line by line: two texts of 2,000 lines. */
const MAX_CELLS = 4_000_000;

/** Both texts as one list of lines, removed ones before the added ones that replace them. */
export function diffLines(before: string, after: string): readonly DiffedLine[] {
  const [old, now] = [splitIntoLines(before), splitIntoLines(after)];
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start += 1;
  let end = 0;
  const maxEnd = Math.min(old.length, now.length) - start;
  while (end < maxEnd && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const buildUnchanged = (from: number, to: number) =>
    now.slice(from, to).map(
      (text, at): DiffedLine => ({
        sign: ' ',
        text,
        number: from + at + 1,
        newNumber: from + at + 1,
      }),
    );
  const middle = diffMiddle(old.slice(start, old.length - end), now.slice(start, now.length - end));
  return [
    ...buildUnchanged(0, start),
    ...middle.map((line) => ({
      ...line,
      number: line.number + start,
      newNumber: Math.max(1, Math.min(line.newNumber + start, now.length)),
    })),
    ...buildUnchanged(now.length - end, now.length),
  ];
}

function splitIntoLines(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
}

function diffMiddle(old: readonly string[], now: readonly string[]): readonly DiffedLine[] {
  const common = old.length * now.length > MAX_CELLS ? () => 0 : countCommonLines(old, now);
  const lines: DiffedLine[] = [];
  let from = 0;
  let to = 0;
  while (from < old.length || to < now.length) {
    const [was, is] = [old[from], now[to]];
    if (was !== undefined && was === is) {
      lines.push({ sign: ' ', text: was, number: to + 1, newNumber: to + 1 });
      from += 1;
      to += 1;
    } else if (was !== undefined && (is === undefined || common(from + 1, to) >= common(from, to + 1))) {
      lines.push({ sign: '-', text: was, number: from + 1, newNumber: to + 1 });
      from += 1;
    } else {
      lines.push({ sign: '+', text: is ?? '', number: to + 1, newNumber: to + 1 });
      to += 1;
    }
  }
  return lines;
}

/** How many lines the two lists have in common, in order, from two places to their ends. */
function countCommonLines(
  old: readonly string[],
  now: readonly string[],
): (from: number, to: number) => number {
  const width = now.length + 1;
  const counts = new Uint16Array((old.length + 1) * width);
  for (let from = old.length - 1; from >= 0; from -= 1) {
    for (let to = now.length - 1; to >= 0; to -= 1) {
      const at = from * width + to;
      counts[at] =
        old[from] === now[to]
          ? (counts[at + width + 1] ?? 0) + 1
          : Math.max(counts[at + width] ?? 0, counts[at + 1] ?? 0);
    }
  }
  return (from, to) => counts[from * width + to] ?? 0;
}

/**
 * The added and removed lines, by places of the file that changed. Blank lines, and lines that only changed their
 * spacing, are left out.
 */
export function listChangedPlaces(before: string, after: string): readonly (readonly ChangedLine[])[] {
  const places: ChangedLine[][] = [[]];
  for (const line of diffLines(before, after)) {
    if (isChanged(line)) places.at(-1)?.push(line);
    else if (places.at(-1)?.length !== 0) places.push([]);
  }
  return places.map(dropSpacingChanges).filter(({ length }) => length > 0);
}

/** The same as one list. */
export function listChangedLines(before: string, after: string): readonly ChangedLine[] {
  return listChangedPlaces(before, after).flat();
}

function isChanged(line: DiffedLine): line is ChangedLine {
  return line.sign !== ' ';
}

function dropSpacingChanges(lines: readonly ChangedLine[]): readonly ChangedLine[] {
  const foldSpacing = ({ text }: ChangedLine) => text.replaceAll(/\s+/g, ' ').trim();
  const collectTexts = (sign: ChangedLine['sign']) =>
    new Set(lines.filter((line) => line.sign === sign).map(foldSpacing));
  const texts = { '-': collectTexts('+'), '+': collectTexts('-') };
  return lines.filter((line) => foldSpacing(line) !== '' && !texts[line.sign].has(foldSpacing(line)));
}

/** Endings differ: `islands` and `island` are one word. */
const STEM_LENGTH = 5;

/**
 * Lines with those first that share the most words with a text; a word that few of the lines have counts more. Equal
 * ones stay in their order.
 */
export function sortBySharedWords<Line extends { readonly text: string }>(
  lines: readonly Line[],
  text: string,
): readonly Line[] {
  const textStems = listStems(text);
  const stems = new Map(lines.map((line) => [line, listStems(line.text)]));
  const uses = new Map<string, number>();
  for (const own of stems.values()) for (const stem of own) uses.set(stem, (uses.get(stem) ?? 0) + 1);
  const weighLine = (line: Line) =>
    [...(stems.get(line) ?? [])]
      .filter((stem) => textStems.has(stem))
      .reduce((sum, stem) => sum + 1 / (uses.get(stem) ?? 1), 0);
  return lines.toSorted((a, b) => weighLine(b) - weighLine(a));
}

/** True if the two texts share a word other than *the* and the like. */
export function sharesWords(one: string, other: string): boolean {
  const otherStems = listStems(other);
  return [...listStems(one)].some((stem) => otherStems.has(stem));
}

function listStems(text: string): ReadonlySet<string> {
  return new Set(listContentWords(text).map((word) => word.slice(0, STEM_LENGTH)));
}
