import { describe, expect, it } from 'vitest';
import { segmentAnswer } from '../../src/scorers/judged/take-apart/segment-answer.js';
import { parseJsonAnswer } from '../../src/text/json.js';

describe('a text that is one JSON value', () => {
  it('is read where it is an object or a list', () => {
    expect(parseJsonAnswer(' {"a": [1, {"b": "c"}]}\n')).toEqual({ a: [1, { b: 'c' }] });
    expect(parseJsonAnswer('[]')).toEqual([]);
  });

  it.each(['"a"', '1', '{"a": 1} and more', '{"a": 1', ''])('is none: %s', (text) => {
    expect(parseJsonAnswer(text)).toBeUndefined();
  });

  it('is read as prose where it is nested hundreds deep', () => {
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    expect(parseJsonAnswer(deep)).toBeUndefined();
  });

  it.each([
    ['a list', (values: number) => `[1${',1'.repeat(values)}]`],
    [
      'an object that names a member again and again',
      (values: number) => `{"a":1${',"a":1'.repeat(values)}}`,
    ],
  ])('is read as prose where a long name stands over many values: %s', (_, tell) => {
    const long = `{"${'name '.repeat(10_000)}": ${tell(10_000)}}`;
    const told = (units: readonly { readonly text: string }[]) =>
      units.reduce((sum, { text }) => sum + text.length, 0);
    expect(told(segmentAnswer(long))).toBeLessThan(3 * long.length);
  });
});
