import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { compareRecords } from '../../src/decide/compare/compare-records.js';
import { isComplete } from '../../src/decide/compare/usable-record.js';
import type { Effects } from '../../src/model/effects.js';
import { ProviderError } from '../../src/model/errors.js';
import type { ChatClient } from '../../src/model/provider.js';
import { produce, sampleCases } from '../../src/produce/produce.js';
import { createSharedFolder } from '../support/folder.js';
import { fakeAgent } from '../support/judges.js';
import { SCORER } from '../support/records.js';
import { createEffects, createProducePlan, createRow, createSuite } from '../support/suites.js';

const folder = createSharedFolder();
beforeAll(async () => {
  await writeFile(join(folder, 'prompt.md'), 'You know the capitals.');
});

const SUITE = createSuite();
const CASES = ['a', 'b', 'c'].map((id) => createRow(id, { input: `What is the capital of country ${id}?` }));

/** Answers with a number that counts up, or throws what `fail` gives for it. */
const countingAgent = (fail: (call: number) => Error | null = () => null) =>
  fakeAgent((_, call) => fail(call) ?? `The capital is town ${call}.`);

function setUp(chat: ChatClient, more: Partial<Effects> = {}) {
  return { effects: createEffects(chat, more), plan: createProducePlan(SUITE, CASES, { folder }) };
}

describe('sampleCases', () => {
  it('asks the named cases alone, until they have so many samples of either kind', async () => {
    const chat = countingAgent();
    const { effects, plan } = setUp(chat);
    const first = await produce({ ...plan, samples: 1, previous: null }, effects);
    const head = await sampleCases({ record: first, caseIds: ['c', 'a'], upTo: 3 }, plan, effects);
    expect(chat.asked.slice(3).sort()).toEqual(
      [CASES[0], CASES[0], CASES[2], CASES[2]].map((row) => row?.input),
    );
    expect(head.cases.map(({ samples, caseSamples }) => [samples.length, caseSamples.length])).toEqual([
      [1, 2],
      [1, 0],
      [1, 2],
    ]);
    expect(head.cases.map(({ samples }) => samples)).toEqual(first.cases.map(({ samples }) => samples));
    expect(head.usage.target.calls).toBe(7);
    expect(head.stopped).toBeNull();

    const again = await sampleCases({ record: head, caseIds: ['a'], upTo: 3 }, plan, effects);
    expect(again.cases).toEqual(head.cases);
    expect(chat.asked).toHaveLength(7);
  });

  it('finds a case of a stored baseline by its question, if it had another id there', async () => {
    const { effects, plan } = setUp(countingAgent());
    const first = await produce({ ...plan, samples: 1, previous: null }, effects);
    const stored = { ...first, cases: first.cases.map((row) => ({ ...row, id: `old-${row.id}` })) };
    const base = await sampleCases({ record: stored, caseIds: ['b'], upTo: 3 }, plan, effects);
    expect(base.cases.map(({ id, caseSamples }) => [id, caseSamples.length])).toEqual([
      ['old-a', 0],
      ['old-b', 2],
      ['old-c', 0],
    ]);
  });

  it('keeps them apart: suite-wide samples go on as before, and no mean, floor or error count sees them', async () => {
    const { effects, plan } = setUp(countingAgent());
    const first = await produce({ ...plan, samples: 1, previous: null }, effects);
    const head = await sampleCases({ record: first, caseIds: ['a'], upTo: 4 }, plan, effects);
    const second = await produce({ ...plan, samples: 2, previous: head }, effects);
    expect(second.cases.map(({ samples, caseSamples }) => [samples.length, caseSamples.length])).toEqual([
      [2, 3],
      [2, 0],
      [2, 0],
    ]);
    const without = compareRecords({ head: first, base: first, scorer: SCORER });
    const withOwn = compareRecords({ head, base: head, scorer: SCORER });
    const { pairs } = withOwn;
    expect({ ...withOwn, pairs: [] }).toEqual({ ...without, pairs: [] });
    const { run, ...shown } = pairs[0]?.headAnswer ?? {};
    expect(run).toMatchObject({ number: 1, of: 4 });
    const answers = { baseAnswer: shown, headAnswer: shown };
    expect(
      pairs.map((pair, at) => ({
        ...pair,
        baseCaseScores: [],
        headCaseScores: [],
        links: null,
        ...(at === 0 && answers),
      })),
    ).toEqual(without.pairs);
    expect(pairs[0]?.headCaseScores).toHaveLength(3);
    // What has a score on its own samples only is no measured case.
    const bare = { ...head, cases: head.cases.map((row) => ({ ...row, samples: [] })) };
    expect(isComplete(bare)).toBe(false);
  });

  it('says that the run ended if the key is refused, and keeps other failures as they are', async () => {
    const run = async (error: ProviderError) => {
      const { effects, plan } = setUp(countingAgent((call) => (call > 3 ? error : null)));
      const first = await produce({ ...plan, samples: 1, previous: null }, effects);
      return sampleCases({ record: first, caseIds: ['a'], upTo: 2 }, plan, effects);
    };
    const refused = new ProviderError('401: no such key', { kind: 'unauthorized' });
    expect((await run(refused)).stopped).toMatchObject({ kind: 'unauthorized' });
    const down = await run(new ProviderError('503 for long', { kind: 'unavailable' }));
    expect(down.stopped).toBeNull();
    expect(down.cases[0]?.caseSamples).toMatchObject([{ answer: { status: 'failed', kind: 'unavailable' } }]);
  });
});
