import { ProviderError } from '../ports/errors.js';
import { grouped } from '../text/counts.js';

/** What ended a run early: what its signal says, else what was thrown. Throws on what is no failure of a provider or limit. */
export function whatStopped(thrown: unknown, signal: AbortSignal): ProviderError {
  const reason: unknown = signal.aborted ? signal.reason : thrown;
  if (reason instanceof ProviderError) return reason;
  throw reason;
}

/** Limits of the run itself: with them it matters how far the run had come. */
const LIMITS: ReadonlySet<string> = new Set(['budget', 'timeout']);

/**
 * Why a run ended early, in one line: `the budget of 200 calls (max-calls) was used up after 61 of 90 answers`.
 *
 * @param progress.due answers that were to be had, `done` of them were; `of` says whose they are, empty for the head's.
 */
export function renderStop(
  error: ProviderError,
  progress: { readonly done: number; readonly due: number; readonly of: string },
): string {
  const { done, due, of } = progress;
  if (!LIMITS.has(error.kind)) return error.message;
  const answers = `${grouped(done)} of ${grouped(due)} answers${of}`;
  const where = done === due ? `, before failed ones were asked again` : '';
  return `${error.message} after ${answers}${where}`;
}
