import type { Log } from '../model/effects.js';
import { ProviderError } from '../model/errors.js';
import { formatNumber } from '../text/values.js';

/** A log keeps every line, so there are few. A terminal replaces the last one. */
const LOG_INTERVAL_MS = 15_000;
const TERMINAL_INTERVAL_MS = 100;
/** Progress is shown while an answer is slow, too. */
const TIMER_INTERVAL_MS = 1_000;

export interface Progress {
  /** `failed`: there is no answer, so nothing to judge. */
  count(step: 'answered' | 'failed' | 'judged'): void;
  end(): void;
}

type LineOutput = { readonly log: Log; readonly now: () => Date };

/** Shows a line now and then: often on a terminal, which replaces the last one, and seldom in a log. */
export function createLiveLine({ log, now }: LineOutput) {
  let shownAt = now().getTime();
  return {
    show(render: () => string): void {
      const at = now().getTime();
      if (at - shownAt < (log.status === undefined ? LOG_INTERVAL_MS : TERMINAL_INTERVAL_MS)) return;
      shownAt = at;
      const write = log.status ?? log.info;
      write(render());
    },
    end: () => log.status?.(''),
  };
}

/**
 * `137/300 answers · 96 judged · 2 min left`, or `137/300 asked · 5 failed · …` after failures.
 * @param options.of the side if it is not the head: ` of the base`.
 */
export function createProgress(
  { total, of = '' }: { readonly total: number; readonly of?: string },
  output: LineOutput,
): Progress {
  const { now } = output;
  const startedAt = now().getTime();
  const counts = { answered: 0, failed: 0, judged: 0 };
  const line = createLiveLine(output);
  const render = (): string => {
    const { answered, failed, judged } = counts;
    const done = judged + failed;
    const parts = [
      `${formatNumber(answered + failed)}/${formatNumber(total)} ${failed === 0 ? 'answers' : 'asked'}${of}`,
      ...(failed === 0 ? [] : [`${formatNumber(failed)} failed`]),
      ...(answered === 0 ? [] : [`${formatNumber(judged)} judged`]),
      // Failures alone give no pace to extrapolate.
      ...(judged === 0 || done === total
        ? []
        : [renderTimeLeft(((now().getTime() - startedAt) / done) * (total - done))]),
    ];
    return parts.join(' · ');
  };
  const show = () => line.show(render);
  const timer = setInterval(show, TIMER_INTERVAL_MS).unref();
  return {
    count(step) {
      counts[step] += 1;
      show();
    },
    end() {
      clearInterval(timer);
      line.end();
    },
  };
}

function renderTimeLeft(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} left`;
}

/** The cause of a run's early end: its signal's reason, otherwise the exception. Rethrows other exceptions. */
export function findStopCause(thrown: unknown, signal: AbortSignal): ProviderError {
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
  const answers = `${formatNumber(done)} of ${formatNumber(due)} answers${of}`;
  const where = done === due ? ', before failed ones were retried' : '';
  return `${error.message} after ${answers}${where}`;
}
