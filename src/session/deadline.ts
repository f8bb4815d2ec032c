import { ProviderError } from '../ports/errors.js';

/** A signal that ends a run at its deadline or when it is cancelled, with the reason as a `ProviderError`. */
export type Deadline = Disposable & {
  readonly signal: AbortSignal;
  /** Sets the limit, in the place of an earlier one. It counts from when the deadline was made, so what is left may be 0. */
  start(timeoutMs: number): void;
  cancel(why: string): void;
  /** Milliseconds; infinite while no limit is set. */
  timeLeft(): number;
};

export function createDeadline(): Deadline {
  const controller = new AbortController();
  const madeAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let limit = Number.POSITIVE_INFINITY;
  return {
    signal: controller.signal,
    timeLeft: () => Math.max(0, madeAt + limit - performance.now()),
    start(timeoutMs) {
      limit = timeoutMs;
      clearTimeout(timer);
      timer = setTimeout(
        () => {
          const minutes = Math.round(timeoutMs / 6000) / 10;
          const spell = timeoutMs < 60_000 ? `${timeoutMs / 1000} s` : `${minutes} min`;
          controller.abort(
            new ProviderError(`the run's time limit of ${spell} was used up (limits.timeout)`, {
              kind: 'timeout',
            }),
          );
        },
        Math.max(0, madeAt + timeoutMs - performance.now()),
      );
    },
    cancel(why) {
      controller.abort(new ProviderError(why, { kind: 'aborted' }));
    },
    [Symbol.dispose]() {
      clearTimeout(timer);
    },
  };
}
