import { visibleText } from './markdown/visible-text.js';

const BREAK = '\u200b';

/**
 * Text for a terminal or a workflow's log, several lines allowed: control characters are made visible, and no line is
 * a workflow command (`::error::`, `##[group]`), which a runner would obey whoever printed it.
 */
export function inertForLog(text: string): string {
  return visibleText(text)
    .replace(/^(\s*:)(?=:)/gm, `$1${BREAK}`)
    .replace(/##(?=\w*\[)/g, `##${BREAK}`);
}

/** One line of `inertForLog`. */
export function consoleLine(text: string): string {
  return inertForLog(text.replace(/\s+/g, ' ').trim());
}
