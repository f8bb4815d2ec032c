/** setTimeout fires at once above this. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The part of `Headers` that is read. */
export type HeaderReader = { get(name: string): string | null };

/**
 * Where providers say when a limit is free again, each beside the header that says what is left of it. OpenAI and those
 * who follow it give spells (`1s`, `6m0s`, `20ms`), Azure seconds, Anthropic a time, OpenRouter milliseconds since 1970.
 */
const RESETS: readonly string[] = [
  ...['', '-requests', '-tokens'].map((what) => `x-ratelimit-*${what}`),
  ...['requests', 'tokens', 'input-tokens', 'output-tokens'].map((what) => `anthropic-ratelimit-${what}-*`),
  'ratelimit-*',
];

/** One part of a spell such as `1h2m3.5s` or `26 seconds`. */
const PART = /(\d+(?:\.\d+)?)\s?(milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|h)(?![a-z])/gi;

/** What a provider says of a wait stands near the beginning, and is short; the rest may be anything. */
const LONGEST_MESSAGE = 2_000;
const LONGEST_SPELL = 100;

/** "Please try again in 1.2s", "Please retry after 26 seconds". */
const SAID = new RegExp(`(?:try again|retry)(?: your request)? (?:in|after) ((?:${PART.source}\\s?)+)`, 'i');

/**
 * How long a provider asks to wait, in milliseconds: `retry-after-ms`; `retry-after` as seconds or as an HTTP date; the
 * message; else the header that tells when a limit which is used up is free again. `null` where it does not say, or
 * says nonsense.
 */
export function parseWait(
  { headers, message }: { readonly headers: HeaderReader; readonly message: string },
  now: number,
): number | null {
  const milliseconds = parseNumber(headers.get('retry-after-ms'));
  if (milliseconds !== null) return bounded(milliseconds);
  const wait =
    parseTime(headers.get('retry-after'), now) ??
    parseSpell(SAID.exec(message.slice(0, LONGEST_MESSAGE))?.[1]) ??
    parseReset(headers, now);
  return wait === null ? null : bounded(wait);
}

/** The longest wait among the limits of which nothing is left; else the shortest, which is too short at worst. */
function parseReset(headers: HeaderReader, now: number): number | null {
  const limits = RESETS.flatMap((name) => {
    const wait = parseTime(headers.get(name.replace('*', 'reset')), now);
    const left = parseNumber(headers.get(name.replace('*', 'remaining')));
    return wait === null ? [] : [{ wait, usedUp: left === 0 }];
  });
  const usedUp = limits.filter((limit) => limit.usedUp).map(({ wait }) => wait);
  if (usedUp.length > 0) return Math.max(...usedUp);
  return limits.length > 0 ? Math.min(...limits.map(({ wait }) => wait)) : null;
}

/** Seconds, a date, seconds or milliseconds since 1970, or a spell such as `6m0s`: milliseconds from now. */
function parseTime(text: string | null, now: number): number | null {
  const number = parseNumber(text);
  if (number !== null) {
    if (number >= 1e11) return number - now;
    return number >= 1e9 ? number * 1000 - now : number * 1000;
  }
  const spell = parseSpell(text);
  if (spell !== null) return spell;
  if (text === null || !/[a-z]{3}|\d{4}-\d\d-\d\d[T ]/i.test(text)) return null;
  // HTTP's dates are of Greenwich, also where they do not say so; else it would be taken for the machine's own time.
  const isZoneless = /(?<![+-])\d\d:\d\d(:[\d.]+)?( \d{4})?\s*$/.test(text);
  const date = Date.parse(isZoneless ? `${text.trim()}Z` : text);
  return Number.isNaN(date) ? null : date - now;
}

function parseSpell(text: string | null | undefined): number | null {
  if (text === null || text === undefined || text.length > LONGEST_SPELL) return null;
  if (text.replace(PART, '').trim() !== '') return null;
  const parts = [...text.matchAll(PART)].map(([, amount, unit = '']) => Number(amount) * unitMs(unit));
  return parts.length > 0 ? parts.reduce((sum, part) => sum + part, 0) : null;
}

function unitMs(unit: string): number {
  if (/^m(s|illi)/i.test(unit)) return 1;
  return { s: 1000, m: 60_000, h: 3_600_000 }[unit.charAt(0).toLowerCase()] ?? 0;
}

function parseNumber(text: string | null): number | null {
  return text !== null && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : null;
}

function bounded(milliseconds: number): number {
  return Math.min(Math.max(0, Math.ceil(milliseconds)), LONGEST_TIMER_MS);
}
