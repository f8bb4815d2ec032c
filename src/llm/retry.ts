import { setTimeout as sleep } from 'node:timers/promises';
import { createAbortError } from '../model/errors.js';
import type { CallFailure } from './provider-failure.js';

/** A timeout already cost a whole wait, so there is only one retry. A 408 answer costs less. */
const MAX_TIMEOUTS = 2;

/** Longest accepted wait for failures other than rate limits: one odd reply must not consume the run's time. */
const MAX_STATED_WAIT_MS = 60_000;

/** Without a stated wait: half a second, doubled each time up to this. */
const MAX_BACKOFF_MS = 30_000;
const MIN_BACKOFF_MS = 500;

/** An overloaded machine accepts requests eventually: enough tries for about five minutes. */
const MAX_OVERLOAD_TRIES = 40;
const MAX_OVERLOAD_BACKOFF_MS = 8_000;

/** Milliseconds until the next try after this many failures; `null` if there is none. */
export function planRetry(
  { error, retry, retryAfterMs, limit }: CallFailure,
  { failures, maxRetries, random }: { failures: number; maxRetries: number; random: () => number },
): number | null {
  const isTimeout = error.kind === 'timeout' && error.status === null;
  const tries = isTimeout ? Math.min(maxRetries + 1, MAX_TIMEOUTS) : maxRetries + 1;
  if (!retry || failures >= (limit === 'overload' ? MAX_OVERLOAD_TRIES : tries)) return null;
  const most = limit === 'overload' ? MAX_OVERLOAD_BACKOFF_MS : MAX_BACKOFF_MS;
  const wait =
    retryAfterMs === null
      ? Math.min(MIN_BACKOFF_MS * 2 ** (failures - 1), most)
      : Math.min(retryAfterMs, MAX_STATED_WAIT_MS);
  // Spreads the retries of calls that failed together.
  return Math.round(wait * (1 + random() / 4));
}

/** Waits for a promise; rejects with `ProviderError` on abort. */
export async function waitUntil(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(createAbortError(signal));
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Sleeps; rejects with `ProviderError` on abort. */
export async function sleepUnlessAborted(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => {
    throw createAbortError(signal);
  });
}
