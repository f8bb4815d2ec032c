import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ProviderError } from '../../src/model/errors.js';
import { runPool } from '../../src/workers/worker-pool.js';

const never = new AbortController().signal;

test('runs every item once, in order of start, within the limit; after an error it takes no more', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 6 }),
      fc.array(fc.record({ turns: fc.nat(5), fails: fc.boolean() }), { maxLength: 40 }),
      async (concurrency, plan) => {
        const started: number[] = [];
        const thrown: number[] = [];
        let running = 0;
        const items = plan.map((item, at) => ({ ...item, at }));
        const pool = runPool({
          items,
          concurrency,
          signal: never,
          run: async ({ at, turns, fails }) => {
            // Nothing starts once an error has been seen.
            expect(thrown).toEqual([]);
            started.push(at);
            running++;
            expect(running).toBeLessThanOrEqual(concurrency);
            for (let turn = 0; turn < turns; turn++) await Promise.resolve();
            running--;
            if (!fails) return;
            thrown.push(at);
            throw new Error(`item ${at}`);
          },
        });
        const result = await pool.then(
          () => null,
          (error: unknown) => error,
        );
        expect(running).toBe(0);
        expect(started).toEqual(items.slice(0, started.length).map(({ at }) => at));
        if (plan.some(({ fails }) => fails)) {
          expect(result).toEqual(new Error(`item ${thrown[0]}`));
        } else {
          expect(result).toBeNull();
          expect(started).toHaveLength(items.length);
        }
      },
    ),
    { numRuns: 200 },
  );
});

test('there is no barrier: a free place takes the next item while a slow one runs', async () => {
  const slow = Promise.withResolvers<void>();
  const done: number[] = [];
  const pool = runPool({
    items: [0, 1, 2, 3, 4],
    concurrency: 2,
    signal: never,
    run: async (item) => {
      if (item === 0) await slow.promise;
      done.push(item);
      if (item === 4) slow.resolve();
    },
  });
  await pool;
  expect(done).toEqual([1, 2, 3, 4, 0]);
});

test('items are taken only when there is a place for them', async () => {
  let taken = 0;
  function* endless() {
    for (;;) yield taken++;
  }
  const failing = runPool({
    items: endless(),
    concurrency: 3,
    signal: never,
    run: async (item) => {
      if (item === 5) throw new Error('enough');
    },
  });
  await expect(failing).rejects.toThrow('enough');
  expect(taken).toBeLessThanOrEqual(9);
});

test('the signal stops taking and its reason is thrown, after what runs has settled', async () => {
  const stop = new AbortController();
  const settled: number[] = [];
  const pool = runPool({
    items: [0, 1, 2, 3, 4, 5],
    concurrency: 2,
    signal: stop.signal,
    run: async (item) => {
      if (item === 2) stop.abort(new ProviderError('time is up', { kind: 'timeout' }));
      await Promise.resolve();
      settled.push(item);
    },
  });
  await expect(pool).rejects.toMatchObject({ kind: 'timeout' });
  expect(settled).toEqual([0, 1, 2]);
});
