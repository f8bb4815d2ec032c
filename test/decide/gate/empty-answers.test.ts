import { describe, expect, test } from 'vitest';
import { whyIncomplete } from '../../../src/decide/gate/usable-record.js';
import type { CaseRecord, Sample } from '../../../src/ports/run-record.js';
import { decide } from '../../support/gate.js';
import { createCase, createRecord, createSample } from '../../support/records.js';

const spoken = () => createSample({ output: 'Thirty days.' });
const silent = () => createSample({ output: ' \u200b', statements: [], score: 0, flags: ['empty'] });

/** So many cases, of which the first few say nothing. */
function cases(all: number, empty: number): CaseRecord[] {
  return Array.from({ length: all }, (_, index) =>
    createCase(`case-${index}`, { samples: [index < empty ? silent() : spoken()] }),
  );
}

describe('answers that are empty everywhere', () => {
  test.each<[string, readonly CaseRecord[] | null]>([
    ['where the base spoke', cases(8, 0)],
    ['where the base said nothing either', cases(8, 8)],
    ['where there is no base', null],
  ])('are no pass %s, whatever fail-on says', (_, base) => {
    const decision = decide({ head: cases(8, 8), base, settings: { failOn: [] } });
    expect(decision).toMatchObject({ outcome: 'inconclusive', status: 'error', passed: false });
    expect(decision.headline).toContain('every answer is empty');
  });

  test('are no baseline', () => {
    expect(whyIncomplete(createRecord({ cases: cases(8, 8) }))).toBe('every answer is empty');
    expect(whyIncomplete(createRecord({ cases: cases(8, 7) }))).toBeNull();
  });
});

describe('more empty answers than the error limit', () => {
  test.each([
    [2, 'has a limit of two', 'pass'],
    [3, 'has a limit of two', 'inconclusive'],
  ])('%d of 40, which %s', (empty, _, outcome) => {
    const decision = decide({ head: cases(40, empty), base: cases(40, 0), settings: { threshold: null } });
    if (outcome === 'pass') expect(decision.outcome).not.toBe('inconclusive');
    else {
      expect(decision).toMatchObject({ outcome: 'inconclusive', because: ['error'], passed: false });
      expect(decision.headline).toContain('3 of 40 cases have an empty answer, and had none at base');
    }
  });

  test('are as they were where the base gave none either, also where its texts are not kept', () => {
    const base = cases(40, 10);
    expect(decide({ head: cases(40, 10), base }).outcome).toBe('pass');
    const textless = base.map((row) => ({
      ...row,
      samples: row.samples.map((sample) => ({ ...sample, answer: { ...sample.answer, output: '' } })),
    }));
    expect(decide({ head: cases(40, 10), base: textless, baseRecord: { text: 'none' } }).outcome).toBe(
      'pass',
    );
    const decision = decide({ head: cases(40, 15), base: textless, baseRecord: { text: 'none' } });
    expect(decision.headline).toContain('5 of 40 cases have an empty answer');
  });
});

describe('answers of tool calls alone', () => {
  const called = (sample: Sample, output: string): Sample => {
    const answer = {
      status: 'answered',
      output,
      toolCalls: [{ name: 'look_up' }],
      finish: 'tool-calls',
    } as const;
    return { ...sample, answer };
  };
  const calling = () => called(createSample({ flags: ['tool-calls-only'] }), '');
  const both = () => called(createSample(), 'I look it up.');
  const all = (sample: () => ReturnType<typeof spoken>, count = 40) =>
    Array.from({ length: count }, (_, index) => createCase(`case-${index}`, { samples: [sample()] }));
  const some = (calls: number) => [...all(calling, calls), ...cases(40, 0).slice(calls)];

  test.each([
    [2, 'pass'],
    [3, 'fail'],
  ])('in %d of 40 cases that had words at base: %s', (calls, outcome) => {
    const decision = decide({ head: some(calls), base: cases(40, 0) });
    expect(decision.outcome).toBe(outcome);
    if (outcome === 'fail') {
      expect(decision).toMatchObject({
        because: ['regression'],
        shortLine: expect.stringContaining('3 cases no longer answer in words, only with tool calls'),
      });
    }
  });

  test.each([
    ['gave calls alone too', calling, {}],
    ['stopped to call tools', both, {}],
    ['was empty', silent, {}],
    ['gave calls alone, and kept no text', calling, { text: 'none' }],
  ] as const)('are as they were where the base %s', (_, sample, baseRecord) => {
    expect(decide({ head: all(calling), base: all(sample), baseRecord }).outcome).toBe('pass');
  });

  test('count where one run of the base had none only as far as that', () => {
    const now = (index: number) => (index < 10 ? [spoken(), calling()] : [spoken(), spoken()]);
    const base = Array.from({ length: 40 }, (_, index) =>
      createCase(`case-${index}`, { samples: now(index) }),
    );
    expect(decide({ head: some(10), base }).outcome).toBe('pass');
    expect(decide({ head: some(13), base }).outcome).toBe('fail');
  });
});
