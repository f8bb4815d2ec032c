import { describe, expect, test } from 'vitest';
import { excerpt } from '../../../src/report/markdown/markdown.js';

describe('excerpt', () => {
  test('keeps a text that fits', () => {
    expect(excerpt('abc', 3)).toEqual({ text: 'abc', remark: null });
  });

  test('says in words what it shows', () => {
    const { text, remark } = excerpt('x'.repeat(90_000), 1_500);
    expect(text).toHaveLength(1_500);
    expect(remark).toBe('first 1,500 of 90,000 characters');
  });

  test('counts characters, not their code units', () => {
    expect(excerpt('😀😀😀', 3)).toEqual({ text: '😀😀😀', remark: null });
    expect(excerpt('😀😀😀😀', 3)).toEqual({ text: '😀😀😀', remark: 'first 3 of 4 characters' });
  });

  test.each([
    ['an accent', 'ae\u0301x', 2, 'a'],
    ['an emoji sequence', 'a👩‍💻x', 2, 'a'],
    ['an emoji sequence behind its joiner', 'a👩‍💻x', 3, 'a'],
    ['a skin tone', 'a👍🏽x', 2, 'a'],
  ])('never shows half of %s', (_, text, limit, expected) => {
    expect(excerpt(text, limit).text).toBe(expected);
  });
});
