import { describe, expect, test } from 'vitest';
import { createSeededRandom } from '../../src/decide/aa-check/false-alarms.js';
import { createRateLimits, type RateLimitsOptions } from '../../src/llm/rate-limits.js';
import { parseWait } from '../../src/llm/retry-delay.js';
import { ProviderError } from '../../src/ports/errors.js';
import {
  fixedWindow,
  HEADER_STYLES,
  type HeaderStyle,
  inFlight,
  lifted,
  type ProviderLimit,
  quickest,
  slidingWindow,
  tokenBucket,
  waitHeaders,
} from '../support/provider-limits.js';
import { createVirtualClock } from '../support/virtual-clock.js';

const never = new AbortController().signal;
const REPLY_MS = 50;
const HOST = { host: 'models.example', key: 'k' };
const refusal = (waitMs: number | null) =>
  ({
    status: 'refused',
    waitMs,
    error: new ProviderError('models.example, model m-1: status 429, Slow down.', {
      kind: 'rate-limited',
      status: 429,
    }),
  }) as const;

/** Plays so many calls against a limit, 24 at work at a time and 16 in flight at most, as a run has them. */
async function play(limit: ProviderLimit, options: { calls: number; style: HeaderStyle; tokens?: number }) {
  const clock = createVirtualClock();
  const random = createSeededRandom(7);
  const limits = createRateLimits({ ...clock, maxConcurrency: 16, random, timeLeft: () => 3_600_000 });
  const one = limits.of(HOST);
  const played = { wallMs: 0, let: 0, refused: 0, told: [] as readonly string[] };
  /** Once 16 are in flight again, so long after the given time. */
  const full: number[] = [];
  let open = 0;
  let begun = 0;
  const startedAt = clock.now();
  const call = async (): Promise<void> => {
    const land = await one.enter(never);
    await clock.sleep(0.3 + random() / 2, never);
    const wait = limit.admit(clock.now(), options.tokens ?? 0);
    open++;
    if (open === 16) full.push(clock.now());
    await clock.sleep(REPLY_MS * (0.9 + random() / 5), never);
    open--;
    if (wait === 0) {
      limit.done();
      played.let++;
      land({ status: 'through' });
      return;
    }
    played.refused++;
    const headers = new Headers(waitHeaders(options.style, wait, clock.now() - REPLY_MS));
    const own = land(refusal(parseWait({ headers, message: '' }, clock.now())));
    if (own > 0) await clock.sleep(own, never);
    return call();
  };
  const work = async () => {
    while (begun++ < options.calls) await call();
  };
  await clock.run(Promise.all(Array.from({ length: 24 }, work)));
  return { ...played, wallMs: clock.now() - startedAt, told: limits.told(), full, clock };
}

describe('a provider that allows', () => {
  const minute = 60_000;
  const LIMITS: readonly (readonly [string, number, () => ProviderLimit])[] = [
    ['300 requests in a fixed minute', 600, () => fixedWindow(300, minute)],
    ['300 requests in any minute', 600, () => slidingWindow(300, minute)],
    ['5 requests a second', 600, () => tokenBucket(5, 5)],
    ['1,200 requests in a fixed minute', 2_400, () => fixedWindow(1_200, minute)],
    ['1,200 requests in any minute', 2_400, () => slidingWindow(1_200, minute)],
    ['20 requests a second', 2_400, () => tokenBucket(20, 20)],
    ['60,000 tokens a minute', 600, () => fixedWindow(60_000, minute, (tokens) => tokens)],
    ['4 requests at a time', 600, () => inFlight(4, REPLY_MS)],
  ];
  const CELLS = LIMITS.flatMap(([name, calls, open]) =>
    HEADER_STYLES.map((style) => [name, style, calls, open] as const),
  );

  test.each(CELLS)('%s, its waits stated as %s', async (name, style, calls, open) => {
    const tokens = 200;
    const least = quickest(open(), { calls, inFlight: 16, replyMs: REPLY_MS, tokens: () => tokens });
    const run = await play(open(), { calls, style, tokens });
    expect(run.let).toBe(calls);
    // A date of whole seconds states up to two seconds where a twentieth is meant, and is kept.
    const most = name === '20 requests a second' && style === 'date' ? 1.5 : 1.25;
    expect(run.wallMs / least).toBeLessThan(most);
    expect(run.refused / (calls + run.refused)).toBeLessThan(0.06);
  });

  test('as many as are asked for is not slowed down', async () => {
    const run = await play(inFlight(16, REPLY_MS), { calls: 600, style: 'none' });
    expect(run.wallMs).toBeLessThan(600 * (REPLY_MS / 16) * 1.2);
    expect(run.told).toEqual([]);
  });

  test.each(HEADER_STYLES)('everything again (waits as %s): soon all places are taken', async (style) => {
    let gone: number | null = null;
    const at = Date.UTC(2026, 0, 1) + 6_000;
    const limit = lifted(inFlight(4, REPLY_MS), (now) => {
      if (now >= at) gone ??= now;
      return now >= at;
    });
    const run = await play(limit, { calls: 1_500, style });
    const back = run.full.find((time) => time > at) ?? Number.POSITIVE_INFINITY;
    expect(back - (gone ?? 0)).toBeLessThan(5_000);
  });

  test('less is told with what it allows', async () => {
    const minuteLimit = await play(fixedWindow(300, minute), { calls: 600, style: 'seconds' });
    expect(minuteLimit.told).toEqual([
      expect.stringMatching(
        /^models\.example allows about (2[89]0|300) requests a minute: the run was slowed down, \d+ requests were refused and sent again\.$/,
      ),
    ]);
    const places = await play(inFlight(4, REPLY_MS), { calls: 600, style: 'seconds' });
    expect(places.told).toEqual([expect.stringContaining('allows about 4 requests at a time')]);
  });
});

/** A controller on a clock that only the test moves, by asking. */
function openLimits(options: Partial<RateLimitsOptions> = {}) {
  const clock = createVirtualClock(0);
  const limits = createRateLimits({ ...clock, maxConcurrency: 16, random: () => 0, ...options });
  return { clock, limits, one: limits.of(HOST) };
}

describe('a wait', () => {
  test('that was asked for is kept by all, and they do not start together', async () => {
    const { clock, one } = openLimits();
    await clock.run(
      (async () => {
        for (let call = 0; call < 50; call++) (await one.enter(never))({ status: 'through' });
        await clock.sleep(1_000, never);
        const land = await one.enter(never);
        const starts = Array.from({ length: 4 }, () =>
          one.enter(never).then((landed) => {
            landed({ status: 'other' });
            return clock.now();
          }),
        );
        // All of them started beside it; they come again.
        await Promise.all(starts);
        land(refusal(30_000));
        const again = await Promise.all(
          Array.from({ length: 4 }, () =>
            one.enter(never).then((landed) => {
              landed({ status: 'other' });
              return clock.now() - 1_000;
            }),
          ),
        );
        expect(Math.min(...again)).toBe(30_000);
        expect(new Set(again).size).toBe(4);
      })(),
    );
  });

  test('that was too short grows, and one call alone tries', async () => {
    const { clock, one } = openLimits();
    const starts: number[] = [];
    const ask = async (refusals: number) => {
      for (let time = 0; time < refusals; time++) {
        const land = await one.enter(never);
        starts.push(clock.now());
        land(refusal(1_000));
      }
      (await one.enter(never))({ status: 'through' });
      return clock.now();
    };
    const end = await clock.run(ask(5));
    expect(starts).toEqual([0, 1_000, 3_000, 7_000, 15_000]);
    expect(end).toBe(23_000);
  });

  test('that nobody states is a second at first, then doubles, then grows with what was waited', async () => {
    const { clock, one } = openLimits({ timeLeft: () => Number.POSITIVE_INFINITY });
    const starts: number[] = [];
    await clock.run(
      (async () => {
        while (clock.now() < 3_600_000) {
          const land = await one.enter(never);
          starts.push(clock.now());
          land(refusal(null));
        }
      })(),
    );
    expect(starts.slice(0, 6)).toEqual([0, 1_000, 3_000, 7_000, 15_000, 23_000]);
    expect(starts.length).toBeLessThan(50);
  });

  test.each([
    [7_200_000, 'it asks to wait 2 h, and the run has 10 min left (limits.timeout)'],
    [null, 'it has let nothing through for'],
  ])('of %s ms beyond the end of the run ends it at once', async (waitMs, words) => {
    const ends = 600_000;
    const clock = createVirtualClock(0);
    const limits = createRateLimits({ ...clock, maxConcurrency: 2, timeLeft: () => ends - clock.now() });
    const ask = async () => {
      for (;;) (await limits.of(HOST).enter(never))(refusal(waitMs));
    };
    const error = await clock.run(ask()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ kind: 'rate-limited', status: 429, fatal: true });
    expect(String(error)).toContain(`status 429, Slow down; ${words}`);
    expect(clock.now()).toBeLessThan(ends);
    // Nor is anybody else let in.
    await expect(limits.of(HOST).enter(never)).rejects.toBe(error);
  });

  test('without an end of the run is no longer than 20 minutes, and later calls may try again', async () => {
    const { one } = openLimits();
    const land = await one.enter(never);
    expect(() => land(refusal(3_600_000))).toThrow('no more than 20 min are waited for');
    await expect(one.enter(AbortSignal.abort())).rejects.toMatchObject({ kind: 'aborted' });
  });
});

test('who waits may leave, and one who comes later does not overtake', async () => {
  const { limits, one } = openLimits({ maxConcurrency: 1 });
  const other = limits.of({ ...HOST, key: 'another' });
  expect(limits.of({ ...HOST })).toBe(one);
  const land = await one.enter(never);
  const order: string[] = [];
  const stop = new AbortController();
  const leaving = one.enter(stop.signal);
  const enter = (name: string, limit = one) =>
    limit.enter(never).then((landed) => {
      order.push(name);
      landed({ status: 'through' });
    });
  const all = [enter('first'), enter('second'), enter('of another provider', other)];
  stop.abort(new ProviderError('time is up', { kind: 'timeout' }));
  await expect(leaving).rejects.toThrow('time is up');
  expect(order).toEqual([]);
  land({ status: 'through' });
  await Promise.all(all);
  expect(order.filter((name) => name !== 'of another provider')).toEqual(['first', 'second']);
  expect(order).toHaveLength(3);
});

test.each([0, -1, 1.5, Number.NaN])('maxConcurrency %d is refused', (maxConcurrency) => {
  expect(() => createRateLimits({ maxConcurrency })).toThrow(RangeError);
});
