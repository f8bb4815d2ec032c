import { abortErrorOf } from '../model/errors.js';

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
  let failure: { readonly thrown: unknown } | null = null;
  let exhausted = false;

  const take = (): IteratorResult<T> => {
    const next = iterator.next();
    if (next.done === true) exhausted = true;
    else if (signal.aborted) throw abortErrorOf(signal);
    return next;
  };
  const work = async (): Promise<void> => {
    while (failure === null && !exhausted) {
      try {
        const next = take();
        if (next.done === true) return;
        await run(next.value);
      } catch (thrown) {
        failure ??= { thrown };
      }
    }
  };

  const workers: Promise<void>[] = [];
  while (workers.length < Math.max(1, concurrency) && !exhausted && failure === null) workers.push(work());
  await Promise.all(workers);
  if (!exhausted) iterator.return?.();
  throwIfFailed(failure);
}

function throwIfFailed(failure: { readonly thrown: unknown } | null): void {
  if (failure !== null) throw failure.thrown;
}
