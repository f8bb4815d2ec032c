import { abortErrorOf } from '../ports/errors.js';

type Flight<T> = { readonly result: Promise<T>; readonly stop: AbortController; waiting: number };

/** Asks once for all who want the same while it is in flight. */
export function createInFlight<T>() {
  const flights = new Map<string, Flight<T>>();
  const land = (key: string, flight: Flight<T>) => {
    if (flights.get(key) === flight) flights.delete(key);
  };
  const start = (key: string, task: (signal: AbortSignal) => Promise<T>): Flight<T> => {
    const stop = new AbortController();
    const flight: Flight<T> = { result: task(stop.signal), stop, waiting: 0 };
    flight.result.finally(() => land(key, flight)).catch(() => {});
    flights.set(key, flight);
    return flight;
  };
  return {
    /**
     * Starts the task, or joins the one under way under this key. `joined` is true for everybody but the first. One who
     * leaves (abort) takes nothing from the others; when all have left, the task is aborted.
     */
    async share(
      key: string,
      signal: AbortSignal,
      task: (signal: AbortSignal) => Promise<T>,
    ): Promise<{ readonly value: T; readonly joined: boolean }> {
      if (signal.aborted) throw abortErrorOf(signal);
      const underWay = flights.get(key);
      const flight = underWay ?? start(key, task);
      flight.waiting++;
      const left = Promise.withResolvers<never>();
      const leave = () => {
        left.reject(abortErrorOf(signal));
        if (--flight.waiting > 0) return;
        land(key, flight);
        flight.stop.abort(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      try {
        return { value: await Promise.race([flight.result, left.promise]), joined: underWay !== undefined };
      } finally {
        signal.removeEventListener('abort', leave);
      }
    },
  };
}
