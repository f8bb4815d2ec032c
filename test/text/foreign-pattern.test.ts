import { describe, expect, it } from 'vitest';
import { lookWithin, whyNoPattern, whyTooLarge } from '../../src/text/foreign-pattern.js';

describe('a look with a pattern of others', () => {
  it('gives what was found', () => {
    expect(lookWithin(60_000, () => /b/.exec('abc')?.index)).toEqual({ kind: 'found', found: 1 });
  });

  it('is stopped where it would never end, and the next one is not', () => {
    expect(lookWithin(50, () => /^(a+)+$/.test(`${'a'.repeat(100)}!`))).toEqual({ kind: 'stopped' });
    expect(lookWithin(60_000, () => /^a+$/.test('a'))).toEqual({ kind: 'found', found: true });
  });

  it('that is too much for the engine says so', () => {
    const looked = lookWithin(60_000, () => /^(?:a|b)*c/.test('a'.repeat(10_000_000)));
    expect(looked).toMatchObject({ kind: 'too-much', why: expect.stringMatching(/stack/) });
  });

  it('hands on what is no matter of patterns', () => {
    const fail = () => {
      throw new TypeError('ours');
    };
    expect(() => lookWithin(60_000, fail)).toThrow(TypeError);
  });
});

describe('what is no pattern', () => {
  it.each([
    ['(', 'is no regular expression'],
    [`${'a'.repeat(4_001)}`, 'has 4001 characters, more than the 4000'],
    // As deep as this it would end the process, once it is used.
    [`${'(?!'.repeat(1_300)}`, 'nests more than 50 brackets'],
  ])('%.20s', (pattern, why) => expect(whyNoPattern(pattern, 'u')).toContain(why));

  it('closed brackets do not count, and honest patterns are none of it', () => {
    expect(whyTooLarge('(a)'.repeat(100))).toBeNull();
    expect(whyTooLarge(`${'('.repeat(50)}${')'.repeat(50)}`)).toBeNull();
    expect(whyNoPattern('^(?!.*sorry)[A-Z]{2}\\d+$', '')).toBeNull();
  });
});
