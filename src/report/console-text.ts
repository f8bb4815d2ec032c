import { oneLine } from '../text/values.js';
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
