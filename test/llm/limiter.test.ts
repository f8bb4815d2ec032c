import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLimiter } from '../../src/llm/limiter.js';
import { ProviderError } from '../../src/ports/errors.js';

const never = new AbortController().signal;

function gate(): { open: () => void; opened: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { open: resolve, opened: promise };
}

test('runs no more than the limit at once, in order of arrival, and every task once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.record({ turns: fc.nat(4), fails: fc.boolean() }), { maxLength: 30 }),
      async (max, tasks) => {
        const limiter = createLimiter(max);
        const started: number[] = [];
        let running = 0;
        const results = await Promise.allSettled(
          tasks.map(({ turns, fails }, at) =>
            limiter.run(never, async () => {
              started.push(at);
              running++;
              expect(running).toBeLessThanOrEqual(max);
              for (let turn = 0; turn < turns; turn++) await Promise.resolve();
              running--;
              if (fails) throw new Error(`task ${at}`);
              return at;
            }),
          ),
        );
        expect(started).toEqual(tasks.map((_, at) => at));
        expect(results.map((result) => result.status === 'rejected')).toEqual(
          tasks.map((task) => task.fails),
        );
      },
    ),
    { numRuns: 100 },
  );
});

test('a freed slot goes to who waits longest, not to a newcomer', async () => {
  const limiter = createLimiter(1);
  const order: string[] = [];
  const first = gate();
  const running = limiter.run(never, () => first.opened);
  const waiting = limiter.run(never, async () => void order.push('waiting'));
  first.open();
  await running;
  const newcomer = limiter.run(never, async () => void order.push('newcomer'));
  await Promise.all([waiting, newcomer]);
  expect(order).toEqual(['waiting', 'newcomer']);
});

test('one who waits leaves at once on abort, with the reason, and takes no slot', async () => {
  const limiter = createLimiter(1);
  const first = gate();
  const running = limiter.run(never, () => first.opened);
  const stop = new AbortController();
  let ran = false;
  const waiting = limiter.run(stop.signal, async () => {
    ran = true;
  });
  const after = limiter.run(never, async () => 'after');
  stop.abort(new ProviderError('time is up', { kind: 'timeout' }));
  await expect(waiting).rejects.toMatchObject({ kind: 'timeout', message: 'time is up' });
  first.open();
  await running;
  expect(await after).toBe('after');
  expect(ran).toBe(false);
  await expect(limiter.run(stop.signal, async () => 1)).rejects.toThrow('time is up');
  expect(await limiter.run(never, async () => 'still works')).toBe('still works');
});

test.each([0, -1, 1.5, Number.NaN])('refuses a limit of %d', (max) => {
  expect(() => createLimiter(max)).toThrow(RangeError);
});
