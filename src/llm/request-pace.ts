/** A refusal cuts the number in flight to this share, as TCP's CUBIC does; two successful rounds add one. */
const DECREASE = 0.7;
const INCREASE = 0.5;
/** The gap between two starts grows by the inverse, and shrinks to this share with each success. */
const GAP_DECREASE = 0.98;
/** Faster refusals would understate how long a refusal takes. */
const MIN_ADMISSION_MS = 100;

/**
 * Servers ask for such short waits if one request too many is in flight: the next one passes as soon as
 * another has ended.
 */
const MAX_SHORT_WAIT_MS = 2_000;
/** Without a stated wait: one second, doubled up to this while no request succeeds. */
const MAX_GUESS_MS = 8_000;

/** One call with all its tries; the limiter counts here. */
export type LimitedCall = { refusals: number; firstRefusedAt: number };

export type RequestInFlight = {
  readonly call: LimitedCall;
  readonly number: number;
  readonly startedAt: number;
  /** Number in flight at its start, itself included. */
  readonly level: number;
  status: 'sent' | 'admitted' | 'landed';
};

type PaceOptions = {
  readonly maxConcurrency: number;
  readonly now: () => number;
  readonly random: () => number;
};

/**
 * Finds unannounced limits: additive increase and multiplicative decrease of the number in flight, and a pause for
 * all requests after a refusal.
 */
export class RequestPace {
  readonly #options: PaceOptions;
  /** Most requests in flight, and the time between two starts once even one at a time is too fast. */
  #window: number;
  #gapMs = 0;
  #started = 0;
  #nextStart = 0;
  /** All requests wait until then after a refusal. */
  pausedUntil = 0;
  #pauseIsShort = false;
  /** Flights with a lower number started before the last cut, and cause no further cut. */
  #cutAt = 0;
  /** Consecutive refusals of requests that were not in flight together; while positive, one at a time is tried. */
  #dry = 0;
  /** A flight longer than this, far longer than a refusal takes, has been accepted. */
  admittedAfterMs = MIN_ADMISSION_MS;

  constructor(options: PaceOptions) {
    this.#options = options;
    this.#window = options.maxConcurrency;
  }

  /** The earliest start of the next request. */
  get nextStart(): number {
    return Math.max(this.pausedUntil, this.#nextStart);
  }

  /**
   * One more than the accepted ones is always tried: replies may be slow, and the limit may be one request a minute.
   */
  allowed(flying: ReadonlySet<RequestInFlight>): number {
    const admitted = [...flying].filter(({ status }) => status === 'admitted').length;
    return Math.max(this.#dry > 0 ? 1 : Math.floor(this.#window), admitted + 1);
  }

  launch(call: LimitedCall, level: number): RequestInFlight {
    const now = this.#options.now();
    this.#nextStart = now + this.#gapMs;
    return { call, number: this.#started++, startedAt: now, level, status: 'sent' };
  }

  pass(flight: RequestInFlight): void {
    const isBefore = flight.number < this.#cutAt;
    // The refused one was in flight together with it, so its place is free now.
    if (isBefore && this.#pauseIsShort) this.pausedUntil = 0;
    if (!isBefore || this.#pauseIsShort) this.#dry = 0;
    if (isBefore || flight.status === 'admitted') return;
    flight.status = 'admitted';
    const wider = this.#gapMs === 0 ? this.#window + INCREASE / this.#window : this.#window;
    this.#window = Math.min(this.#options.maxConcurrency, wider);
    this.#gapMs *= GAP_DECREASE;
    if (this.#gapMs < this.admittedAfterMs / 2) this.#gapMs = 0;
  }

  refuse(flight: RequestInFlight, waitMs: number | null): void {
    this.admittedAfterMs = Math.max(MIN_ADMISSION_MS, 2 * (this.#options.now() - flight.startedAt));
    if (flight.number >= this.#cutAt) this.#cut(flight, waitMs);
    else if (waitMs !== null && waitMs > MAX_SHORT_WAIT_MS) this.#pause(waitMs);
  }

  #cut({ call, level }: RequestInFlight, waitMs: number | null): void {
    // A call refused before may never fit, so its refusals say little about the limit.
    if (this.#dry++ === 0 && call.refusals <= 2) {
      const window = Math.min(this.#window, level) * DECREASE;
      const isTooFast = window < 1 || level > this.#window;
      if (isTooFast) this.#gapMs = Math.max(this.#gapMs, this.admittedAfterMs / 2) / DECREASE;
      this.#window = Math.max(1, window);
    }
    this.#cutAt = this.#started;
    // A date in the past says nothing; a wait that was too short grows.
    const isGuess = !waitMs || this.#dry > 1;
    const guess = isGuess ? Math.min(1000 * 2 ** (this.#dry - 1), MAX_GUESS_MS) : 0;
    this.pausedUntil = 0;
    this.#pause(Math.max(waitMs ?? 0, guess));
  }

  #pause(waitMs: number): void {
    const { now, random } = this.#options;
    this.#pauseIsShort = waitMs <= MAX_SHORT_WAIT_MS;
    // Other processes with the same key wait as long; all at once they would be too many.
    const jitter = random() * Math.min(waitMs / 20, 250);
    this.pausedUntil = Math.max(this.pausedUntil, now() + Math.ceil(waitMs + jitter));
  }
}
