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

const LONGEST_WAIT_SECONDS = 60;
const MOST_WAITS = 2;

type GivenOptions = NonNullable<Parameters<typeof getOctokit>[1]>;
type BottleneckGroup = NonNullable<NonNullable<GivenOptions['throttle']>['write']>;

/** A run writes far less than the 80 requests a minute that GitHub allows: no pause between them. */
const UNPACED = {
  key: () => ({
    schedule: (_: object, run: (...rest: unknown[]) => unknown, ...rest: unknown[]) => run(...rest),
  }),
} as unknown as BottleneckGroup;

/** GitHub's client with retries, rate limits waited for within a bound, and a timeout for every attempt. */
export function openOctokit({
  token,
  apiUrl,
  log,
  secondMs = 1000,
  requestTimeoutMs = 30_000,
  signal = new AbortController().signal,
}: OctokitOptions): Octokit {
  const mayWait =
    (kind: string) =>
    (seconds: number, { method, url }: { method: string; url: string }, _: unknown, tries: number) => {
      const granted = seconds <= LONGEST_WAIT_SECONDS && tries < MOST_WAITS;
      const then = granted ? 'waiting' : 'that is longer than this run waits for it';
      log.info(`GitHub's ${kind} was reached at ${method} ${url}: free again in ${seconds} s, ${then}.`);
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
        write: UNPACED,
        notifications: UNPACED,
        onRateLimit: mayWait('rate limit'),
        onSecondaryRateLimit: mayWait('secondary rate limit'),
      },
    },
    // The first is the innermost: each attempt has its own timeout, and waits lie outside of it.
    attemptTimeout(requestTimeoutMs, signal),
    throttling,
    retry,
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
