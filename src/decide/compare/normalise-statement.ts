const LIST_MARKS = /^(?:[-*+•·▪◦‣–>#]{1,6} )+/u;
const OPENING = new Set('"\'“‘«„(*_`¿¡「『 ');
const CLOSING = new Set('.,;:!…。！、，；："\'”’»)*_`」』 ');

/**
 * The same statement however it is written down: NFC, single spaces, without outer list marks, quotes, emphasis and
 * final punctuation. Digits, the case of names and negation stay as they are.
 */
export function normaliseStatement(text: string): string {
  const spaced = text.normalize('NFC').replace(/\s+/gu, ' ').trim();
  const unlisted = spaced.replace(LIST_MARKS, '');
  // By hand: a pattern for trailing marks takes quadratic time on a long row of them.
  let start = 0;
  let end = unlisted.length;
  while (end > start && CLOSING.has(unlisted.charAt(end - 1))) end -= 1;
  while (start < end && OPENING.has(unlisted.charAt(start))) start += 1;
  return start === end ? spaced : unlisted.slice(start, end);
}
