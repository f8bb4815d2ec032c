import { type Log, SILENT_LOG } from '../model/effects.js';
import { abortErrorOf, type ProviderError } from '../model/errors.js';
import type { Note } from '../model/notes.js';
import { withMessage } from './provider-failure.js';
import { abortableSleep } from './retry.js';

/** A request's outcome as far as limits go. */
export type Landing =
  | { readonly status: 'through' | 'other' }
  /** `waitMs`: the wait that the provider asks for; `null` if it states none. */
  | { readonly status: 'refused'; readonly waitMs: number | null; readonly error: ProviderError };

/** One call with all its tries; the limiter counts here. */
export type LimitedCall = { refusals: number; firstRefusedAt: number };

export type RateLimit = Pick<RateLimiter, 'enter' | 'close'>;

export interface RateLimits {
  /** Clients with the same host and key share one limit. */
  of(provider: { readonly host: string; readonly key: string }): RateLimit;
  /** The providers that slowed the run down so far. */
  told(): readonly Note[];
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

const PATIENCE_MS = 20 * 60_000;

/** A refusal cuts the number in flight to this share, as TCP's CUBIC does; two successful rounds add one. */
const DECREASE = 0.7;
const INCREASE = 0.5;
/** The gap between two starts grows by the inverse, and shrinks to this share with each success. */
const GAP_DECREASE = 0.98;
/** Faster refusals would understate how long a refusal takes. */
const LEAST_LET_IN_MS = 100;

/**
 * Servers ask for such short waits because of one request too many in flight: it is over as soon as another lands.
 */
const SHORT_WAIT_MS = 2_000;
/** Without a stated wait: one second, doubled up to this while no request succeeds. */
const LONGEST_GUESS_MS = 8_000;

/**
 * Limits are counted by the minute: a call refused this often over this time, while others succeed, will never fit.
 */
const LONE_REFUSALS = 4;
const LONE_MS = 2 * 60_000;

const never = new AbortController().signal;

type Waiter = {
  readonly call: LimitedCall;
  readonly start: (flight: Flight) => void;
  readonly leave: () => void;
};
type Flight = {
  readonly call: LimitedCall;
  readonly number: number;
  readonly startedAt: number;
  /** Number in flight at its start, itself included. */
  readonly level: number;
  status: 'sent' | 'let in' | 'landed';
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
    told: () => [...limiters.values()].flatMap((limiter) => limiter.told()),
  };
}

/**
 * Finds unannounced limits: additive increase and multiplicative decrease of the number in flight, and a pause for
 * all requests after a refusal.
 */
class RateLimiter {
  readonly #host: string;
  readonly #slots: Slots;
  readonly #options: Required<Omit<RateLimitsOptions, 'timeLeft'>> & Pick<RateLimitsOptions, 'timeLeft'>;
  readonly #flying = new Set<Flight>();
  #waiting: Waiter[] = [];
  #closed: ProviderError | null = null;
  #started = 0;
  #refused = 0;
  #passed = 0;
  /** Most requests in flight, and the time between two starts once even one at a time is too fast. */
  #window: number;
  #gapMs = 0;
  #nextStart = 0;
  #pausedUntil = 0;
  #pauseIsShort = false;
  /** Flights with a lower number started before the last cut, and cause no further cut. */
  #cutAt = 0;
  /** Consecutive refusals of requests that were not in flight together; while positive, one at a time is tried. */
  #dry = 0;
  /** A flight longer than this, far longer than a refusal takes, has been accepted. */
  #letInAfter = LEAST_LET_IN_MS;
  #silentSince = 0;
  #alarm = new AbortController();

  constructor(host: string, slots: Slots, options: RateLimitsOptions) {
    this.#host = host;
    this.#slots = slots;
    const clockwork = { now: () => performance.now(), sleep: abortableSleep, random: Math.random };
    this.#options = { log: SILENT_LOG, ...clockwork, ...options };
    this.#window = options.maxConcurrency;
  }

  /**
   * Resolves when a request may go out, with a callback for its outcome. Throws `ProviderError` on abort, or if the
   * provider will not accept this request, or any request in time.
   */
  async enter(call: LimitedCall, signal: AbortSignal): Promise<(landing: Landing) => void> {
    const { promise, resolve, reject } = Promise.withResolvers<Flight>();
    const leave = () => reject(this.#closed ?? abortErrorOf(signal));
    const waiter: Waiter = { call, start: resolve, leave };
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

  /** Starts all requests that may go out now. */
  start(): void {
    const { now, maxConcurrency } = this.#options;
    while (this.#waiting.length > 0 && this.#closed === null) {
      if (this.#slots.running >= maxConcurrency || this.#flying.size >= this.#allowed()) return;
      const at = Math.max(this.#pausedUntil, this.#nextStart);
      if (at > now()) {
        this.#wake(at - now());
        return;
      }
      const waiter = this.#waiting.shift();
      if (waiter !== undefined) this.#launch(waiter);
    }
    if (this.#closed !== null) for (const { leave } of this.#waiting) leave();
  }

  /**
   * One more than the accepted ones is always tried: replies may be slow, and the limit may be one request a minute.
   */
  #allowed(): number {
    const letIn = [...this.#flying].filter(({ status }) => status === 'let in').length;
    return Math.max(this.#dry > 0 ? 1 : Math.floor(this.#window), letIn + 1);
  }

  #launch({ call, start }: Waiter): void {
    const { now, sleep } = this.#options;
    const level = this.#flying.size + 1;
    const flight: Flight = { call, number: this.#started++, startedAt: now(), level, status: 'sent' };
    this.#nextStart = now() + this.#gapMs;
    this.#slots.running++;
    this.#flying.add(flight);
    start(flight);
    if (this.#refused === 0) return;
    sleep(this.#letInAfter, never).then(() => {
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

  #land(flight: Flight, landing: Landing): void {
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

  #pass(flight: Flight): void {
    this.#silentSince = this.#options.now();
    const isBefore = flight.number < this.#cutAt;
    // The refused one was in flight together with it, so its place is free now.
    if (isBefore && this.#pauseIsShort) this.#pausedUntil = 0;
    if (!isBefore || this.#pauseIsShort) this.#dry = 0;
    if (isBefore || flight.status === 'let in') return;
    flight.status = 'let in';
    const wider = this.#gapMs === 0 ? this.#window + INCREASE / this.#window : this.#window;
    this.#window = Math.min(this.#options.maxConcurrency, wider);
    this.#gapMs *= GAP_DECREASE;
    if (this.#gapMs < this.#letInAfter / 2) this.#gapMs = 0;
  }

  #refuse(flight: Flight, { waitMs, error }: Extract<Landing, { status: 'refused' }>): void {
    const { now, log } = this.#options;
    const { call, number, startedAt } = flight;
    if (this.#refused++ === 0) {
      log.info(`${this.#host} refuses requests for now: the run is slowed down to what it lets through`);
      this.#silentSince = now();
    }
    if (call.refusals++ === 0) call.firstRefusedAt = now();
    this.#letInAfter = Math.max(LEAST_LET_IN_MS, 2 * (now() - startedAt));
    if (number >= this.#cutAt) this.#cut(flight, waitMs);
    else if (waitMs !== null && waitMs > SHORT_WAIT_MS) this.#pause(waitMs);
    const isLone = call.refusals >= LONE_REFUSALS && now() - call.firstRefusedAt >= LONE_MS;
    if (isLone && this.#passed > 0) {
      throw withMessage(error, `${error.message} (refused again and again, while others got through)`);
    }
    this.#endIfTooLate(error, waitMs);
  }

  #cut({ call, level }: Flight, waitMs: number | null): void {
    // A call refused before may never fit, so its refusals say little about the limit.
    if (this.#dry++ === 0 && call.refusals <= 2) {
      const window = Math.min(this.#window, level) * DECREASE;
      const isTooFast = window < 1 || level > this.#window;
      if (isTooFast) this.#gapMs = Math.max(this.#gapMs, this.#letInAfter / 2) / DECREASE;
      this.#window = Math.max(1, window);
    }
    this.#cutAt = this.#started;
    // A date in the past says nothing; a wait that was too short grows.
    const isGuess = !waitMs || this.#dry > 1;
    const guess = isGuess ? Math.min(1000 * 2 ** (this.#dry - 1), LONGEST_GUESS_MS) : 0;
    this.#pausedUntil = 0;
    this.#pause(Math.max(waitMs ?? 0, guess));
  }

  #pause(waitMs: number): void {
    const { now, random } = this.#options;
    this.#pauseIsShort = waitMs <= SHORT_WAIT_MS;
    // Other processes with the same key wait as long; all at once they would be too many.
    const jitter = random() * Math.min(waitMs / 20, 250);
    this.#pausedUntil = Math.max(this.#pausedUntil, now() + Math.ceil(waitMs + jitter));
  }

  /** Ends all waiting calls if no success can be expected in the remaining time. */
  #endIfTooLate(error: ProviderError, waitMs: number | null): void {
    const { now, timeLeft } = this.#options;
    const silence = now() - this.#silentSince;
    const left = timeLeft?.() ?? PATIENCE_MS - silence;
    if (this.#pausedUntil - now() <= left) return;
    const isAsked = waitMs !== null && waitMs > left;
    const asked = isAsked
      ? `it asks to wait ${spell(waitMs)}`
      : `it let nothing through for ${spell(silence)}`;
    const remaining =
      timeLeft === undefined
        ? `the calls wait ${spell(PATIENCE_MS)}`
        : `the run has ${spell(left)} left (limits.timeout)`;
    const message = error.message.replace(/[.\s]+$/, '');
    const end = withMessage(error, `${message}; ${asked}, and ${remaining}`, { fatal: true });
    this.close(end);
    throw end;
  }

  /** Fails every waiting call, and in a run every later one. */
  close(error: ProviderError): void {
    this.#closed = error;
    this.start();
    // The library has no run: later calls may try again.
    if (this.#options.timeLeft === undefined) this.#closed = null;
  }

  told(): readonly Note[] {
    return this.#refused === 0 ? [] : [{ kind: 'slowed-down', host: this.#host, refused: this.#refused }];
  }
}

function spell(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
