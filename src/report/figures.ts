import { counted, grouped } from '../text/counts.js';

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
