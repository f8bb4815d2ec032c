import { abortErrorOf } from '../ports/errors.js';

/** Bounds how many tasks run at once, first come first served. */
export interface Limiter {
  readonly maxConcurrency: number;
  /** Runs the task when a slot is free. Throws `ProviderError` where the signal is aborted while it still waits. */
  run<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T>;
}

/** @param maxConcurrency integer of at least 1 */
export function createLimiter(maxConcurrency: number): Limiter {
  if (!Number.isInteger(maxConcurrency) || maxConcurrency < 1) {
    throw new RangeError(`maxConcurrency ${maxConcurrency}: must be an integer of at least 1`);
  }
  let running = 0;
  // A Set keeps the order of arrival and lets an aborted waiter leave from the middle.
  const waiting = new Set<() => void>();

  const release = () => {
    const [next] = waiting;
    if (next === undefined) {
      running--;
    } else {
      // The slot goes over as it is: were it given back first, a newcomer could overtake those who wait.
      waiting.delete(next);
      next();
    }
  };

  const wait = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.delete(start);
        reject(abortErrorOf(signal));
      };
      waiting.add(start);
      signal.addEventListener('abort', leave, { once: true });
    });

  return {
    maxConcurrency,
    async run(signal, task) {
      if (signal.aborted) throw abortErrorOf(signal);
      if (running < maxConcurrency) running++;
      else await wait(signal);
      try {
        return await task();
      } finally {
        release();
      }
    },
  };
}
