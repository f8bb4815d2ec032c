/** A run's calls against a limit, on a clock that jumps: minutes take milliseconds, and no load of the machine counts. */

import { createRateLimits } from '../../src/llm/rate-limits.js';
import { parseWait } from '../../src/llm/stated-wait.js';
import { ProviderError } from '../../src/model/errors.js';
import type { Note } from '../../src/model/notes.js';
import { createSeededRandom } from '../../test/support/seeded-random.js';
import { createVirtualClock, type VirtualClock } from '../../test/support/virtual-clock.js';
import {
  type HeaderStyle,
  lifted,
  openLimit,
  type ProviderLimit,
  quickest,
  waitHeaders,
} from './provider-limits.js';

export const REPLY_MS = 50;
const IN_FLIGHT = 16;
const AT_WORK = 24;
const never = new AbortController().signal;

export type Played = {
  /** From the first start to the last reply that is none of a refusal. */
  readonly wallMs: number;
  /** To the end of all, what was given up included. */
  readonly endMs: number;
  readonly let: number;
  readonly refused: number;
  /** Given up, since they were refused while others got through. */
  readonly stuck: number;
  readonly told: readonly Note[];
  /** Whenever 16 were in flight. */
  readonly full: readonly number[];
};

/** A 429 as the client hands it to its limit. */
export const refusal = (waitMs: number | null) =>
  ({
    status: 'refused',
    waitMs,
    error: new ProviderError('models.example, model m-1: status 429, Slow down.', {
      kind: 'rate-limited',
      status: 429,
    }),
  }) as const;

/**
 * Plays samples of three calls each, 24 at work at a time and `inFlight` calls in flight at most, as a run has them.
 *
 * @param options.tokens of a sample's first, second and third call, counted from 0 as samples are.
 * @param options.lagMs how late a busy machine's timers are: by chance, and now and then all of them by much more.
 */
export async function playLimit(
  limit: ProviderLimit,
  options: {
    readonly samples: number;
    readonly style: HeaderStyle;
    readonly seed?: number;
    readonly tokens?: (sample: number, call: number) => number;
    readonly lagMs?: number;
    readonly inFlight?: number;
    /** Of a sample's first, second and third reply; a refusal takes `REPLY_MS`. */
    readonly replyMs?: readonly [number, number, number];
  },
): Promise<Played> {
  const { samples, style, seed = 7, tokens = () => 0, lagMs = 0, inFlight = IN_FLIGHT } = options;
  const { replyMs = [REPLY_MS, REPLY_MS, REPLY_MS] } = options;
  const clock = createVirtualClock();
  const random = createSeededRandom(seed);
  const { sleep } = lagging(clock, lagMs, random);
  const limits = createRateLimits({
    now: clock.now,
    sleep,
    maxConcurrency: inFlight,
    random,
    timeLeft: () => 3_600_000,
  });
  const one = limits.of({ host: 'models.example', key: 'k' });
  const played = { let: 0, refused: 0, stuck: 0 };
  const full: number[] = [];
  let open = 0;
  let begun = 0;
  const startedAt = clock.now();
  let endedAt = startedAt;

  const call = async (cost: number, takesMs: number): Promise<void> => {
    const mine = { refusals: 0, firstRefusedAt: 0 };
    for (;;) {
      const land = await one.enter(mine, never);
      await sleep(0.3 + random() / 2, never);
      const wait = limit.admit(clock.now(), cost);
      open++;
      if (open === inFlight) full.push(clock.now());
      await sleep((wait === 0 ? takesMs : REPLY_MS) * (0.9 + random() / 5), never);
      open--;
      if (wait === 0) {
        limit.done();
        played.let++;
        endedAt = clock.now();
        return land({ status: 'through' });
      }
      played.refused++;
      const headers = new Headers(waitHeaders(style, Math.max(0, wait - REPLY_MS), clock.now()));
      try {
        land(refusal(parseWait({ headers, message: '' }, clock.now())));
      } catch {
        played.stuck++;
        return;
      }
    }
  };
  const work = async () => {
    while (begun < samples) {
      const sample = begun++;
      await sleep(1, never);
      for (const [index, takesMs] of replyMs.entries()) await call(tokens(sample, index), takesMs);
    }
  };
  await clock.run(Promise.all(Array.from({ length: AT_WORK }, work)));
  return {
    ...played,
    wallMs: endedAt - startedAt,
    endMs: clock.now() - startedAt,
    told: limits.notes(),
    full,
  };
}

/** Timers of a busy machine: late by chance, and all at once for a while every second or so. */
function lagging(clock: VirtualClock, lagMs: number, random: () => number): Pick<VirtualClock, 'sleep'> {
  let nextStall = clock.now();
  let stalledUntil = 0;
  const late = () => {
    if (lagMs === 0) return 0;
    while (clock.now() >= nextStall) {
      stalledUntil = nextStall + lagMs * 5 * random();
      nextStall += 200 + 1000 * random();
    }
    return -Math.log(1 - random()) * lagMs * 0.3 + Math.max(0, stalledUntil - clock.now());
  };
  return { sleep: (milliseconds, signal) => clock.sleep(milliseconds + late(), signal) };
}

/** The cells that a bench and a test hold: enough samples to reach the limit once more after it was first reached. */
export const LIMIT_CELLS: readonly {
  readonly limit: string;
  readonly cases: number;
  /** The limit is gone after so many replies. */
  readonly liftAfter?: number;
}[] = [
  { limit: 'fixed-minute:300', cases: 200 },
  { limit: 'any-minute:300', cases: 200 },
  { limit: 'second:5', cases: 200 },
  { limit: 'fixed-minute:1200', cases: 800 },
  { limit: 'any-minute:1200', cases: 800 },
  { limit: 'second:20', cases: 400 },
  { limit: 'tokens:300000', cases: 200 },
  { limit: 'in-flight:4', cases: 200 },
  { limit: 'in-flight:4', cases: 400, liftAfter: 600 },
];

/** Tokens of the bench's target and judge calls, on its wire. */
const BENCH_TOKENS = [70, 900, 1100] as const;

/** One cell of the table, over so many seeds: the worst of each figure. */
export async function playCell(
  { limit, cases, liftAfter }: (typeof LIMIT_CELLS)[number],
  { style, seeds, lagMs }: { readonly style: HeaderStyle; readonly seeds: number; readonly lagMs: number },
): Promise<{ lost: number; ratio: number | null; refused: number; fullAfterMs: number | null }> {
  const worst = { lost: 0, ratio: 0, refused: 0, fullAfterMs: 0 };
  const base = {
    samples: cases,
    style,
    lagMs,
    tokens: (_: number, call: number) => BENCH_TOKENS[call] ?? 0,
  } as const;
  const known = limit.startsWith('in-flight') ? Number(limit.split(':')[1]) : IN_FLIGHT;
  const free = await playLimit({ admit: () => 0, done() {} }, { ...base, inFlight: known });
  const calls = cases * 3;
  const least = limit.startsWith('in-flight')
    ? free.wallMs
    : quickest(openLimit(limit, REPLY_MS), {
        calls,
        inFlight: IN_FLIGHT,
        replyMs: (free.wallMs / calls) * IN_FLIGHT,
        tokens: (call) => BENCH_TOKENS[call % 3] ?? 0,
      });
  for (let seed = 1; seed <= seeds; seed++) {
    const asked = openLimit(limit, REPLY_MS);
    let admitted = 0;
    let goneAt: number | null = null;
    const counted: ProviderLimit = {
      admit(now, tokens) {
        const wait = asked.admit(now, tokens);
        if (wait === 0) admitted++;
        return wait;
      },
      done: asked.done,
    };
    const gone = (now: number) => {
      if (liftAfter === undefined || admitted < liftAfter) return false;
      goneAt ??= now;
      return true;
    };
    const run = await playLimit(lifted(counted, gone), { ...base, seed });
    worst.lost = Math.max(worst.lost, calls - run.let);
    worst.ratio = Math.max(worst.ratio, run.wallMs / least);
    worst.refused = Math.max(worst.refused, run.refused / (run.refused + run.let));
    if (goneAt === null) continue;
    const from: number = goneAt;
    const back = run.full.find((time) => time > from) ?? Number.POSITIVE_INFINITY;
    worst.fullAfterMs = Math.max(worst.fullAfterMs, back - from);
  }
  return liftAfter === undefined ? { ...worst, fullAfterMs: null } : { ...worst, ratio: null };
}
