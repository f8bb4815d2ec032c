import { getOctokit } from '@actions/github';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import type { Log } from '../model/log.js';

export type Octokit = ReturnType<typeof getOctokit>;

export type OctokitOptions = {
  readonly token: string;
  /** `https://api.github.com`, or `https://host/api/v3` of a GitHub Enterprise Server. */
  readonly apiUrl: string;
  readonly log: Log;
  /** Length of one second of waiting before a retry: 1000, and less in tests. */
  readonly secondMs?: number;
  /** Per attempt; default 30 seconds. */
  readonly requestTimeoutMs?: number;
  /** Ends requests and waits, and prevents new ones. */
  readonly signal?: AbortSignal;
};

/** These do not pass with time; the throttling plugin handles rate limits (403, 429). */
const NOT_RETRIED = [400, 401, 403, 404, 405, 406, 409, 410, 413, 415, 422, 423, 429, 451, 501];

/** If a secondary limit states no wait, GitHub asks for at least a minute. */
const UNNAMED_WAIT_SECONDS = 60;

const LONGEST_WAIT_SECONDS = 60;
const MOST_WAITS = 2;

type GivenOptions = NonNullable<Parameters<typeof getOctokit>[1]>;
type BottleneckGroup = NonNullable<NonNullable<GivenOptions['throttle']>['write']>;

/** A run writes far less than the 80 requests a minute that GitHub allows, so no pause is needed. */
const UNPACED = {
  key: () => ({
    schedule: (_: object, run: (...rest: unknown[]) => unknown, ...rest: unknown[]) => run(...rest),
  }),
} as unknown as BottleneckGroup;

/** GitHub's client with retries, bounded waits for rate limits, and a timeout per attempt. */
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
    // The innermost hook: each attempt has its own timeout, which excludes waits.
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
      // In place, because the inner hooks are bound to this object.
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

/** The outermost hook: ends a request at once on abort, also during the pause before a retry. */
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
