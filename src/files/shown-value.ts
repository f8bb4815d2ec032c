const LONGEST_SHOWN = 60;

/** A value as an error message quotes it: one line, at most about 60 characters, no control characters. */
export function shownValue(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object' && value !== null) return 'a group of keys';
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return String(value);
  const text = JSON.stringify(value);
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN).toWellFormed()}…"`;
}

/** A name from outside as one unbroken Markdown code span. */
export function codeSpan(text: string): string {
  return `\`${text.replaceAll(/[`\s]/g, ' ').trim()}\``;
}
