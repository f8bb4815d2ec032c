/** How long a client may wait for GitHub's rate limits, all its requests together. */
export type WaitBudget = {
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
