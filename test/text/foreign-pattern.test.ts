import { describe, expect, it } from 'vitest';
import { explainBadPattern, matchWithin } from '../../src/text/foreign-pattern.js';

describe('a look with a pattern of others', () => {
  it('gives what was found', () => {
    expect(matchWithin(60_000, () => /b/.exec('abc')?.index)).toEqual({ kind: 'found', found: 1 });
  });

  it('is stopped where it would never end, and the next one is not', () => {
    expect(matchWithin(50, () => /^(a+)+$/.test(`${'a'.repeat(100)}!`))).toEqual({ kind: 'stopped' });
    expect(matchWithin(60_000, () => /^a+$/.test('a'))).toEqual({ kind: 'found', found: true });
  });

  it('that is too much for the engine says so', () => {
    const looked = matchWithin(60_000, () => /^(?:a|b)*c/.test('a'.repeat(10_000_000)));
    expect(looked).toMatchObject({ kind: 'too-much', why: expect.stringMatching(/stack/) });
  });
});

it('says what is not a pattern', () => {
  expect(explainBadPattern('(', 'u')).toContain('is not a regular expression');
  expect(explainBadPattern('^(?!.*sorry)[A-Z]{2}\\d+$', '')).toBeNull();
});
