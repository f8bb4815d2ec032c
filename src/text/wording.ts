const LIST_MARKS = new Set('-*+•‣◦–>#');
const OPENING_MARKS = new Set(' "\'“”„«»‘’`*_([{「『');
const CLOSING_MARKS = new Set(' "\'“”„«»‘’`*_)]}」』.!,:;…。！、，；：');

/**
 * The same statement however it is written down: NFC, single spaces, without outer list marks, quotes, emphasis and
 * punctuation. Digits, the case of names and negation stay as they are.
 */
export function bareWording(text: string): string {
  const line = text.normalize('NFC').replace(/\s+/g, ' ').trim();
  const start = endOfOuterMarks(line);
  let end = line.length;
  // From the outside in, each sign once: what an answer ends with may be very long.
  while (end > start && CLOSING_MARKS.has(line[end - 1] ?? '')) end -= 1;
  return end > start ? line.slice(start, end) : text.trim();
}

/** Where a line begins to say something: list marks count as outer ones where a space follows them. */
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
