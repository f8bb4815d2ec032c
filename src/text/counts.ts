import { cutText } from './values.js';

/** A number as `1,200`. By hand, since the first `toLocaleString` of a process takes 20 ms. */
export function grouped(count: number): string {
  return String(count).replace(/(?<!\.\d*)\B(?=(\d{3})+(?!\d))/gu, ',');
}

/** `1 case`, `1,200 cases`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : plural}`;
}

const MOST_LISTED = 12;
const LONGEST_LISTED = 40;

/** Some of many words: `a, b, c and 9 more`. */
export function listed(words: readonly string[]): string {
  const shown = words.slice(0, MOST_LISTED).map((word) => cutText(word, LONGEST_LISTED));
  const more = words.length - shown.length;
  return more === 0 ? shown.join(', ') : `${shown.join(', ')} and ${more} more`;
}

/** Names in a row: `a`, `a and b`, `a, b and c`. */
export function renderList(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** The first of many: `a, b and 9 more`; with a noun `a, b and 9 more cases`. */
export function renderFirst<T>(
  all: readonly T[],
  most: number,
  render: (one: T) => string,
  noun?: string,
): string {
  const more = all.length - most;
  const rest = noun === undefined ? `${grouped(more)} more` : counted(more, `more ${noun}`);
  return renderList([...all.slice(0, most).map(render), ...(more > 0 ? [rest] : [])]);
}
