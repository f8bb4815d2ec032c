import { setTimeout as sleep } from 'node:timers/promises';
import { abortErrorOf } from '../ports/errors.js';
import type { CallFailure } from './provider-failure.js';

/** A timeout has already cost a whole wait: one more is enough. A server that answers 408 has not cost that. */
const MOST_TIMEOUTS = 2;

/** Stated waits of failures that are no rate limit: one odd reply is not to take the run's time. */
const LONGEST_STATED_MS = 60_000;

/** If the provider says nothing: half a second, doubled each time, up to this. */
const LONGEST_BACKOFF_MS = 30_000;
const FIRST_BACKOFF_MS = 500;

/** An overloaded machine takes any request at some time: tried so often that it was given some five minutes. */
const OVERLOAD_TRIES = 40;
const OVERLOAD_BACKOFF_MS = 8_000;

/** Milliseconds until a call is tried again that failed so often by now, the last time like this; `null` if it is not. */
export function planRetry(
  { error, retry, retryAfterMs, limit }: CallFailure,
  { failures, maxRetries, random }: { failures: number; maxRetries: number; random: () => number },
): number | null {
  const isTimeout = error.kind === 'timeout' && error.status === null;
  const tries = isTimeout ? Math.min(maxRetries + 1, MOST_TIMEOUTS) : maxRetries + 1;
  if (!retry || failures >= (limit === 'overload' ? OVERLOAD_TRIES : tries)) return null;
  const most = limit === 'overload' ? OVERLOAD_BACKOFF_MS : LONGEST_BACKOFF_MS;
  const wait =
    retryAfterMs === null
      ? Math.min(FIRST_BACKOFF_MS * 2 ** (failures - 1), most)
      : Math.min(retryAfterMs, LONGEST_STATED_MS);
  // Calls that failed together do not come back together.
  return Math.round(wait * (1 + random() / 4));
}

/** Resolves after so many milliseconds; rejects with `ProviderError` at once when the signal is aborted. */
export async function abortableSleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => {
    throw abortErrorOf(signal);
  });
}
