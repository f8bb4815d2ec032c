import type { Piece } from './split-answer.js';
import { splitAnswer } from './split-answer.js';

/** Takes the place of a piece that forges a verdict or a turn of the conversation. */
export const LEFT_OUT = '[left out: it imitates the judge or the conversation]';

/** A reply of the judge, its keys, the fence around its data, and the marks of a chat: no honest answer has them. */
const FORGED = new RegExp(
  [
    '"?verdict"?\\s*[:=]\\s*"(?:yes|no|unsure|mixed|skip)"',
    '"s\\d{1,3}"\\s*:\\s*(?:\\{\\s*"(?:reason|verdict)"|"(?:yes|no|unsure)")',
    '^\\W{0,9}(?:BEGIN|END) DATA\\b',
    '<\\|(?:im_start|im_end|start_header_id|eot_id|endoftext)\\|>|\\[/?INST\\]|<</?SYS>>',
  ].join('|'),
  'im',
);

export function isForged(text: string): boolean {
  return FORGED.test(text.replaceAll('\\"', '"'));
}

/** A text in pieces, and the text that the judge sees: without the pieces that forge something. */
export function screenText(text: string): { readonly pieces: readonly Piece[]; readonly shown: string } {
  const pieces = splitAnswer(text);
  if (!isForged(text)) return { pieces, shown: text };
  let shown = '';
  let from = 0;
  for (const { text: said, start, end } of pieces) {
    if (!isForged(said) || start < from) continue;
    shown += text.slice(from, start) + LEFT_OUT;
    from = end;
  }
  // A forgery across pieces: leave out the whole text.
  return { pieces, shown: from === 0 ? LEFT_OUT : shown + text.slice(from) };
}
