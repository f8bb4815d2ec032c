import { codeSpan } from '../../text/values.js';

const MOST_NAMED = 5;

/** A few of many foreign names, in backticks: `a.md`, `b.md` and 3 more. */
export function renderNames(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).map(codeSpan).join(', ');
  return names.length > MOST_NAMED ? `${shown} and ${names.length - MOST_NAMED} more` : shown;
}
