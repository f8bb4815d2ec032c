import { ProviderError } from '../model/errors.js';
import { grouped } from '../text/counts.js';

/** The cause of a run's early end: its signal's reason, otherwise the exception. Rethrows other exceptions. */
export function whatStopped(thrown: unknown, signal: AbortSignal): ProviderError {
  const reason: unknown = signal.aborted ? signal.reason : thrown;
  if (reason instanceof ProviderError) return reason;
  throw reason;
}

/** Limits of the run itself. For these the message says how far the run got. */
const LIMITS: ReadonlySet<string> = new Set(['budget', 'timeout']);

/**
 * Reason for an early end in one line: `the budget of 200 calls (max-calls) was used up after 61 of 90 answers`.
 * @param progress.of the side; empty for the head.
 */
export function renderStop(
  error: ProviderError,
  progress: { readonly done: number; readonly due: number; readonly of: string },
): string {
  const { done, due, of } = progress;
  if (!LIMITS.has(error.kind)) return error.message;
  const answers = `${grouped(done)} of ${grouped(due)} answers${of}`;
  const where = done === due ? ', before failed ones were retried' : '';
  return `${error.message} after ${answers}${where}`;
}
