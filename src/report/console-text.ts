import { counted } from '../text/counts.js';
import { oneLine } from '../text/values.js';
import { askedInstead } from './case-changes.js';
import { renderFirst } from './figures.js';
import { excerpt, LONGEST_OWN_LINE } from './markdown/markdown.js';
import { visibleText } from './markdown/visible-text.js';

const BREAK = '\u200b';

/**
 * Text for a terminal or a workflow's log, several lines allowed: control characters are made visible, and no line is
 * a workflow command (`::error::`, `##[group]`), which a runner would obey whoever printed it.
 */
export function inertForLog(text: string): string {
  return visibleText(text)
    .replace(/^([^\S\n]*:)(?=:)/gm, `$1${BREAK}`)
    .replace(/##(?=\w*\[)/g, `##${BREAK}`);
}

/** One line of `inertForLog`. */
export function consoleLine(text: string): string {
  return inertForLog(oneLine(text));
}

const LINE_CHARACTERS = 300;
export const NAME_CHARACTERS = 60;
const MOST_NAMES = 6;

export const COLOURS = { red: 31, green: 32, yellow: 33, grey: 90, bold: 1 } as const;

/** Text in a colour, where the terminal shows any. */
export type Paint = (text: string, colour: keyof typeof COLOURS) => string;

/** One line of a terminal of at most so many characters, with what was left out in words. */
export function shortened(text: string, limit = LINE_CHARACTERS): string {
  const { text: shown, remark } = excerpt(consoleLine(text), limit);
  return remark === null ? shown : `${shown}… (${remark})`;
}

/** The same of our own words. */
export function ownLine(text: string): string {
  return shortened(text, LONGEST_OWN_LINE);
}

type Named = { readonly id: string; readonly input: string };

/** A case by its id, or by what was asked where nobody gave one. */
export function caseName(row: Named): string {
  return shortened(askedInstead(row) ?? row.id, NAME_CHARACTERS);
}

/** `a, b and c`; of many the first, and how many more. */
export function renderCaseNames(cases: readonly Named[]): string {
  return renderFirst(cases, MOST_NAMES, caseName);
}

/** `  3 more cases changed`, where there are more. */
export function countedRest(count: number, noun: string, what: string): string[] {
  return count > 0 ? [`  ${counted(count, noun)} ${what}`] : [];
}

/** Columns under their heads: names to the left, numbers to the right. */
export function renderTable(rows: readonly (readonly string[])[]): string[] {
  const length = (text: string) => [...text].length;
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => length(row[column] ?? ''))));
  return rows.map((row) => {
    const cells = row.map((cell, column) => {
      const pad = ' '.repeat((widths?.[column] ?? 0) - length(cell));
      return column === 0 ? `${cell}${pad}` : `${pad}${cell}`;
    });
    return `  ${cells.join('  ')}`;
  });
}
