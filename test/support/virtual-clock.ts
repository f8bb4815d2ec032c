/** A clock that jumps from one timer to the next: hours take milliseconds, and every run is the same. */
export type VirtualClock = {
  readonly now: () => number;
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Runs until the work is done. */
  run<T>(work: Promise<T>): Promise<T>;
};

export function createVirtualClock(startsAt = Date.UTC(2026, 0, 1)): VirtualClock {
  let now = startsAt;
  let timers: { readonly at: number; readonly ring: () => void }[] = [];
  return {
    now: () => now,
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const ring = () => {
          signal.removeEventListener('abort', leave);
          resolve();
        };
        const timer = { at: now + milliseconds, ring };
        const after = timers.findIndex(({ at }) => at > timer.at);
        timers.splice(after < 0 ? timers.length : after, 0, timer);
        const leave = () => {
          timers = timers.filter((each) => each !== timer);
          reject(signal.reason);
        };
        signal.addEventListener('abort', leave, { once: true });
      }),
    async run(work) {
      let isDone = false;
      const end = () => {
        isDone = true;
      };
      work.then(end, end);
      for (;;) {
        // All that follows from the last timer first.
        await new Promise((resolve) => setImmediate(resolve));
        if (isDone) return work;
        const next = timers.shift();
        if (next === undefined) throw new Error('nothing is left to wait for');
        now = Math.max(now, next.at);
        next.ring();
      }
    },
  };
}
