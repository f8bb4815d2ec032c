import type { FailureKind, ProviderError } from '../ports/errors.js';
import { restated } from './provider-failure.js';

/** Failures that a dead or wrongly addressed provider gives to every call. */
const OUTAGE_KINDS: ReadonlySet<FailureKind> = new Set(['unavailable', 'timeout', 'malformed']);

/** So many fail before the others are not made. */
const FIRST_CALLS = 20;

/**
 * Tells when a provider is dead, so that a run does not wait for each of its calls to find out. Opens for good when the
 * first calls of a run all failed for the provider's sake and none has ever succeeded. Once one has, the provider lives,
 * and its bad minutes are for retries to bridge.
 */
export function createOutageBreaker() {
  let failures = 0;
  let lives = false;
  let outage: ProviderError | null = null;
  return {
    /** What every further call fails with; `null` while there is hope. */
    get outage(): ProviderError | null {
      return outage;
    },
    succeeded(): void {
      lives = true;
      outage = null;
    },
    /** A call failed after all of its retries. */
    failed(error: ProviderError): void {
      if (lives || outage !== null || !OUTAGE_KINDS.has(error.kind)) return;
      failures++;
      if (failures < FIRST_CALLS) return;
      const message = `${error.message} (so did the ${failures - 1} calls before it: no more are made)`;
      outage = restated(error, message);
    },
  };
}
