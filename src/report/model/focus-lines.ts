import type { SignedLine } from './blocks.js';

/** Characters of a changed line that are shown if only a part of it differs. */
const MAX_LENGTH = 160;
/** Unchanged characters before and after the part that differs. */
const CONTEXT = 50;

/**
 * Shows of a long line and the line that replaces it the part in which they differ, such as a sentence in a message of
 * many. Lines are compared only if as many are removed as added.
 */
export function focusLines<Line extends SignedLine>(lines: readonly Line[]): readonly Line[] {
  const removed = lines.filter(({ sign }) => sign === '-');
  const added = lines.filter(({ sign }) => sign === '+');
  const isPaired = removed.length === added.length;
  return lines.map((line) => {
    const [own, other] = line.sign === '-' ? [removed, added] : [added, removed];
    const counterpart = isPaired ? other[own.indexOf(line)] : undefined;
    return counterpart === undefined ? line : { ...line, text: focusText(line.text, counterpart.text) };
  });
}

/** The part of a text that differs from another one, with `…` for what is left out; a short text as it is. */
function focusText(text: string, other: string): string {
  const own = [...text];
  const others = [...other];
  if (Math.max(own.length, others.length) <= MAX_LENGTH) return text;
  const shared = Math.min(own.length, others.length);
  let before = 0;
  while (before < shared && own[before] === others[before]) before += 1;
  let after = 0;
  while (after < shared - before && own.at(-1 - after) === others.at(-1 - after)) after += 1;
  const start = before <= CONTEXT ? 0 : before - CONTEXT;
  const end = Math.min(own.length, own.length - after + CONTEXT, start + MAX_LENGTH);
  return `${start === 0 ? '' : '…'}${own.slice(start, end).join('')}${end === own.length ? '' : '…'}`;
}
