import { abortErrorOf, type ProviderError } from '../ports/errors.js';
import { type Log, SILENT_LOG } from '../ports/log.js';
import { counted, grouped } from '../text/counts.js';
import { restated } from './provider-failure.js';
import { abortableSleep, backoffMs } from './retry.js';

/**
 * What came of a request, as far as limits go. `other` says nothing about them; `given up` was refused and is not sent
 * again, so it used nothing of a limit.
 */
export type Landing =
  | { readonly status: 'through' | 'other' | 'given up' }
  /** `waitMs`: what the provider asks to wait, `null` where it does not say. */
  | ({ readonly status: 'refused'; readonly waitMs: number | null } & Refusal)
  /** Too busy, for nobody knows how long: that tells nothing of a limit. `refusals`: how many there were of this call. */
  | ({ readonly status: 'overloaded'; readonly refusals: number } & Refusal);

/** The refusal in words, and whether the model has answered any call of this run. */
type Refusal = { readonly error: ProviderError; readonly hasAnswered: boolean };

/** The limits of one provider's address and key, as they were learned. */
export interface RateLimit {
  /**
   * Resolves when a request may go out. The function that it resolves with is to be called once, with what came of the
   * request; it returns how long this call in particular is to wait before it asks again, in milliseconds.
   *
   * Both throw `ProviderError` where the provider will not take requests again in time, the first on abort too.
   *
   * @param options.isAlone it goes out after a minute in which nobody was under way, and nobody else does meanwhile.
   */
  enter(signal: AbortSignal, options?: { readonly isAlone?: boolean }): Promise<(landing: Landing) => number>;
  /** Every call that waits fails with this, and in a run those to come do too. */
  close(error: ProviderError): void;
}

/** All limits of a run. */
export interface RateLimits {
  readonly maxConcurrency: number;
  /** One for an address and a key: clients that share them share their limit. */
  of(provider: { readonly host: string; readonly key: string }): RateLimit;
  /** What limits did to the run so far, a line for each provider that slowed it down. */
  told(): readonly string[];
}

export type RateLimitsOptions = {
  /** Requests in flight at most, over all providers; an integer of at least 1. */
  readonly maxConcurrency: number;
  /** What the run has left, in milliseconds; without it a provider that refuses everything is waited for 20 minutes. */
  readonly timeLeft?: () => number;
  readonly log?: Log;
  /** Milliseconds since any time; not the machine's clock, which may be set back. */
  readonly now?: () => number;
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Uniform in [0, 1). */
  readonly random?: () => number;
};

const PATIENCE_MS = 20 * 60_000;

/**
 * So long is waited for a model that has never answered, where neither the status (429) nor a stated wait says that it
 * will: most likely nobody is there behind the address.
 */
const FIRST_PATIENCE_MS = 2 * 60_000;

/** Limits are counted by the minute: after one in which nothing was sent they are free. */
const QUIET_MS = 60_000;

/** Shorter waits are not worth a line in the log. */
const LONG_WAIT_MS = 10_000;

/**
 * The longest wait that a server asks for because of one request too many in flight: a second, as a date a second
 * more. Whoever asks for longer counts requests or tokens by the minute or the day.
 */
const LONGEST_WAIT_FOR_A_PLACE_MS = 2_000;

/** Where nobody says how long to wait: a second, doubled up to this, then a sixth of what was waited already. */
const FIRST_GUESS_MS = 1_000;
const LONGEST_DOUBLED_MS = 8_000;

/** Starts that a busy machine was late for are made up for, as far back as this. */
const CATCH_UP_MS = 250;

/**
 * How far a limit is lifted again after so many requests that it held back and that got through: hardly for the first half
 * of `trusted`, e times after all of them, ten times after a third more. As in TCP's CUBIC: most of the time is spent just
 * below the limit, and one that is gone is soon found to be gone. Where requests are few, time counts a little too.
 */
const lift = (through: number, milliseconds: number, trusted: number) =>
  Math.exp(((through + Math.max(0, milliseconds) / 5_000) / trusted) ** 3);

/** The number in flight is tried anew after so many. */
const TRUSTED_WINDOW = 120;
/** A pace is trusted for twice as many as it was learned from: what few requests tell is soon doubted. */
const LEAST_TRUSTED = 30;
const MOST_TRUSTED = 240;

/** After so many more that got through, what was learned before them counts half. */
const HALF_FORGOTTEN = 30;

/**
 * A refusal cuts the pace to a little below what was let through on the whole, waits included. Where the pace was well
 * above that when it was refused, the truth may lie between: a share of that pace then, within bounds. Never to less
 * than a part of the speed before, since the whole may be what somebody else with the same key had left.
 */
const BELOW_WHOLE = 0.95;
const BELOW_REFUSED = 0.8;
const ABOVE_WHOLE = 1.5;
const LEAST_OF_SPEED = 1 / 32;

/** So many say what a limit is; fewer may be what a bucket held. */
const FIRST_BURST = 60;
/** After a wait that was guessed, twice as many as got through are let go, until so many did. */
const TRIED = 8;
/** Refusals that are quicker do not all come as quickly. */
const LEAST_LET_IN_MS = 100;
/** Fewer than so many that got through do not end a series of guesses: small requests find room where others do not. */
const FEW = 3;

type Waiter = { start(flight: Flight): void; fail(error: ProviderError): void };

/** One request under way. */
type Flight = {
  readonly number: number;
  /** Most of the provider's that were in flight while it was, itself included: requests overtake each other. */
  level: number;
  readonly startedAt: number;
  readonly isAlone: boolean;
  /** What it had waited for: its turn in the pace, or a place. */
  readonly held: 'pace' | 'place';
};

/**
 * Keeps requests within limits that nobody announced: one controller a provider's address and key.
 *
 * Each has a number in flight (a window, as TCP has one) and a pace (requests a second). Both are cut by a refusal, at
 * most once a round trip, and climb back on successes of calls that they held back. A refusal is blamed on
 * - the number in flight, where the call had waited for a place and was one more than is known to work, and the wait that
 *   was asked for is short: then the others go on, and the refused call alone waits;
 * - the pace otherwise: then nobody starts before the time that was asked for. A wait that was too short grows. One that
 *   was only guessed ends with a single call; the others follow as it and those after it get through, at the learned pace.
 */
export function createRateLimits(options: RateLimitsOptions): RateLimits {
  const { maxConcurrency } = options;
  if (!Number.isInteger(maxConcurrency) || maxConcurrency < 1) {
    throw new RangeError(`maxConcurrency ${maxConcurrency}: must be an integer of at least 1`);
  }
  const slots = { running: 0, maxConcurrency };
  const controllers = new Map<string, Controller>();
  return {
    maxConcurrency,
    of({ host, key }) {
      const id = JSON.stringify([host, key]);
      const known = controllers.get(id);
      if (known !== undefined) return known;
      const startAll = () => {
        // A place that one provider's request gave back is another's as well: each is first in its turn.
        const [first] = controllers.keys();
        for (const each of controllers.values()) each.start();
        const turned = first !== undefined && controllers.get(first);
        if (!turned) return;
        controllers.delete(first);
        controllers.set(first, turned);
      };
      const made = createController(host, slots, startAll, options);
      controllers.set(id, made);
      return made;
    },
    told: () => [...controllers.values()].flatMap((each) => each.told()),
  };
}

type Controller = RateLimit & { start(): void; told(): readonly string[] };

function createController(
  host: string,
  slots: { running: number; readonly maxConcurrency: number },
  startAll: () => void,
  options: RateLimitsOptions,
): Controller {
  const { timeLeft, log = SILENT_LOG } = options;
  const { now = () => performance.now(), sleep = abortableSleep, random = Math.random } = options;
  // A Set keeps the order of arrival and lets an aborted waiter leave from the middle.
  const waiting = new Set<Waiter>();
  /** Those that go out alone, before all others. */
  const waitingAlone = new Set<Waiter>();
  let closed: ProviderError | null = null;
  const flying = new Set<Flight>();
  let started = 0;
  let refusals = 0;
  let overloads = 0;
  /** Since when nothing got through, as far as anything was refused. */
  let silentSince: number | null = null;
  let landedAt = 0;

  /** What the number in flight was cut to, and how many that had waited for a place got through since. */
  let cutWindow = slots.maxConcurrency;
  /** Up to here one more in flight is tried with each that gets through. */
  let slowStart = slots.maxConcurrency;
  let placed = 0;
  /** Likewise the pace, and how many that it had held back. A limit that holds nobody back is not tried, so it stays. */
  let cutPace = Number.POSITIVE_INFINITY;
  let paced = 0;
  let trusted = MOST_TRUSTED;
  /** The time of the cut, or of the end of the wait after it. */
  let lastCutAt = 0;
  /** Flights with a lower number had started before the last cut, and cut nothing again. */
  let cutAt = 0;

  /** So many in flight are known to work, and how many more have worked since that was seen, at what level at least. */
  let proven = 0;
  let above = { count: 0, level: Number.POSITIVE_INFINITY };

  /** What has been under way for longer than this, far longer than a refusal takes, was let in, however slow its reply is. */
  let letInAfter = Number.POSITIVE_INFINITY;

  /** What the next one waits for. */
  let held: Flight['held'] = 'place';
  let nextStart = 0;
  let restUntil = 0;
  /** True while a few calls show whether the wait is over, one at first. */
  let trial = false;
  /** Since when, and in how many waits, nothing has got through. */
  let drySince: number | null = null;
  let dryWaits = 0;
  /** How long that took when it was last so. */
  let lastDry = 0;
  /** What was started and let through since the last wait ended. */
  let cycle = { since: 0, started: 0, through: 0 };
  /** The one before, while it is not known whether the wait was long enough. */
  let lastCycle: typeof cycle | null = null;
  /** What was let through in how long, waits included; the last cycles count most. */
  let learned = { through: 0, milliseconds: 0 };
  /** The pace to go on with after a long wait. */
  let burstPace = 0;
  /** Requests a second over a whole cycle, its wait included: what the provider allows. */
  let allowed: number | null = null;
  let blamed: 'in flight' | 'pace' | null = null;

  /** So many work right now. */
  const letIn = () => [...flying].filter((each) => now() - each.startedAt >= letInAfter).length;
  const window = () => {
    if (refusals === 0) return slots.maxConcurrency;
    const oneMore = letIn() + 1;
    const wide = Math.min(slowStart, Math.max(cutWindow + placed / 2, oneMore));
    const lifted = wide * lift(placed, now() - lastCutAt, TRUSTED_WINDOW);
    const most = Math.max(1, Math.min(slots.maxConcurrency, Math.floor(lifted)));
    return trial ? Math.min(most, Math.max(oneMore, 2 * cycle.through)) : most;
  };
  const pace = () => (Number.isFinite(cutPace) ? cutPace * lift(paced, now() - lastCutAt, trusted) : cutPace);
  let alarm: { readonly at: number; readonly stop: AbortController } | null = null;

  const start = () => {
    if (closed !== null) {
      for (const each of [...waitingAlone, ...waiting]) each.fail(closed);
      return;
    }
    const [lone] = waitingAlone;
    if (lone !== undefined) {
      const at = Math.max(restUntil, landedAt + QUIET_MS);
      if (flying.size > 0 || slots.running >= slots.maxConcurrency) return;
      return at > now() ? wake(at) : launch(lone, { isAlone: true });
    }
    if ([...flying].some(({ isAlone }) => isAlone)) return;
    for (const next of waiting) {
      if (slots.running >= slots.maxConcurrency || flying.size >= window()) {
        held = 'place';
        const young = [...flying].find((each) => each.startedAt + letInAfter > now());
        if (refusals > 0 && young !== undefined) wake(young.startedAt + letInAfter);
        return;
      }
      const at = Math.max(restUntil, nextStart);
      if (at > now()) {
        held = 'pace';
        return wake(at);
      }
      launch(next, { isAlone: false });
    }
  };

  const launch = (next: Waiter, { isAlone }: Pick<Flight, 'isAlone'>) => {
    waiting.delete(next);
    waitingAlone.delete(next);
    nextStart = Math.max(nextStart, now() - CATCH_UP_MS) + 1000 / pace();
    if (cycle.started === 0) cycle.since = Math.max(cycle.since, now());
    cycle.started++;
    slots.running++;
    const flight = { number: started++, level: 0, startedAt: now(), held, isAlone };
    flying.add(flight);
    for (const each of flying) each.level = Math.max(each.level, flying.size);
    next.start(flight);
  };

  /** Starts again at that time, unless nobody waits any more. */
  const wake = (at: number) => {
    if (alarm !== null && alarm.at <= at) return;
    alarm?.stop.abort();
    const mine = { at, stop: new AbortController() };
    alarm = mine;
    const ring = () => {
      if (alarm !== mine) return;
      alarm = null;
      start();
    };
    sleep(Math.ceil(at - now()), mine.stop.signal).then(ring, () => {});
  };

  const gotThrough = ({ number, level, held }: Flight) => {
    silentSince = null;
    if (number < cutAt) {
      // It was in flight together with the refused one, so there is a place when it has landed.
      if (blamed === 'in flight') restUntil = nextStart = Math.min(restUntil, now());
      return;
    }
    if (drySince !== null) endDry(drySince);
    cycle.through++;
    if (cycle.through >= TRIED) trial = false;
    if (held === 'place') placed++;
    else paced++;
    if (level <= proven) return;
    above = { count: above.count + 1, level: Math.min(above.level, level) };
    if (above.count < 4 * above.level) return;
    proven = above.level;
    above = { count: 0, level: Number.POSITIVE_INFINITY };
  };

  const wasOverloaded = (landing: Extract<Landing, { status: 'overloaded' }>): number => {
    if (overloads++ === 0) log.info(`${host} is overloaded: what it refuses is sent again until it is taken`);
    const wait = Math.min(backoffMs(landing.refusals, random), LONGEST_DOUBLED_MS);
    silentSince ??= now();
    if (now() - silentSince >= QUIET_MS) endIfTooLate(landing, { waitMs: null, nextMs: wait });
    return wait;
  };

  const wasRefused = (flight: Flight, landing: Extract<Landing, { status: 'refused' }>): number => {
    const { waitMs } = landing;
    silentSince ??= now();
    if (refusals++ === 0)
      log.info(`${host} refuses requests for now: the run is slowed down to what it lets through`);
    const isNew = flight.number >= cutAt;
    const roundTrip = now() - flight.startedAt;
    letInAfter = Math.max(LEAST_LET_IN_MS, 2 * roundTrip);
    proven = Math.max(proven, letIn());
    if (isNew) cut(flight, waitMs);
    // Others get through: this one alone waits.
    if (blamed === 'in flight' && proven > 0) return waitMs ?? FIRST_GUESS_MS;
    if (isNew) rest(waitMs, roundTrip);
    else restUntil = Math.max(restUntil, now() + (waitMs ?? 0));
    nextStart = Math.max(nextStart, restUntil);
    lastCutAt = restUntil;
    endIfTooLate(landing, { waitMs, nextMs: restUntil - now() });
    return 0;
  };

  const cut = ({ level, held }: Flight, waitMs: number | null) => {
    const short = waitMs === null || waitMs <= LONGEST_WAIT_FOR_A_PLACE_MS;
    const before = window();
    const paceBefore = pace();
    blamed = held === 'place' && level > Math.max(1, proven) && short ? 'in flight' : 'pace';
    if (blamed === 'in flight') {
      cutWindow = Math.max(1, proven);
      slowStart = Math.max(cutWindow, Math.min(level - 1, slots.maxConcurrency / 2));
    } else {
      cutWindow = before;
      // One alone was refused, or no more than are known to work: perhaps it never was the number in flight.
      if (level === 1 || (short && level <= proven)) slowStart = slots.maxConcurrency;
      // Should it have been the number in flight after all, that is seen the next time.
      proven = Math.ceil(proven / 2);
    }
    cutPace = paceBefore;
    cutAt = started;
    lastCutAt = now();
    placed = 0;
    paced = 0;
    above = { count: 0, level: Number.POSITIVE_INFINITY };
  };

  const rest = (stated: number | null, roundTrip: number) => {
    const time = now();
    // Of no length, as where a date is past: it was refused all the same, so that says nothing.
    const waitMs = stated === 0 ? null : stated;
    if (cycle.through >= FEW) dryWaits = 0;
    drySince ??= time;
    const first = waitMs === null ? FIRST_GUESS_MS : Math.max(waitMs, roundTrip, 1000 / cutPace);
    const guess = Math.max(
      Math.min(first * 2 ** dryWaits, LONGEST_DOUBLED_MS),
      dryWaits === 0 ? lastDry / 2 : (time - drySince) / 6,
    );
    const guessed = waitMs === null || dryWaits > 0;
    const wait = Math.max(waitMs ?? 0, guessed ? guess : 0);
    // Other processes with the same key wait as long; together they would come too many.
    restUntil = time + Math.ceil(wait + random() * Math.min(wait / 20, 250));
    trial = guessed;
    dryWaits++;
    if (wait >= LONG_WAIT_MS) {
      const why = waitMs === null ? 'refuses every request' : `asks to wait ${spell(waitMs)}`;
      log.info(`${host} ${why}: the next one is sent in ${spell(wait)}`);
    }
    const ended = cycle;
    cycle = { since: restUntil, started: 0, through: 0 };
    // A refusal after no success at all says only that the wait was too short.
    if (ended.through === 0 || blamed === 'in flight') return;
    lastCycle = ended;
    const speed = Math.min(cutPace, perSecond(ended.started, time - ended.since));
    // Of a first burst, two at most are to be under way when the next refusal comes back.
    const isBurst = !Number.isFinite(cutPace) && ended.through < FIRST_BURST;
    const least = isBurst ? (ended.through * roundTrip) / 2 : 0;
    const whole = learn(ended.through, Math.max(least, restUntil - ended.since));
    const doubted = Math.min(whole * ABOVE_WHOLE, cutPace * BELOW_REFUSED);
    cutPace = Math.max(whole * BELOW_WHOLE, doubted, speed * LEAST_OF_SPEED);
    trusted = Math.min(MOST_TRUSTED, Math.max(LEAST_TRUSTED, 2 * learned.through));
    burstPace = Math.min(speed / 2, perSecond(4, roundTrip));
  };

  /** What a cycle tells counts together with what the ones before told, the less of that the more this one tells. */
  const learn = (through: number, milliseconds: number) => {
    const kept = 2 ** (-through / HALF_FORGOTTEN);
    learned = {
      through: through + kept * learned.through,
      milliseconds: milliseconds + kept * learned.milliseconds,
    };
    return perSecond(learned.through, learned.milliseconds);
  };

  const endDry = (since: number) => {
    lastDry = now() - since;
    // Who counts by the minute takes the next minute's requests as fast as the last one's.
    if (lastDry > LONGEST_WAIT_FOR_A_PLACE_MS) cutPace = Math.max(cutPace, burstPace);
    burstPace = 0;
    drySince = null;
    if (lastCycle !== null) allowed = perSecond(lastCycle.through, restUntil - lastCycle.since);
    lastCycle = null;
  };

  /** The pace was learned from refusals that told of one request, and from waiting for it. */
  const forget = () => {
    cutPace = Number.POSITIVE_INFINITY;
    learned = { through: 0, milliseconds: 0 };
    cycle = { since: now(), started: 0, through: 0 };
    lastCycle = null;
    drySince = null;
    lastDry = 0;
    dryWaits = 0;
    burstPace = 0;
    allowed = null;
    nextStart = now();
  };

  /** Ends all that wait where nothing is to be expected before `nextMs` are over, and nobody waits for so long. */
  const endIfTooLate = (
    { error, hasAnswered }: Refusal,
    { waitMs, nextMs }: { readonly waitMs: number | null; readonly nextMs: number },
  ) => {
    const silence = now() - (silentSince ?? now());
    const isPromised = hasAnswered || waitMs !== null || error.status === 429;
    const runLeft = timeLeft?.() ?? Number.POSITIVE_INFINITY;
    const most = isPromised ? PATIENCE_MS : FIRST_PATIENCE_MS;
    const left = isPromised && timeLeft !== undefined ? runLeft : Math.min(runLeft, most - silence);
    if (nextMs <= left) return;
    const asked =
      waitMs !== null && waitMs > left
        ? `it asks to wait ${spell(waitMs)}`
        : `it has let nothing through for ${spell(silence)}`;
    const why =
      left < runLeft
        ? `no more than ${spell(most)} are waited for`
        : `the run has ${spell(Math.max(0, left))} left (limits.timeout)`;
    const message = `${error.message.replace(/[.\s]+$/, '')}; ${asked}, and ${why}`;
    const end = restated(error, message, { fatal: true });
    close(end);
    throw end;
  };

  const close = (error: ProviderError) => {
    closed = error;
    start();
    // Whoever has no end is there for other runs later.
    if (timeLeft === undefined) closed = null;
  };

  const enter: RateLimit['enter'] = (signal, { isAlone = false } = {}) =>
    new Promise<(landing: Landing) => number>((resolve, reject) => {
      if (signal.aborted) return reject(abortErrorOf(signal));
      const gone = () => {
        signal.removeEventListener('abort', leave);
        waiting.delete(waiter);
        waitingAlone.delete(waiter);
        if (waiting.size + waitingAlone.size > 0 || alarm === null) return;
        alarm.stop.abort();
        alarm = null;
      };
      const leave = () => {
        gone();
        reject(abortErrorOf(signal));
      };
      const waiter = {
        start(flight: Flight) {
          gone();
          resolve((landing) => {
            flying.delete(flight);
            slots.running--;
            if (landing.status !== 'given up') landedAt = now();
            else if (flight.isAlone) forget();
            try {
              if (landing.status === 'through') gotThrough(flight);
              if (landing.status === 'overloaded') return wasOverloaded(landing);
              return landing.status === 'refused' ? wasRefused(flight, landing) : 0;
            } finally {
              startAll();
            }
          });
        },
        fail(error: ProviderError) {
          gone();
          reject(error);
        },
      };
      (isAlone ? waitingAlone : waiting).add(waiter);
      if (isAlone) log.info(`${host} refuses one request again and again: it is sent alone, after a minute`);
      signal.addEventListener('abort', leave, { once: true });
      start();
    });

  const told = () => {
    const again = (count: number) =>
      `${counted(count, 'request')} ${count === 1 ? 'was' : 'were'} refused and sent again.`;
    const overloaded = overloads > 0 ? [`${host} was overloaded: ${again(overloads)}`] : [];
    if (refusals === 0) return overloaded;
    const atATime = Math.max(cutWindow, proven);
    const about =
      blamed === 'in flight'
        ? proven > 0 && `${counted(atATime, 'request')} at a time`
        : allowed !== null && `${rounded(allowed * 60)} requests a minute`;
    const limit = about === false ? 'limited requests' : `allows about ${about}`;
    return [`${host} ${limit}: the run was slowed down, ${again(refusals)}`, ...overloaded];
  };

  return { enter, close, start, told };
}

function perSecond(count: number, milliseconds: number): number {
  return (1000 * count) / Math.max(1, milliseconds);
}

/** Two digits are all that is known. */
function rounded(number: number): string {
  return grouped(Number(number.toPrecision(2)));
}

function spell(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
