const LIST_MARKS = new Set('-*+•‣◦–>#');
const OPENING_MARKS = new Set(' "\'“”„«»‘’`*_([{「『');
const CLOSING_MARKS = new Set(' "\'“”„«»‘’`*_)]}」』.!,:;…。！、，；：');

/**
 * A statement's normal form: NFC, single spaces, no outer list marks, quotes, emphasis or punctuation. Digits, case
 * and negation stay.
 */
export function bareWording(text: string): string {
  const line = text.normalize('NFC').replace(/\s+/g, ' ').trim();
  const start = endOfOuterMarks(line);
  let end = line.length;
  // From the outside in, each character once: an answer's end may be very long.
  while (end > start && CLOSING_MARKS.has(line[end - 1] ?? '')) end -= 1;
  return end > start ? line.slice(start, end) : text.trim();
}

/** The start of a line's content; list marks count only before a space. */
function endOfOuterMarks(line: string): number {
  let at = 0;
  for (;;) {
    let next = at;
    while (OPENING_MARKS.has(line[next] ?? '')) next += 1;
    let marks = next;
    while (LIST_MARKS.has(line[marks] ?? '')) marks += 1;
    if (marks > next && line[marks] === ' ') next = marks;
    if (next === at) return at;
    at = next;
  }
}
