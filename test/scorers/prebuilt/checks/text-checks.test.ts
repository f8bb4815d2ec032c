import { describe, expect, it } from 'vitest';
import {
  checkContains,
  checkEquals,
  checkExcludes,
  checkMaxLength,
  checkRegex,
  checkStartsWith,
  regex,
} from '../../../../src/scorers/prebuilt/checks/text-checks.js';

const ANY = { ignoreCase: true };
const EXACT = { ignoreCase: false };

describe('text checks', () => {
  it.each([
    ['equals', checkEquals('Paris\n', 'paris', ANY), true],
    ['equals, case counts', checkEquals('Paris', 'paris', EXACT), false],
    ['equals, composed characters', checkEquals('cafe\u0301', 'café', EXACT), true],
    ['equals, more than wanted', checkEquals('Paris is it', 'Paris', ANY), false],
    ['contains', checkContains('It is PARIS.', 'paris', ANY), true],
    ['contains, case counts', checkContains('It is PARIS.', 'paris', EXACT), false],
    ['contains, composed characters', checkContains('un cafe\u0301', 'café', EXACT), true],
    ['contains, Japanese', checkContains('首都は東京です', '東京', EXACT), true],
    ['excludes', checkExcludes('all fine', 'error', ANY), true],
    ['excludes, there', checkExcludes('An ERROR came', 'error', ANY), false],
    ['starts with', checkStartsWith('  Dear Ana,', 'dear', ANY), true],
    ['starts with, later', checkStartsWith('My dear', 'dear', ANY), false],
  ])('%s', (_, { passed }, expected) => {
    expect(passed).toBe(expected);
  });

  it('say what was expected and what was found', () => {
    expect(checkEquals('Rome', 'Paris', ANY).reason).toBe('Expected “Paris”, found “Rome”.');
    expect(checkContains('', 'Paris', ANY).reason).toBe(
      'Expected the answer to contain “Paris”, found nothing.',
    );
    expect(checkExcludes(`${'x'.repeat(100)} an error`, 'error', ANY).reason).toContain('an error');
    expect(checkMaxLength('one two', { words: 1 }).reason).toBe(
      'The answer has 2 words of at most 1: “one two”.',
    );
  });
});

describe('the regex check', () => {
  const plain = { flags: '', exact: false };
  it.each([
    ['somewhere', 'It is 21°C outside', { ...plain, pattern: '\\d+°[FC]' }, true],
    ['nowhere', 'It is warm', { ...plain, pattern: '\\d' }, false],
    ['case', 'HELLO', { ...plain, pattern: 'hello', flags: 'i' }, true],
    ['as a whole', 'hello there', { ...plain, pattern: 'hello', exact: true }, false],
    ['as a whole, not one line', 'hello\nthere', { flags: 'm', pattern: 'hello', exact: true }, false],
    ['as a whole, all lines', 'hello\nthere', { flags: 's', pattern: 'h.*e', exact: true }, true],
    ['as a whole, with alternatives', 'abc', { ...plain, pattern: 'a|b', exact: true }, false],
  ])('%s', (_, answer, options, expected) => {
    expect(checkRegex(answer, options).passed).toBe(expected);
  });

  it.each([
    ['a short answer', '^(\\w+\\s?)+\\.$', `${'a'.repeat(60)}!`],
    ['a long answer', '.*.*.*=', 'a'.repeat(100_000)],
  ])('is stopped where it would never end: %s', async (_, pattern, output) => {
    const { score, unscored } = await regex.create({ pattern }).run({ input: '', output });
    expect(score).toBeNull();
    expect(unscored).toMatchObject({
      kind: 'scorer',
      reason: expect.stringContaining('the check Regex took longer than 1 s with this answer'),
    });
  });

  it('leaves an answer unscored that is too much for the engine', async () => {
    const check = regex.create({ pattern: '^(?:a|b)*c' });
    const { score, unscored } = await check.run({ input: '', output: 'a'.repeat(10_000_000) });
    expect([score, unscored?.kind]).toEqual([null, 'scorer']);
  });
});
