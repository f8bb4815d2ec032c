import { createAbortError } from '../model/errors.js';

/** A process that a pool can reuse or end. */
export interface PooledWorker {
  /** False once it must be replaced. */
  readonly usable: boolean;
  close(): Promise<void>;
}

/** Workers that are started on demand and reused. */
export interface WorkerPool<Worker extends PooledWorker> {
  /**
   * Runs the task with its own worker: an idle or new one, or with `fresh` a new one that is used once. Waits while
   * all workers are busy. An unusable worker is ended with its descendants.
   */
  use<T>(
    options: { readonly fresh: boolean; readonly signal: AbortSignal },
    task: (worker: Worker) => Promise<T>,
  ): Promise<T>;
  close(): Promise<void>;
}

/** `size`: most workers at once, at least 1. `onLost`: for a worker that became unusable after a task. */
export function createWorkerPool<Worker extends PooledWorker>(options: {
  readonly size: number;
  readonly start: () => Worker;
  readonly onLost?: (worker: Worker) => void;
}): WorkerPool<Worker> {
  const { size, start, onLost } = options;
  const living = new Set<Worker>();
  const idle: Worker[] = [];
  const waiting = new Set<() => void>();
  let atWork = 0;

  const waitForTurn = async (signal: AbortSignal) => {
    if (signal.aborted) throw createAbortError(signal);
    if (atWork < size) {
      atWork++;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = () => {
      waiting.delete(resolve);
      reject(createAbortError(signal));
    };
    waiting.add(resolve);
    signal.addEventListener('abort', onAbort, { once: true });
    await promise.finally(() => signal.removeEventListener('abort', onAbort));
  };
  const passOn = () => {
    const [next] = waiting;
    if (next === undefined) {
      atWork--;
    } else {
      waiting.delete(next);
      next();
    }
  };
  const end = async (worker: Worker) => {
    await worker.close();
    living.delete(worker);
  };
  const take = async (fresh: boolean) => {
    for (let worker = idle.pop(); worker !== undefined; worker = idle.pop()) {
      if (worker.usable && !fresh) return worker;
      if (!worker.usable) onLost?.(worker);
      await end(worker);
      if (fresh) break;
    }
    const worker = start();
    living.add(worker);
    return worker;
  };

  return {
    async use({ fresh, signal }, task) {
      await waitForTurn(signal);
      try {
        const worker = await take(fresh);
        try {
          const result = await task(worker);
          if (!worker.usable) onLost?.(worker);
          if (worker.usable && !fresh) idle.push(worker);
          else await end(worker);
          return result;
        } catch (thrown) {
          // Not awaited: a stopped caller must return at once. Closing the pool waits for the process.
          void end(worker);
          throw thrown;
        }
      } finally {
        passOn();
      }
    },
    async close() {
      idle.length = 0;
      await Promise.all([...living].map(end));
    },
  };
}

/**
 * Runs every item in order, at most `concurrency` (at least 1) at once. The first error or the signal stops new
 * items, and is rethrown after the running ones have settled.
 */
export async function runPool<T>(options: {
  readonly items: Iterable<T>;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  readonly run: (item: T) => Promise<void>;
}): Promise<void> {
  const { items, concurrency, signal, run } = options;
  const iterator = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const work = async () => {
    try {
      while (failures.length === 0) {
        const next = iterator.next();
        if (next.done === true) return;
        if (signal.aborted) throw createAbortError(signal);
        await run(next.value);
      }
    } catch (thrown) {
      failures.push(thrown);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, work));
  if (failures.length > 0) throw failures[0];
}
