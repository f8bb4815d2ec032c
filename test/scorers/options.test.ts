import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readOptions } from '../../src/scorers/options.js';
import { answerRelevancy } from '../../src/scorers/prebuilt/answer-relevancy.js';

const about = {
  ...answerRelevancy.about,
  id: 'sample',
  options: z.strictObject({
    scale: z.number().positive({ error: 'must be a number above 0' }).default(1),
    words: z.array(z.string()).default([]),
  }),
};

test.each([
  ['nested', { options: { scale: 5 } }, { scale: 5, words: [] }],
  ['some of each', { scale: 5, options: { words: ['a'] } }, { scale: 5, words: ['a'] }],
  ['a factory’s own names beside them', { model: 'openai/m', scale: 5 }, { scale: 5, words: [] }],
  ['undefined, which says nothing', { scale: undefined, options: undefined }, { scale: 1, words: [] }],
])('options given %s', (_, given, expected) => {
  expect(readOptions(about, given, { also: ['model'] })).toEqual({ id: 'sample', options: expected });
});

describe('what cannot be meant', () => {
  test('is refused all at once, with the nearest name', () => {
    const given = { scael: 2, options: { scale: 0, wrods: 1 } };
    expect(() => readOptions(about, given, { also: ['model'] })).toThrow(
      [
        'sample: there is no option "scael". Did you mean `scale`?',
        'sample: there is no option "wrods". Did you mean `words`?',
        'sample: scale is 0: must be a number above 0',
      ].join('\n'),
    );
  });

  test('and options that are not a group', () => {
    expect(() => readOptions(about, { options: 3 })).toThrow(
      'sample: options is 3, but it is a group of options',
    );
    expect(() => readOptions(about, 'x')).toThrow(
      'sample: its factory was called with "x": give a group of options, such as { scale: … }',
    );
  });
});
