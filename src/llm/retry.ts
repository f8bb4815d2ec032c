import { abortErrorOf } from '../ports/errors.js';
import type { CallFailure } from './provider-failure.js';

/** A timeout has already cost a whole wait: one more is enough. A server that answers 408 has not cost that. */
const MOST_TIMEOUTS = 2;

/** Stated waits of failures that are no rate limit: one odd reply is not to take the run's time. */
const LONGEST_STATED_MS = 60_000;

/** Calls that were refused together do not come back together. */
const JITTER_MS = 250;

/** Where the provider says nothing: half a second, doubled each time, up to this. */
const LONGEST_BACKOFF_MS = 30_000;
const FIRST_BACKOFF_MS = 500;

/**
 * Milliseconds until a call is tried again which failed so often by now, the last time like this; `null` where it is
 * not: what failed does not pass by itself (`failureOfAnswer` says what does: 408, 409, 499, 5xx), or all tries are used up.
 */
export function planRetry(
  { error, retry, retryAfterMs }: CallFailure,
  { failures, maxRetries, random }: { failures: number; maxRetries: number; random: () => number },
): number | null {
  const tries =
    error.kind === 'timeout' && error.status === null
      ? Math.min(maxRetries + 1, MOST_TIMEOUTS)
      : maxRetries + 1;
  if (!retry || failures >= tries) return null;
  if (retryAfterMs === null) return backoffMs(failures, random);
  return withJitter(Math.min(retryAfterMs, LONGEST_STATED_MS), random);
}

export function withJitter(milliseconds: number, random: () => number): number {
  return Math.round(milliseconds + random() * JITTER_MS);
}

/**
 * Wait before try `failures + 1` where the provider does not say, with up to a quarter taken off by chance so that
 * calls which failed together do not come back together.
 */
export function backoffMs(failures: number, random: () => number): number {
  const full = Math.min(FIRST_BACKOFF_MS * 2 ** (failures - 1), LONGEST_BACKOFF_MS);
  return Math.round(full * (1 - random() / 4));
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
