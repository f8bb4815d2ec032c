import { getOctokit } from '@actions/github';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import type { Log } from '../ports/log.js';

export type Octokit = ReturnType<typeof getOctokit>;

export type OctokitOptions = {
  readonly token: string;
  /** `https://api.github.com`, or `https://host/api/v3` of a GitHub Enterprise Server. */
  readonly apiUrl: string;
  readonly log: Log;
  readonly now?: () => number;
  readonly sleep?: (ms: number) => Promise<void>;
  readonly pace?: Pace;
  /** Most time spent waiting for GitHub's rate limits, in all; default 2 minutes. */
  readonly longestWaitMs?: number;
  /** What one second of a pause lasts, before a request is tried again: 1000, and less in tests. */
  readonly secondMs?: number;
  /** For one attempt of one request; default 30 seconds. */
  readonly requestTimeoutMs?: number;
  /** Ends requests and waits, and lets none begin. */
  readonly signal?: AbortSignal;
};

/** These do not pass by themselves; rate limits (403, 429) are the throttling's, which knows how long to wait. */
const NOT_RETRIED = [400, 401, 403, 404, 405, 406, 409, 410, 413, 415, 422, 423, 429, 451, 501];

/** GitHub asks for at least a minute where a secondary limit names no time. */
const UNNAMED_WAIT_SECONDS = 60;

type GivenOptions = NonNullable<Parameters<typeof getOctokit>[1]>;
type BottleneckGroup = NonNullable<NonNullable<GivenOptions['throttle']>['write']>;

/** GitHub's client with retries, rate limits waited for within a bound, and a timeout for every attempt. */
export function openOctokit({
  token,
  apiUrl,
  log,
  now = Date.now,
  sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  pace = DEFAULT_PACE,
  longestWaitMs = 120_000,
  secondMs = 1000,
  requestTimeoutMs = 30_000,
  signal = new AbortController().signal,
}: OctokitOptions): Octokit {
  const budget = createWaitBudget(longestWaitMs, now);
  const paced = () => asGroup(createPaceGroup(pace, { now, sleep }));
  const mayWait = (kind: string) => (seconds: number, request: { method: string; url: string }) => {
    const granted = budget.take(seconds);
    const then = granted ? 'waiting' : 'that is longer than this run waits for it';
    log.info(
      `GitHub's ${kind} was reached at ${request.method} ${request.url}: free again in ${seconds} s, ${then}.`,
    );
    return granted;
  };
  return getOctokit(
    token,
    {
      baseUrl: apiUrl,
      userAgent: 'prompt-regression',
      log: { debug() {}, info() {}, warn: (line: string) => log.info(line), error() {} },
      retry: { doNotRetry: NOT_RETRIED, retryAfterBaseValue: secondMs },
      throttle: {
        fallbackSecondaryRateRetryAfter: UNNAMED_WAIT_SECONDS,
        retryAfterBaseValue: secondMs,
        write: paced(),
        notifications: paced(),
        onRateLimit: mayWait('rate limit'),
        onSecondaryRateLimit: mayWait('secondary rate limit'),
      },
    },
    // The first is the innermost: each attempt has its own timeout, and waits lie outside of it.
    attemptTimeout(requestTimeoutMs, signal),
    throttling,
    retry,
    patienceLost,
    endWith(signal),
  );
}

function attemptTimeout(ms: number, signal: AbortSignal) {
  return (octokit: { hook: Octokit['hook'] }) => {
    octokit.hook.wrap('request', async (request, options) => {
      const either = AbortSignal.any([AbortSignal.timeout(ms), signal]);
      // In place: the hooks further in were bound to this very object.
      options.request = { ...options.request, signal: either };
      try {
        return await request(options);
      } finally {
        if (signal.aborted) options.request = { ...options.request, retries: 0 };
      }
    });
    return {};
  };
}

/**
 * After one request that failed through all of its tries, the others are tried once, until one succeeds: where GitHub is
 * down, a run would otherwise wait anew for everything that it wants to say.
 */
function patienceLost(octokit: { hook: Octokit['hook'] }) {
  let down = false;
  octokit.hook.wrap('request', async (request, options) => {
    const { retries } = options.request ?? {};
    // In place, as above.
    if (down) options.request = { ...options.request, retries: 0 };
    try {
      const response = await request(options);
      down = false;
      return response;
    } catch (error) {
      const status = error instanceof Error && 'status' in error ? error.status : null;
      if (typeof status !== 'number' || status >= 500) down ||= retries !== 0;
      throw error;
    }
  });
  return {};
}

/** The outermost: whoever waits for GitHub is let go, also from the pause before another try. */
function endWith(signal: AbortSignal) {
  return (octokit: { hook: Octokit['hook'] }) => {
    octokit.hook.wrap('request', async (request, options) => {
      if (signal.aborted) throw signal.reason;
      const { promise, reject } = Promise.withResolvers<never>();
      const end = () => reject(signal.reason);
      signal.addEventListener('abort', end, { once: true });
      try {
        return await Promise.race([request(options), promise]);
      } finally {
        signal.removeEventListener('abort', end);
      }
    });
    return {};
  };
}

/** The plugin's type asks for a whole Bottleneck group; it calls nothing but `key().schedule()`. */
function asGroup(group: PaceGroup): BottleneckGroup {
  return group as unknown as BottleneckGroup;
}

/**
 * How fast requests may follow each other: `burst` at once, then one every `everyMs`.
 * GitHub allows 80 requests that create content in a minute; one a second from the start would only make every run slower.
 */
type Pace = { readonly burst: number; readonly everyMs: number };

const DEFAULT_PACE: Pace = { burst: 20, everyMs: 1000 };

/** The part of a Bottleneck group that plugin-throttling uses. */
type PaceGroup = {
  key(id: string): {
    schedule<T>(jobOptions: object, run: (...rest: unknown[]) => Promise<T>, ...rest: unknown[]): Promise<T>;
  };
};

type Clock = {
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
