/** setTimeout fires immediately above this. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The part of `Headers` that we read. */
export type HeaderReader = { get(name: string): string | null };

/** Headers that say when a limit resets. */
const RESET_HEADERS: readonly string[] = ['', '-requests', '-tokens'].map(
  (what) => `x-ratelimit-reset${what}`,
);

/** One part of a duration such as `1h2m3.5s` or `26 seconds`. */
const PART = /(\d+(?:\.\d+)?)\s?(ms|s|m|h)(?:ec(?:ond)?s?|in(?:ute)?s?|ours?)?(?![a-z])/gi;
const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** "Please try again in 1.2s", "Please retry after 26 seconds". */
const STATED_WAIT = new RegExp(
  `(?:try again|retry)(?: your request)? (?:in|after) ((?:${PART.source}\\s?)+)`,
  'i',
);
const MAX_MESSAGE_LENGTH = 2_000;

/**
 * The wait that a provider asks for, in milliseconds: from `retry-after-ms`, `retry-after`, the message, or a reset
 * header. `null` if it states none. A time is compared with the reply's own `date`, since this machine's clock may be
 * wrong.
 */
export function parseWait(
  { headers, message }: { readonly headers: HeaderReader; readonly message: string },
  clock: number,
): number | null {
  const sentAt = Date.parse(headers.get('date') ?? '');
  const now = Number.isNaN(sentAt) ? clock : sentAt;
  const wait =
    parseNumber(headers.get('retry-after-ms')) ??
    parseTime(headers.get('retry-after'), now) ??
    parseDuration(STATED_WAIT.exec(message.slice(0, MAX_MESSAGE_LENGTH))?.[1] ?? '') ??
    parseReset(headers, now);
  return wait === null ? null : Math.min(Math.max(0, Math.ceil(wait)), MAX_TIMER_MS);
}

/** The shortest of several: too short at worst. */
function parseReset(headers: HeaderReader, now: number): number | null {
  const waits = RESET_HEADERS.map((name) => parseTime(headers.get(name), now)).filter(
    (wait) => wait !== null,
  );
  return waits.length > 0 ? Math.min(...waits) : null;
}

/** Seconds, a date, seconds or milliseconds since 1970, or a duration such as `6m0s`: milliseconds from now. */
function parseTime(text: string | null, now: number): number | null {
  const number = parseNumber(text);
  if (number !== null) {
    if (number >= 1e11) return number - now;
    return number >= 1e9 ? number * 1000 - now : number * 1000;
  }
  const duration = parseDuration(text ?? '');
  if (duration !== null) return duration;
  const date = /[a-z]{3}/i.test(text ?? '') ? Date.parse(text ?? '') : Number.NaN;
  return Number.isNaN(date) ? null : date - now;
}

function parseDuration(text: string): number | null {
  if (text === '' || text.length > 100 || text.replace(PART, '').trim() !== '') return null;
  const parts = [...text.matchAll(PART)];
  return parts.reduce(
    (sum, [, amount, unit = '']) => sum + Number(amount) * (UNITS_MS[unit.toLowerCase()] ?? 0),
    0,
  );
}

function parseNumber(text: string | null): number | null {
  return text !== null && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : null;
}
