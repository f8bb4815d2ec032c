import { abortErrorOf } from '../ports/errors.js';

/** Where the provider says nothing: half a second, doubled each time, up to this. */
const LONGEST_BACKOFF_MS = 30_000;
const FIRST_BACKOFF_MS = 500;

/** setTimeout fires at once above this. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The part of `Headers` that is read. */
export type HeaderReader = { get(name: string): string | null };

/**
 * How long a provider asks to wait, in milliseconds: `retry-after-ms`, or `retry-after` as seconds or as an HTTP date.
 * `null` where it does not say, or says nonsense.
 */
export function parseRetryAfter(headers: HeaderReader, now: number): number | null {
  const milliseconds = parseNumber(headers.get('retry-after-ms'));
  if (milliseconds !== null) return bounded(milliseconds);
  const text = headers.get('retry-after');
  const seconds = parseNumber(text);
  if (seconds !== null) return bounded(seconds * 1000);
  const date = text === null || !/[a-z]{3}/i.test(text) ? Number.NaN : Date.parse(text);
  return Number.isNaN(date) ? null : bounded(date - now);
}

/**
 * Wait before try `failures + 1` where the provider does not say, with up to a quarter taken off by chance so that
 * calls which failed together do not come back together.
 */
export function backoffMs(failures: number, random: () => number): number {
  const full = Math.min(FIRST_BACKOFF_MS * 2 ** (failures - 1), LONGEST_BACKOFF_MS);
  return Math.round(full * (1 - random() / 4));
}

function parseNumber(text: string | null): number | null {
  return text !== null && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : null;
}

function bounded(milliseconds: number): number {
  return Math.min(Math.max(0, Math.ceil(milliseconds)), LONGEST_TIMER_MS);
}

/** Resolves after so many milliseconds; rejects with `ProviderError` at once when the signal is aborted. */
export function abortableSleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(abortErrorOf(signal));
      return;
    }
    const leave = () => {
      clearTimeout(timer);
      reject(abortErrorOf(signal));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', leave, { once: true });
  });
}
