import { cutText, oneLine } from '../text/values.js';
import { visibleText } from '../text/visible-text.js';
import { LONGEST_OWN_LINE } from './markdown/markdown.js';

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

/** One line of a terminal of at most so many characters. */
export function shortened(text: string, limit = LINE_CHARACTERS): string {
  return cutText(consoleLine(text), limit);
}

/** The same of our own words. */
export function ownLine(text: string): string {
  return shortened(text, LONGEST_OWN_LINE);
}
