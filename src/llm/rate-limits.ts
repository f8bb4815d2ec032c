import { type Log, SILENT_LOG } from '../model/effects.js';
import { createAbortError, type ProviderError } from '../model/errors.js';
import type { Note } from '../model/notes.js';
import { type CallFailure, toClause, withMessage } from './provider-failure.js';
import { type LimitedCall, type RequestInFlight, RequestPace } from './request-pace.js';
import { sleepUnlessAborted } from './retry.js';

/** A request's outcome as far as limits go. */
export type RequestResult =
  | { readonly status: 'through' | 'other' }
  /** `waitMs`: the wait that the provider asks for; `null` if it states none. */
  | { readonly status: 'refused'; readonly waitMs: number | null; readonly error: ProviderError };

export interface RateLimit {
  /** Waits until a request may go out. The result tells how it ended. */
  enter(call: LimitedCall, signal: AbortSignal): Promise<(landing: RequestResult) => void>;
  /** Runs one try when it may go out, and learns from its outcome. */
  try: RateLimiter['try'];
}

export interface RateLimits {
  /** Clients with the same host and key share one limit. */
  of(provider: { readonly host: string; readonly key: string }): RateLimit;
  /** The providers that slowed the run down so far. */
  notes(): readonly Note[];
}

export type RateLimitsOptions = {
  /** Requests in flight at most, over all providers; an integer of at least 1. */
  readonly maxConcurrency: number;
  /** The run's remaining milliseconds; without it, a provider that refuses everything gets 20 minutes. */
  readonly timeLeft?: () => number;
  readonly log?: Log;
  /** Monotonic milliseconds; the machine's clock may be set back. */
  readonly now?: () => number;
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Uniform in [0, 1). */
  readonly random?: () => number;
};

const MAX_SILENCE_MS = 20 * 60_000;

/**
 * Limits are counted by the minute: a call refused this often over this time, while others succeed, will never fit.
 */
const MIN_LONE_REFUSALS = 4;
const MIN_LONE_MS = 2 * 60_000;

const never = new AbortController().signal;

type Waiter = {
  readonly call: LimitedCall;
  readonly start: (flight: RequestInFlight) => void;
  readonly leave: () => void;
};
type Slots = { running: number; startAll(): void };

export function createRateLimits(options: RateLimitsOptions): RateLimits {
  const { maxConcurrency } = options;
  if (!Number.isInteger(maxConcurrency) || maxConcurrency < 1) {
    throw new RangeError(`maxConcurrency ${maxConcurrency}: must be an integer of at least 1`);
  }
  const limiters = new Map<string, RateLimiter>();
  const startAll = () => limiters.forEach((limiter) => void limiter.start());
  const slots: Slots = { running: 0, startAll };
  return {
    of({ host, key }) {
      const id = JSON.stringify([host, key]);
      const limiter = limiters.get(id) ?? new RateLimiter(host, slots, options);
      limiters.set(id, limiter);
      return limiter;
    },
    notes: () => [...limiters.values()].flatMap((limiter) => limiter.notes()),
  };
}

/** The requests to one provider: which wait, which are under way, and when waiting is useless. */
class RateLimiter {
  readonly #host: string;
  readonly #slots: Slots;
  readonly #options: Required<Omit<RateLimitsOptions, 'timeLeft'>> & { readonly timeLeft?: () => number };
  readonly #pace: RequestPace;
  readonly #flying = new Set<RequestInFlight>();
  #waiting: Waiter[] = [];
  #closed: ProviderError | null = null;
  #refused = 0;
  #overload: { readonly error: ProviderError | null; readonly times: number } = { error: null, times: 0 };
  #passed = 0;
  #silentSince = 0;
  #alarm = new AbortController();

  constructor(host: string, slots: Slots, options: RateLimitsOptions) {
    this.#host = host;
    this.#slots = slots;
    const clockwork = { now: () => performance.now(), sleep: sleepUnlessAborted, random: Math.random };
    this.#options = { log: SILENT_LOG, ...clockwork, ...options };
    this.#pace = new RequestPace(this.#options);
  }

  /**
   * Resolves when a request may go out, with a callback for its outcome. Throws `ProviderError` on abort, or if the
   * provider will not accept this request, or any request in time.
   */
  async enter(call: LimitedCall, signal: AbortSignal): Promise<(landing: RequestResult) => void> {
    const { promise, resolve: start, reject } = Promise.withResolvers<RequestInFlight>();
    const leave = () => reject(this.#closed ?? createAbortError(signal));
    const waiter = { call, start, leave };
    if (signal.aborted) leave();
    else this.#waiting.push(waiter);
    signal.addEventListener('abort', leave, { once: true });
    try {
      this.start();
      const flight = await promise;
      return (landing) => this.#land(flight, landing);
    } finally {
      signal.removeEventListener('abort', leave);
      this.#waiting = this.#waiting.filter((each) => each !== waiter);
      if (this.#waiting.length === 0) this.#alarm.abort();
    }
  }

  /** Runs one try when it may go out, and learns from its outcome. */
  async try<Outcome extends object>(
    call: LimitedCall,
    signal: AbortSignal,
    send: () => Promise<Outcome & ({ readonly reply: unknown } | { readonly failure: CallFailure })>,
  ): Promise<Outcome> {
    const land = await this.enter(call, signal);
    let landing: RequestResult = { status: 'other' };
    try {
      const outcome = await send();
      if ('reply' in outcome) landing = { status: 'through' };
      else {
        const { error, limit, retryAfterMs: waitMs, isSpent } = outcome.failure;
        if (limit === 'overload') this.#overload = { error, times: this.#overload.times + 1 };
        if (limit === 'rate') landing = { status: 'refused', waitMs, error };
        // No waiting call can succeed either.
        else if (isSpent) this.#close(error);
      }
      return outcome;
    } finally {
      land(landing);
    }
  }

  /** Starts all requests that may go out now. */
  start(): void {
    const { now, maxConcurrency } = this.#options;
    while (this.#waiting.length > 0 && this.#closed === null) {
      if (this.#slots.running >= maxConcurrency || this.#flying.size >= this.#pace.allowed(this.#flying))
        return;
      const waitMs = this.#pace.nextStart - now();
      if (waitMs > 0) {
        this.#wake(waitMs);
        return;
      }
      const waiter = this.#waiting.shift();
      if (waiter !== undefined) this.#launch(waiter);
    }
    if (this.#closed !== null) for (const { leave } of this.#waiting) leave();
  }

  #launch({ call, start }: Waiter): void {
    const flight = this.#pace.launch(call, this.#flying.size + 1);
    this.#slots.running++;
    this.#flying.add(flight);
    start(flight);
    if (this.#refused === 0) return;
    this.#options.sleep(this.#pace.admittedAfterMs, never).then(() => {
      if (flight.status === 'sent') this.#pass(flight);
      this.start();
    });
  }

  #wake(inMs: number): void {
    this.#alarm.abort();
    this.#alarm = new AbortController();
    this.#options.sleep(Math.ceil(inMs), this.#alarm.signal).then(
      () => this.start(),
      () => {},
    );
  }

  #land(flight: RequestInFlight, landing: RequestResult): void {
    this.#flying.delete(flight);
    this.#slots.running--;
    try {
      if (landing.status === 'through') {
        this.#passed++;
        this.#pass(flight);
      }
      flight.status = 'landed';
      if (landing.status === 'refused') this.#refuse(flight, landing);
    } finally {
      this.#slots.startAll();
    }
  }

  #pass(flight: RequestInFlight): void {
    this.#silentSince = this.#options.now();
    this.#pace.pass(flight);
  }

  #refuse(flight: RequestInFlight, { waitMs, error }: Extract<RequestResult, { status: 'refused' }>): void {
    const { now, log } = this.#options;
    const { call } = flight;
    if (this.#refused++ === 0) {
      log.info(`${toClause(error)}; the run is slowed down to what it lets through`);
      this.#silentSince = now();
    }
    if (call.refusals++ === 0) call.firstRefusedAt = now();
    this.#pace.refuse(flight, waitMs);
    const isLone = call.refusals >= MIN_LONE_REFUSALS && now() - call.firstRefusedAt >= MIN_LONE_MS;
    if (isLone && this.#passed > 0) {
      throw withMessage(error, `${error.message} (refused again and again, while others got through)`);
    }
    this.#endIfTooLate(error, waitMs);
  }

  /** Ends all waiting calls if no success can be expected in the remaining time. */
  #endIfTooLate(error: ProviderError, waitMs: number | null): void {
    const { now, timeLeft } = this.#options;
    const silence = now() - this.#silentSince;
    const left = timeLeft?.() ?? MAX_SILENCE_MS - silence;
    if (this.#pace.pausedUntil - now() <= left) return;
    const cause =
      waitMs !== null && waitMs > left
        ? `it asks to wait ${formatDuration(waitMs)}`
        : `it let nothing through for ${formatDuration(silence)}`;
    const remaining =
      timeLeft === undefined
        ? `the calls wait ${formatDuration(MAX_SILENCE_MS)}`
        : `the run has ${formatDuration(left)} left (limits.timeout)`;
    const end = withMessage(error, `${toClause(error)}; ${cause}, and ${remaining}`, true);
    this.#close(end);
    throw end;
  }

  /** Fails every waiting call, and in a run every later one: the library has no run. */
  #close(error: ProviderError): void {
    this.#closed = error;
    this.start();
    if (this.#options.timeLeft === undefined) this.#closed = null;
  }

  notes(): readonly Note[] {
    const { error, times } = this.#overload;
    return [
      ...(this.#refused === 0
        ? []
        : [{ kind: 'slowed-down', host: this.#host, refused: this.#refused } as const]),
      ...(error === null ? [] : [{ kind: 'overloaded', reason: toClause(error), times } as const]),
    ];
  }
}

function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
