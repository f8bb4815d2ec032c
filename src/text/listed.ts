const MOST = 12;
const LONGEST = 40;

/** A few of many words, for a reason: `a, b, c and 9 more`. */
export function listed(words: readonly string[]): string {
  const shown = words
    .slice(0, MOST)
    .map((word) => (word.length > LONGEST ? `${word.slice(0, LONGEST).toWellFormed()}…` : word));
  const more = words.length - shown.length;
  return more === 0 ? shown.join(', ') : `${shown.join(', ')} and ${more} more`;
}
