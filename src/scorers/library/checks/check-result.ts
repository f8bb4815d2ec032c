import { graphemesOf } from '../../../text/graphemes.js';

/** What a check found: whether the answer is as expected, and why, in one line. */
export type CheckResult = { readonly passed: boolean; readonly reason: string };

const LONGEST_SHOWN = 80;

/** A text as a reason quotes it: one line, in quotation marks, at most about 80 characters. */
export function quoted(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  if (line === '') return 'nothing';
  if (line.length <= LONGEST_SHOWN) return `“${line}”`;
  let shown = '';
  // One character of a reader may be of any length; more than this much is not looked at.
  for (const sign of graphemesOf(line.slice(0, 4 * LONGEST_SHOWN))) {
    if (shown.length + sign.length > LONGEST_SHOWN) break;
    shown += sign;
  }
  return `“${shown}…”`;
}
