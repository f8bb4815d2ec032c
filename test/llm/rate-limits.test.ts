import { describe, expect, test } from 'vitest';
import { LIMIT_CELLS, playCell, playLimit, REPLY_MS, refusal } from '../../bench/limits/play-limits.js';
import { fixedWindow, HEADER_STYLES, openLimit, quickest } from '../../bench/limits/provider-limits.js';
import { createRateLimits, type RateLimitsOptions } from '../../src/llm/rate-limits.js';
import { ProviderError } from '../../src/model/errors.js';
import { createVirtualClock } from '../support/virtual-clock.js';

const never = new AbortController().signal;
const HOST = { host: 'models.example', key: 'k' };
const newCall = () => ({ refusals: 0, firstRefusedAt: 0 });

describe('a provider that allows', () => {
  // Each limit with two of the styles; `bench/limits.mjs --virtual` plays all of them.
  const CELLS = LIMIT_CELLS.flatMap((cell, index) =>
    [0, 25].map((lagMs) => ({
      ...cell,
      lagMs,
      style: HEADER_STYLES[(index + (lagMs === 0 ? 0 : 3)) % HEADER_STYLES.length] ?? 'none',
    })),
  );
  test.each(CELLS)(
    '$limit ($liftAfter), its waits stated as $style, timers $lagMs ms late',
    async ({ style, lagMs, ...cell }) => {
      const { lost, ratio, refused, fullAfterMs } = await playCell(cell, { style, lagMs, seeds: 1 });
      expect(lost).toBe(0);
      expect(ratio ?? 0).toBeLessThan(1.5);
      expect(refused).toBeLessThan(0.3);
      expect(fullAfterMs ?? 0).toBeLessThan(5_000);
    },
  );

  test.each(['second:1', 'second:2', 'fixed-minute:60', 'in-flight:4'])(
    '%s, and replies slowly',
    async (name) => {
      const known = name === 'in-flight:4' ? 4 : 16;
      const least = quickest(openLimit(name, REPLY_MS), { calls: 300, inFlight: known, replyMs: 5_000 });
      const run = await playLimit(openLimit(name, REPLY_MS), {
        samples: 100,
        style: 'seconds',
        replyMs: [8_000, 4_000, 3_000],
      });
      expect(run.let).toBe(300);
      expect(run.wallMs).toBeLessThan(1.5 * least);
    },
  );

  test('the provider reports less', async () => {
    const run = await playLimit(fixedWindow(300, 60_000), { samples: 200, style: 'seconds' });
    expect(run.told).toEqual([{ kind: 'slowed-down', host: 'models.example', refused: run.refused }]);
  });

  test.each(
    (['seconds', 'none'] as const).flatMap((style) =>
      [1, 16].flatMap((places) => [0, 30, 59].map((of) => ({ style, places, of }))),
    ),
  )(
    'fewer tokens a minute than sample $of needs (waits: $style, $places in flight) costs it alone',
    async (cell) => {
      const run = await playLimit(
        fixedWindow(30_000, 60_000, (tokens) => tokens),
        {
          samples: 60,
          style: cell.style,
          inFlight: cell.places,
          tokens: (sample, call) => (sample === cell.of && call === 2 ? 41_000 : 50),
        },
      );
      expect({ let: run.let, stuck: run.stuck }).toEqual({ let: 179, stuck: 1 });
      expect(run.endMs).toBeLessThan(5 * 60_000);
    },
  );
});

function openLimiter(options: Partial<RateLimitsOptions> = {}) {
  const clock = createVirtualClock(0);
  const limits = createRateLimits({ ...clock, maxConcurrency: 16, random: () => 0, ...options });
  return { clock, limits, one: limits.of(HOST) };
}

describe('a wait', () => {
  test('that was asked for is kept by all', async () => {
    const { clock, one } = openLimiter();
    const land = await one.enter(newCall(), never);
    land(refusal(30_000));
    const starts = [1, 2, 3].map(async () => {
      (await one.enter(newCall(), never))({ status: 'through' });
      return clock.now();
    });
    expect(Math.min(...(await clock.run(Promise.all(starts))))).toBe(30_000);
  });

  test.each([
    [1_000, [0, 1_000, 3_000, 7_000, 15_000, 23_000]],
    [null, [0, 1_000, 3_000, 7_000, 15_000, 23_000]],
    [10_000, [0, 10_000, 20_000, 30_000]],
  ])('of %s ms that was too short grows', async (waitMs, expected) => {
    const { clock, one } = openLimiter({ timeLeft: () => 3_600_000 });
    const starts: number[] = [];
    const ask = async () => {
      for (const _ of expected) {
        const land = await one.enter(newCall(), never);
        starts.push(clock.now());
        land(refusal(waitMs));
      }
    };
    await clock.run(ask());
    expect(starts).toEqual(expected);
  });

  test.each([
    [7_200_000, 'it asks to wait 2 h, and the run has 10 min left (limits.timeout)'],
    [null, 'it let nothing through for'],
  ])('of %s ms beyond the end of the run ends it at once', async (waitMs, words) => {
    const clock = createVirtualClock(0);
    const timeLeft = () => 600_000 - clock.now();
    const one = createRateLimits({ ...clock, maxConcurrency: 2, timeLeft }).of(HOST);
    const ask = async () => {
      for (;;) (await one.enter(newCall(), never))(refusal(waitMs));
    };
    const error = await clock.run(ask()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ kind: 'rate-limited', status: 429, fatal: true });
    expect(String(error)).toContain(`status 429, Slow down; ${words}`);
    expect(clock.now()).toBeLessThan(600_000);
    // Nor is anybody else let in.
    await expect(one.enter(newCall(), never)).rejects.toBe(error);
  });

  test('without an end of the run is no longer than 20 minutes, and later calls may try again', async () => {
    const { clock, one } = openLimiter();
    const land = await one.enter(newCall(), never);
    expect(() => land(refusal(1_200_001))).toThrow('the calls wait 20 min');
    await clock.run(one.enter(newCall(), never));
  });
});

test('a call that waits may leave, and one that comes later does not overtake', async () => {
  const { limits, one } = openLimiter({ maxConcurrency: 1 });
  expect(limits.of({ ...HOST })).toBe(one);
  const land = await one.enter(newCall(), never);
  const order: string[] = [];
  const stop = new AbortController();
  const leaving = one.enter(newCall(), stop.signal);
  const enter = async (name: string, limit = one) => {
    const landed = await limit.enter(newCall(), never);
    order.push(name);
    landed({ status: 'through' });
  };
  const other = limits.of({ ...HOST, key: 'another' });
  const all = [enter('first'), enter('second'), enter('of another provider', other)];
  stop.abort(new ProviderError('time is up', { kind: 'timeout' }));
  await expect(leaving).rejects.toThrow('time is up');
  expect(order).toEqual([]);
  land({ status: 'through' });
  await Promise.all(all);
  expect(order.filter((name) => name !== 'of another provider')).toEqual(['first', 'second']);
  expect(order).toHaveLength(3);
});
