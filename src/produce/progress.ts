import type { Effects } from '../model/effects.js';
import { ProviderError } from '../model/errors.js';
import { grouped } from '../text/counts.js';

/** A log keeps every line, so there are few. A terminal replaces the last one. */
const LOG_EVERY_MS = 15_000;
const TERMINAL_EVERY_MS = 100;
/** Progress is shown while an answer is slow, too. */
const LOOKED_AT_EVERY_MS = 1_000;

/** Tells those who watch how far a run of samples is. */
export interface Progress {
  answered(): void;
  /** The agent gave no answer, so there is none to judge. */
  failed(): void;
  judged(): void;
  /** Nothing more will come: what stood on a terminal goes. */
  end(): void;
}

/**
 * `137/300 answers · 96 judged · 2 min left`, or `137/300 asked · 5 failed · …` after failures.
 * @param options.of the side if it is not the head: ` of the base`.
 */
export function createProgress(
  { total, of = '' }: { readonly total: number; readonly of?: string },
  { log, now }: Pick<Effects, 'log' | 'now'>,
): Progress {
  const startedAt = now().getTime();
  let toldAt = startedAt;
  let answered = 0;
  let judged = 0;
  let failed = 0;
  /** When the last one came in. */
  let doneAt = startedAt;
  const tell = (): void => {
    const at = now().getTime();
    const every = log.status === undefined ? LOG_EVERY_MS : TERMINAL_EVERY_MS;
    if (at - toldAt < every) return;
    toldAt = at;
    const done = judged + failed;
    // Without an answer there is no pace to extrapolate.
    const left =
      judged === 0 ? '' : renderLeft(((doneAt - startedAt) / done) * (total - done) - (at - doneAt));
    const line =
      [
        `${grouped(answered + failed)}/${grouped(total)} ${failed === 0 ? `answers${of}` : `asked${of}`}`,
        ...(failed === 0 ? [] : [`${grouped(failed)} failed`]),
        ...(answered === 0 ? [] : [`${grouped(judged)} judged`]),
      ].join(' · ') + left;
    if (log.status === undefined) log.info(line);
    else log.status(line);
  };
  const timer = setInterval(tell, LOOKED_AT_EVERY_MS).unref();
  return {
    answered() {
      answered += 1;
      tell();
    },
    failed() {
      failed += 1;
      doneAt = now().getTime();
      tell();
    },
    judged() {
      judged += 1;
      doneAt = now().getTime();
      tell();
    },
    end() {
      clearInterval(timer);
      log.status?.('');
    },
  };
}

/** Nothing once it took longer than that. */
function renderLeft(milliseconds: number): string {
  if (milliseconds <= 0) return '';
  const seconds = Math.ceil(milliseconds / 1000);
  return ` · ${seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} left`;
}

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
