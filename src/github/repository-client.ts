import { setTimeout } from 'node:timers/promises';
import { getOctokit } from '@actions/github';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import type { Log } from '../model/effects.js';
import { describeError } from '../model/errors.js';
import { GitHubError } from '../model/github.js';
import { omitUndefined } from '../model/omit-undefined.js';

/** One repository through one token. */
export type RepositoryClient = {
  readonly rest: Octokit['rest'];
  readonly graphql: Octokit['graphql'];
  readonly repo: { readonly owner: string; readonly repo: string };
  /**
   * Runs one request; throws every failure as a `GitHubError`. `doing` completes "GitHub refused to …", and
   * `permission` is the line that it needs: `pull-requests: write`.
   */
  ask<T>(doing: string, permission: string, act: () => Promise<T>): Promise<T>;
};

/** A client for one repository, whose failures are one kind of error. */
export function createRepositoryClient(options: {
  readonly octokit: Octokit;
  /** `owner/name`. */
  readonly repository: string;
  readonly graphqlUrl: string;
  /** True for a read-only token. */
  readonly onlyReads: boolean;
}): RepositoryClient {
  const [owner = '', repo = ''] = options.repository.split('/');
  return {
    rest: options.octokit.rest,
    graphql: options.octokit.graphql.defaults({ baseUrl: options.graphqlUrl.replace(/\/graphql\/?$/, '') }),
    repo: { owner, repo },
    async ask(doing, permission, act) {
      try {
        return await act();
      } catch (thrown) {
        throw createGitHubError(thrown, { doing, permission, onlyReads: options.onlyReads });
      }
    },
  };
}

/** The result of `act`, or `null` if GitHub answers with 404. */
export async function nullIfMissing<T>(act: () => Promise<T>): Promise<T | null> {
  try {
    return await act();
  } catch (thrown) {
    if (findHttpStatus(thrown) === 404) return null;
    throw thrown;
  }
}

const LACKS_PERMISSION = /resource not accessible by/i;
/** GitHub's messages with 403 for other reasons than a missing permission. */
const NOT_FOR_RIGHTS = /\blocked\b|rate limit|abuse detection/i;

/** A `GitHubError` of one line, with the missing permission if that may be the cause. */
function createGitHubError(
  thrown: unknown,
  { doing, permission, onlyReads }: { doing: string; permission: string; onlyReads: boolean },
): GitHubError {
  if (thrown instanceof GitHubError) return thrown;
  const status = findHttpStatus(thrown);
  const message = readMessage(thrown);
  const missing = findMissingPermission(thrown, message);
  const beyond = missing !== 'none' && onlyReads && permission.endsWith(': write');
  const hints = {
    none: '',
    perhaps: `; if the job lacks it, add \`permissions: ${permission}\``,
    surely: `; the job needs \`permissions: ${permission}\``,
  };
  const hint = beyond ? FORK_HINT : hints[missing];
  const code = status === null ? '' : ` (${status})`;
  const verb = status === null || status < 500 ? 'GitHub refused to' : 'GitHub failed to';
  return new GitHubError(
    `${verb} ${doing}${code}: ${message}${hint}`,
    omitUndefined({
      cause: thrown,
      beyond,
      status: status ?? undefined,
      permission: missing === 'surely' && !beyond ? permission : undefined,
    }),
  );
}

const FORK_HINT = "; a fork's run has a read-only token, and no `permissions:` line changes that";

function findMissingPermission(thrown: unknown, message: string): 'none' | 'perhaps' | 'surely' {
  const status = findHttpStatus(thrown);
  if (LACKS_PERMISSION.test(message) && (status === null || status === 403)) return 'surely';
  // GitHub also answers 404 if a token may not see or write something.
  const isHidden = status === 403 || status === 404 || (status === null && isNotFound(thrown));
  return isHidden && !NOT_FOR_RIGHTS.test(message) ? 'perhaps' : 'none';
}

/** The answer's status; `null` without an answer, or for errors inside a GraphQL answer. */
export function findHttpStatus(thrown: unknown): number | null {
  const status = readField(thrown, 'status');
  return typeof status === 'number' ? status : null;
}

/** True for GraphQL's "not found". */
function isNotFound(thrown: unknown): boolean {
  const errors = readField(thrown, 'errors');
  return Array.isArray(errors) && errors.some((error: unknown) => readField(error, 'type') === 'NOT_FOUND');
}

/** GitHub's own message if there is one, on one line: of a 422 also the reasons, of GraphQL only those. */
function readMessage(thrown: unknown): string {
  const data = readField(readField(thrown, 'response'), 'data');
  const texts = [
    readField(data, 'message'),
    ...listReasons(readField(data, 'errors') ?? readField(thrown, 'errors')),
  ].filter((text) => typeof text === 'string');
  const text = texts.length > 0 ? texts.join(': ') : describeError(thrown);
  return text.replace(/\s+/g, ' ').trim();
}

/** A reason is a text, has a `message`, or names a field and what is wrong with it. */
function listReasons(errors: unknown): readonly string[] {
  if (typeof errors === 'string') return [errors];
  if (!Array.isArray(errors)) return [];
  const reasons = errors.map((error: unknown) => {
    if (typeof error === 'string') return error;
    const message = readField(error, 'message');
    if (typeof message === 'string') return message;
    return [readField(error, 'field'), readField(error, 'code')]
      .filter((part) => typeof part === 'string')
      .join(' ');
  });
  return [[...new Set(reasons)].filter((reason) => reason !== '').join('; ')].filter((text) => text !== '');
}

function readField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** GitHub's own client. */
export type Octokit = ReturnType<typeof getOctokit>;

/** Server and token, and the limits of a request. */
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

/** Failures that a retry does not fix. The throttling plugin handles rate limits (403, 429). */
const NOT_RETRIED = [400, 401, 403, 404, 405, 406, 409, 410, 413, 415, 422, 423, 429, 451, 501];

/** If a secondary limit states no wait, GitHub asks for at least a minute. */
const DEFAULT_WAIT_SECONDS = 60;

const MAX_WAIT_SECONDS = 60;
const MAX_WAITS = 2;

type GivenOptions = NonNullable<Parameters<typeof getOctokit>[1]>;
type BottleneckGroup = NonNullable<NonNullable<GivenOptions['throttle']>['write']>;

/**
 * A run writes far less than the 80 requests a minute that GitHub allows, so no pause is needed. The plugin's own groups
 * also compare with the wall clock: if it is set back, they wait until it has caught up.
 */
const UNPACED = {
  key: () => ({
    schedule: (_options: object, run: (...rest: unknown[]) => unknown, ...rest: unknown[]) => run(...rest),
  }),
} as unknown as BottleneckGroup;

type OnFailure = (error: unknown, info: { readonly args: readonly unknown[] }) => Promise<unknown>;

/** Replaces the limiter in which the plugin waits and tries again, for the same reason. */
function createRetryLimiter(signal: AbortSignal) {
  let waitAfter: OnFailure = async () => undefined;
  return {
    /** The plugin listens to `failed`: the milliseconds until the next try, or nothing. */
    on(_event: 'failed', listener: OnFailure) {
      waitAfter = listener;
    },
    async schedule<Args extends readonly unknown[]>(run: (...args: Args) => unknown, ...args: Args) {
      for (;;) {
        try {
          return await run(...args);
        } catch (thrown) {
          // The plugin reads the reply's headers. Without a reply, no rate limit was stated.
          if (readField(thrown, 'response') === undefined) throw thrown;
          const wait = await waitAfter(thrown, { args });
          if (typeof wait !== 'number') throw thrown;
          await setTimeout(wait, undefined, { signal });
        }
      }
    },
  };
}

/** GitHub's client with retries, bounded waits for rate limits, and a timeout per attempt. */
export function openOctokit({
  token,
  apiUrl,
  log,
  secondMs = 1000,
  requestTimeoutMs = 30_000,
  signal = new AbortController().signal,
}: OctokitOptions): Octokit {
  const createWaitHandler =
    (kind: string) =>
    (seconds: number, { method, url }: { method: string; url: string }, _octokit: unknown, tries: number) => {
      const isShort = seconds <= MAX_WAIT_SECONDS && tries < MAX_WAITS;
      const then = isShort ? 'waiting' : 'that is longer than this run waits for it';
      log.info(`GitHub's ${kind} was reached at ${method} ${url}: free again in ${seconds} s, ${then}.`);
      return isShort;
    };
  const throttle = {
    fallbackSecondaryRateRetryAfter: DEFAULT_WAIT_SECONDS,
    retryAfterBaseValue: secondMs,
    global: UNPACED,
    auth: UNPACED,
    search: UNPACED,
    write: UNPACED,
    notifications: UNPACED,
    retryLimiter: createRetryLimiter(signal),
    onRateLimit: createWaitHandler('rate limit'),
    onSecondaryRateLimit: createWaitHandler('secondary rate limit'),
  };
  return getOctokit(
    token,
    {
      baseUrl: apiUrl,
      userAgent: 'prompt-regression',
      log: { debug() {}, info() {}, warn: (line: string) => log.info(line), error() {} },
      retry: { doNotRetry: NOT_RETRIED, retryAfterBaseValue: secondMs },
      throttle,
    },
    // The innermost hook: each attempt has its own timeout, which excludes waits.
    createAttemptTimeout(requestTimeoutMs, signal),
    readResetByItsDate,
    throttling,
    retry,
    createAbortHook(signal),
  );
}

function createAttemptTimeout(ms: number, signal: AbortSignal) {
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

/** The throttling plugin compares the time of a reset with this machine's clock, which may be wrong. */
function readResetByItsDate(octokit: { hook: Octokit['hook'] }) {
  octokit.hook.wrap('request', async (request, options) => {
    try {
      const response = await request(options);
      moveReset(response.headers);
      return response;
    } catch (thrown) {
      moveReset(readField(readField(thrown, 'response'), 'headers'));
      throw thrown;
    }
  });
  return {};
}

/** Moves the time of a reset from the clock of the reply's `date` to this machine's. */
function moveReset(headers: unknown): void {
  if (typeof headers !== 'object' || headers === null) return;
  const sentAt = Date.parse(String(readField(headers, 'date')));
  const reset = Number(readField(headers, 'x-ratelimit-reset'));
  if (Number.isNaN(sentAt) || Number.isNaN(reset)) return;
  const behind = Math.round((Date.now() - sentAt) / 1000);
  Object.assign(headers, { 'x-ratelimit-reset': String(reset + behind) });
}

/** The outermost hook: ends a request at once on abort, also during the pause before a retry. */
function createAbortHook(signal: AbortSignal) {
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
