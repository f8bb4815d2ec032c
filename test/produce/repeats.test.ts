import { expect, it } from 'vitest';
import { createRepeats, listRepeats } from '../../src/produce/repeats.js';

it('counts retries by what was asked and why, the most frequent first', () => {
  const repeats = createRepeats();
  repeats.add('answer', '503');
  repeats.add('judgement', '503');
  repeats.add('judgement', '503');
  expect(repeats.list()).toEqual([
    { of: 'judgement', why: '503', count: 2 },
    { of: 'answer', why: '503', count: 1 },
  ]);
});

it('goes on with the counts of the record that the run continues', () => {
  const repeats = createRepeats([{ of: 'answer', why: '503', count: 3 }]);
  repeats.add('answer', '503');
  expect(listRepeats(repeats)).toEqual({ repeats: [{ of: 'answer', why: '503', count: 4 }] });
});

it('keeps twenty reasons apart, and counts the others together', () => {
  const repeats = createRepeats();
  for (let at = 0; at < 25; at += 1) repeats.add('answer', `reason ${at}`);
  const list = repeats.list();
  expect(list).toHaveLength(21);
  expect(list[0]).toEqual({ of: 'answer', why: 'another reason', count: 5 });
});

it('cuts a long reason, and has no entry in a record without retries', () => {
  const repeats = createRepeats();
  expect(listRepeats(repeats)).toEqual({});
  repeats.add('answer', 'x'.repeat(301));
  expect(repeats.list()[0]?.why).toBe('x'.repeat(300));
});
