import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createRateLimits, type RateLimitsOptions } from '../../src/llm/rate-limits.js';
import { ProviderError } from '../../src/ports/errors.js';
import { SILENT_LOG } from '../../src/ports/log.js';
import { LIMIT_CELLS, playCell, playLimit, REPLY_MS, refusal } from '../support/play-limits.js';
import {
  fixedWindow,
  HEADER_STYLES,
  type HeaderStyle,
  inFlight,
  openLimit,
  quickest,
} from '../support/provider-limits.js';
import { createVirtualClock } from '../support/virtual-clock.js';

const never = new AbortController().signal;
const HOST = { host: 'models.example', key: 'k' };
describe('a provider that allows', () => {
  const CELLS = LIMIT_CELLS.flatMap((cell) => HEADER_STYLES.map((style) => ({ ...cell, style })));
  const MACHINES = [
    { lagMs: 0, machine: 'an idle machine', seeds: 1 },
    { lagMs: 25, machine: 'a busy machine', seeds: 2 },
  ];

  test.each(CELLS.flatMap((cell) => MACHINES.map((on) => ({ ...cell, ...on }))))(
    '$limit ($liftAfter), its waits stated as $style, on $machine',
    async ({ style, lagMs, seeds, ...cell }) => {
      const { lost, ratio, refused, fullAfterMs } = await playCell(cell, { style, lagMs, seeds });
      expect(lost).toBe(0);
      expect(refused).toBeLessThan(0.05);
      expect(ratio ?? 0).toBeLessThan(1.25);
      expect(fullAfterMs ?? 0).toBeLessThan(5_000);
    },
  );

  test.each(['seconds', 'none'] as const)(
    'two a second, of which the slow ones stay for long (waits: %s), is not taken for one that allows few at a time',
    async (style) => {
      const replyMs = [10_000, 2_000, 2_000] as const;
      const least = quickest(openLimit('second:2', REPLY_MS), {
        calls: 600,
        inFlight: 16,
        replyMs: 14_000 / 3,
      });
      const run = await playLimit(openLimit('second:2', REPLY_MS), { samples: 200, style, replyMs });
      expect(run.let).toBe(600);
      expect(run.wallMs).toBeLessThan(1.75 * least);
      expect(run.refused).toBeLessThan(0.05 * 600);
    },
  );

  test('as many as are asked for is not slowed down', async () => {
    const run = await playLimit(inFlight(16, REPLY_MS), { samples: 200, style: 'none' });
    expect(run.wallMs).toBeLessThan(600 * (REPLY_MS / 16) * 1.2);
    expect(run.told).toEqual([]);
  });

  test('less is told with what it allows', async () => {
    const minuteLimit = await playLimit(fixedWindow(300, 60_000), { samples: 200, style: 'seconds' });
    expect(minuteLimit.told).toEqual([
      expect.stringMatching(
        /^models\.example allows about (2[89]0|300) requests a minute: the run was slowed down, \d+ requests were refused and sent again\.$/,
      ),
    ]);
    const places = await playLimit(inFlight(4, REPLY_MS), { samples: 200, style: 'seconds' });
    expect(places.told).toEqual([expect.stringContaining('allows about 4 requests at a time')]);
  });
});

describe('tokens that a minute allows', () => {
  const allowed = 30_000;
  const limit = () => fixedWindow(allowed, 60_000, (tokens) => tokens);
  const play = (style: HeaderStyle, tokens: (sample: number, call: number) => number, inFlight = 16) =>
    playLimit(limit(), { samples: 60, style, tokens, inFlight });

  test.each(
    (['seconds', 'none'] as const).flatMap((style) =>
      [1, 2, 16].flatMap((places) => [0, 30, 59].map((sample) => ({ style, places, sample }))),
    ),
  )('$sample of 60 samples never fits, waits: $style, $places in flight: it alone is lost', async (of) => {
    const tokens = (sample: number, call: number) => (sample === of.sample && call === 2 ? 41_000 : 50);
    const run = await play(of.style, tokens, of.places);
    expect({ let: run.let, stuck: run.stuck }).toEqual({ let: 179, stuck: 1 });
    expect(run.refused).toBeLessThan(30);
    expect(run.endMs).toBeLessThan(5 * 60_000);
  });

  test.each(['seconds', 'none'] as const)(
    'a third of the samples never fits (waits: %s): they alone are lost, and in the time of a run',
    async (style) => {
      const run = await play(style, (sample, call) => (call === 0 && sample % 3 === 0 ? 41_000 : 100));
      expect({ let: run.let, stuck: run.stuck }).toEqual({ let: 160, stuck: 20 });
      expect(run.endMs).toBeLessThan(20 * 60_000);
    },
  );

  test.each(['seconds', 'none'] as const)(
    'and that fit only where others leave room are all let through (waits: %s)',
    async (style) => {
      const run = await play(style, (sample, call) => (call === 2 && sample % 6 === 0 ? 20_000 : 300));
      expect({ let: run.let, stuck: run.stuck }).toEqual({ let: 180, stuck: 0 });
    },
  );
});

test('one refusal among many that got through tells no number at a time', async () => {
  const { limits, one } = openLimits();
  const calls = await Promise.all(Array.from({ length: 16 }, () => one.enter(never)));
  for (const [index, land] of calls.entries()) land(index === 0 ? refusal(null) : { status: 'through' });
  expect(limits.told()).toEqual([
    'models.example limited requests: the run was slowed down, 1 request was refused and sent again.',
  ]);
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
    const { clock, one } = openLimits();
    const land = await one.enter(never);
    expect(() => land(refusal(1_200_001))).toThrow('no more than 20 min are waited for');
    await expect(one.enter(AbortSignal.abort())).rejects.toMatchObject({ kind: 'aborted' });
    await clock.run(one.enter(never));
    const { clock: later, one: patient } = openLimits();
    (await patient.enter(never))(refusal(1_200_000));
    await later.run(patient.enter(never));
    expect(later.now()).toBe(1_200_000);
  });

  test.each([
    [119_000, '119 s'],
    [119_001, '2 min'],
  ])('of %s ms is told as %s', async (waitMs, spelt) => {
    const { one } = openLimits({ timeLeft: () => 0 });
    const land = await one.enter(never);
    expect(() => land(refusal(waitMs))).toThrow(`it asks to wait ${spelt}`);
  });

  test.each([
    [9_999, 1],
    [10_000, 2],
  ])('of %s ms has %s lines in the log', async (waitMs, lines) => {
    const said: string[] = [];
    const log = { ...SILENT_LOG, info: (line: string) => void said.push(line) };
    (await openLimits({ log }).one.enter(never))(refusal(waitMs));
    expect(said).toHaveLength(lines);
  });

  test('ends in time, though the machine has set its clock back', async () => {
    const clock = Date.now;
    let setBack = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => clock() - setBack);
    onTestFinished(() => void vi.restoreAllMocks());
    const one = createRateLimits({ maxConcurrency: 1, random: () => 0 }).of(HOST);
    (await one.enter(never))(refusal(20));
    setBack = 3_600_000;
    await one.enter(never);
  });

  test('ends a little after it by chance: other runs with the same key wait as long', async () => {
    const { clock, one } = openLimits({ random: () => 1 });
    (await one.enter(never))(refusal(1_000));
    await clock.run(one.enter(never));
    expect(clock.now()).toBe(1_050);
  });

  test.each([
    [2_000, 0],
    [2_001, 2_001],
  ])('of %s ms for one more in flight than works holds up the others for %s ms', async (waitMs, heldUp) => {
    const { clock, one } = openLimits({ maxConcurrency: 2 });
    for (let call = 0; call < 4; call++) (await one.enter(never))({ status: 'through' });
    const first = await one.enter(never);
    const second = await one.enter(never);
    const third = one.enter(never);
    first({ status: 'through' });
    (await third)(refusal(waitMs));
    second({ status: 'through' });
    await clock.run(one.enter(never));
    expect(clock.now()).toBe(heldUp);
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
