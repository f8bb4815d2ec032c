import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { Case } from '../../src/model/case.js';
import type { RunRecord } from '../../src/model/run-record.js';
import { produce } from '../../src/produce/produce.js';
import { isInShard, mergeRecords } from '../../src/produce/shard-records.js';
import { createSharedFolder } from '../support/folder.js';
import { fakeAgent } from '../support/judges.js';
import { createEffects, createProducePlan, createRow, createSuite } from '../support/suites.js';

const folder = createSharedFolder();
beforeAll(() => writeFile(join(folder, 'prompt.md'), 'You know the capitals.'));

const suite = createSuite({ task: 'Name capitals' });

/** Answers alike, whatever the order. */
const agent = () =>
  fakeAgent((input) => `${input.length % 2 === 0 ? '' : 'Our cat says hello. '}The capital is ${input}.`);

function measure(cases: readonly Case[], samples: number, previous: RunRecord | null = null) {
  const plan = { ...createProducePlan(suite, cases, { folder }), samples, previous };
  return produce(plan, createEffects(agent()));
}

it('the merged record equals the one of a single run, without a call', async () => {
  const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 12 }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(ids, fc.integer({ min: 1, max: 6 }), async (names, count) => {
      const cases = names.map((id) => createRow(id));
      const parts = await Promise.all(
        Array.from({ length: count }, (_, at) => {
          const own = cases.filter(({ id }) => isInShard(id, { index: at + 1, count }));
          return measure(own, 2);
        }),
      );
      const merged = mergeRecords(parts.reverse(), cases);
      const { seconds: _, ...whole } = await measure(cases, 2);
      const { seconds: __, ...read } = await measure(cases, 0, JSON.parse(JSON.stringify(merged)));
      expect(read).toEqual(whole);
    }),
    { numRuns: 40 },
  );
});

it('every case is in one shard, and the shards are about as large', () => {
  const ids = Array.from({ length: 2000 }, (_, at) => `case-${at}`);
  const sizes = [1, 2, 3, 4, 5].map((index) => ids.filter((id) => isInShard(id, { index, count: 5 })).length);
  expect(sizes.reduce((sum, size) => sum + size)).toBe(2000);
  for (const size of sizes) expect(Math.abs(size - 400)).toBeLessThan(80);
});

it('a shard that ended early ends the merged run', async () => {
  const rows = [createRow('a'), createRow('b')];
  const [a, b] = [await measure(rows.slice(0, 1), 1), await measure(rows.slice(1), 1)];
  const stopped = { kind: 'budget', reason: 'the budget was used up' } as const;
  const merged = mergeRecords([a, { ...b, stopped }], rows);
  expect((await measure(rows, 0, merged)).stopped).toEqual(stopped);
});
