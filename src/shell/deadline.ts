import { ProviderError } from '../model/errors.js';

/** A signal that ends a run at its deadline or when it is cancelled, with the reason as a `ProviderError`. */
export type Deadline = Disposable & {
  readonly signal: AbortSignal;
  start(timeoutMs: number): void;
  cancel(why: string): void;
};

export function createDeadline(): Deadline {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  return {
    signal: controller.signal,
    start(timeoutMs) {
      timer = setTimeout(() => {
        const minutes = Math.round(timeoutMs / 6000) / 10;
        const spell = timeoutMs < 60_000 ? `${timeoutMs / 1000} s` : `${minutes} min`;
        controller.abort(
          new ProviderError(`the run's time limit of ${spell} was used up (limits.timeout)`, {
            kind: 'timeout',
          }),
        );
      }, timeoutMs);
    },
    cancel(why) {
      controller.abort(new ProviderError(why, { kind: 'aborted' }));
    },
    [Symbol.dispose]() {
      clearTimeout(timer);
    },
  };
}
