import { abortErrorOf } from '../ports/errors.js';

/**
 * Runs every item, at most `concurrency` at once, started in order; a free place takes the next item at once.
 *
 * The first thrown error stops taking new items, and so does the signal; either is rethrown after what runs has
 * settled. Items are taken one by one, when there is a place for them.
 *
 * @param options.concurrency at least 1
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
