import { ProviderError } from '../model/errors.js';

/** A signal that ends a run at its deadline or when it is cancelled, with the reason as a `ProviderError`. */
export type Deadline = Disposable & {
  readonly signal: AbortSignal;
  /** Aborted shortly after a cancellation, which leaves time for the last updates. */
  readonly reportSignal: AbortSignal;
  /** Sets or replaces the limit. It counts from the deadline's creation, so nothing may be left. */
  start(timeoutMs: number): void;
  cancel(why: string): void;
  /** Milliseconds; infinite while no limit is set. */
  timeLeft(): number;
  /** The root cause of an error: the cancellation or the time limit, once that has happened. */
  findCause(thrown: unknown): unknown;
};

/** GitHub's runner kills a cancelled job after about ten seconds. */
const REPORT_GRACE_MS = 3_500;

export function createDeadline(): Deadline {
  const controller = new AbortController();
  const reportController = new AbortController();
  const madeAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let limit = Number.POSITIVE_INFINITY;
  let cutOff: NodeJS.Timeout | undefined;
  return {
    signal: controller.signal,
    reportSignal: reportController.signal,
    timeLeft: () => Math.max(0, madeAt + limit - performance.now()),
    start(timeoutMs) {
      limit = timeoutMs;
      clearTimeout(timer);
      timer = setTimeout(
        () => {
          const minutes = Math.round(timeoutMs / 6000) / 10;
          const limit = timeoutMs < 60_000 ? `${timeoutMs / 1000} s` : `${minutes} min`;
          controller.abort(
            new ProviderError(`the run reached its time limit of ${limit} (limits.timeout)`, {
              kind: 'timeout',
            }),
          );
        },
        Math.max(0, madeAt + timeoutMs - performance.now()),
      );
    },
    cancel(why) {
      const reason = new ProviderError(why, { kind: 'aborted' });
      controller.abort(reason);
      cutOff ??= setTimeout(() => reportController.abort(reason), REPORT_GRACE_MS);
    },
    findCause: (thrown) => (controller.signal.aborted ? controller.signal.reason : thrown),
    [Symbol.dispose]() {
      clearTimeout(timer);
      clearTimeout(cutOff);
    },
  };
}
