import type { FailureKind, ProviderError } from '../ports/errors.js';
import { restated } from './provider-failure.js';

/** Failures that a dead or wrongly addressed provider gives to every call. */
const OUTAGE_KINDS: ReadonlySet<FailureKind> = new Set(['unavailable', 'timeout', 'malformed']);

/** So many calls fail before the others are not made. */
const FIRST_CALLS = 20;

/** Opens for good when the first calls of a run all failed for the provider's sake and none has ever succeeded. */
export class OutageBreaker {
  /** What every further call fails with; `null` while there is hope. */
  outage: ProviderError | null = null;
  #failures = 0;
  #lives = false;

  succeeded(): void {
    this.#lives = true;
    this.outage = null;
  }

  /** A call failed after all of its retries. */
  failed(error: ProviderError): void {
    if (this.#lives || this.outage !== null || !OUTAGE_KINDS.has(error.kind)) return;
    if (++this.#failures < FIRST_CALLS) return;
    const before = `so did the ${FIRST_CALLS - 1} calls before it: no more are made`;
    this.outage = restated(error, `${error.message} (${before})`);
  }
}
