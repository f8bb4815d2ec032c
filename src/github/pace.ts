/**
 * How fast requests may follow each other: `burst` at once, then one every `everyMs`.
 * GitHub allows 80 requests that create content in a minute; one a second from the start would only make every run slower.
 */
export type Pace = { readonly burst: number; readonly everyMs: number };

export const DEFAULT_PACE: Pace = { burst: 20, everyMs: 1000 };

/** The part of a Bottleneck group that plugin-throttling uses. */
export type PaceGroup = {
  key(id: string): {
    schedule<T>(jobOptions: object, run: (...rest: unknown[]) => Promise<T>, ...rest: unknown[]): Promise<T>;
  };
};

export type Clock = {
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
};

/** Lets every scheduled request wait for its turn; turns are given in the order of asking. */
export function createPaceGroup(pace: Pace, clock: Clock): PaceGroup {
  // The time at which all of the burst will be free again.
  let full = Number.NEGATIVE_INFINITY;
  const turn = async () => {
    const now = clock.now();
    full = Math.max(full, now) + pace.everyMs;
    const wait = full - now - pace.burst * pace.everyMs;
    if (wait > 0) await clock.sleep(wait);
  };
  return {
    key: () => ({
      async schedule(_jobOptions, run, ...rest) {
        await turn();
        return run(...rest);
      },
    }),
  };
}

/** How long a client may wait for GitHub's rate limits, all its requests together. */
type WaitBudget = {
  /** True where a wait of so many seconds, from now, still fits; it is then counted as taken. */
  take(seconds: number): boolean;
};

/** Waits that overlap are counted once: ten requests that wait side by side for a minute cost a minute. */
export function createWaitBudget(limitMs: number, now: () => number): WaitBudget {
  let spentMs = 0;
  let waitingUntil = Number.NEGATIVE_INFINITY;
  return {
    take(seconds) {
      const end = now() + seconds * 1000;
      const more = Math.max(0, end - Math.max(now(), waitingUntil));
      if (spentMs + more > limitMs) return false;
      spentMs += more;
      waitingUntil = Math.max(waitingUntil, end);
      return true;
    },
  };
}
