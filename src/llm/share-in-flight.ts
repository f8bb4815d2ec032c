import { abortErrorOf } from '../ports/errors.js';

type Flight<T> = { readonly result: Promise<T>; readonly stop: AbortController; waiting: number };

/**
 * Asks once for all who want the same while it is in flight; `joined` is true for everybody but the first. One that
 * aborts takes nothing from the others; when all have left, the task is aborted.
 */
export class InFlight<T> {
  readonly #flights = new Map<string, Flight<T>>();

  async share(
    key: string,
    signal: AbortSignal,
    task: (signal: AbortSignal) => Promise<T>,
  ): Promise<{ readonly value: T; readonly joined: boolean }> {
    if (signal.aborted) throw abortErrorOf(signal);
    const underWay = this.#flights.get(key);
    const flight = underWay ?? this.#start(key, task);
    flight.waiting++;
    const left = Promise.withResolvers<never>();
    const leave = () => {
      left.reject(abortErrorOf(signal));
      if (--flight.waiting > 0) return;
      this.#flights.delete(key);
      flight.stop.abort(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    const value = await Promise.race([flight.result, left.promise]).finally(() => {
      signal.removeEventListener('abort', leave);
    });
    return { value, joined: underWay !== undefined };
  }

  #start(key: string, task: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const stop = new AbortController();
    const flight = { result: task(stop.signal), stop, waiting: 0 };
    this.#flights.set(key, flight);
    const land = () => void (this.#flights.get(key) === flight && this.#flights.delete(key));
    flight.result.then(land, land);
    return flight;
  }
}
