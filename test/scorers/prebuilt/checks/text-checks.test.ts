import { describe, expect, it } from 'vitest';
import { checks } from '../../../../src/library/index.js';
import { regex } from '../../../../src/scorers/prebuilt/checks/text-checks.js';

const EXACT = { ignoreCase: false };

describe('text checks', () => {
  it.each([
    ['equals', checks.equals('paris'), 'Paris\n', 1],
    ['equals, composed characters', checks.equals('café', EXACT), 'cafe\u0301', 1],
    ['contains, composed characters', checks.contains('café', EXACT), 'un cafe\u0301', 1],
    ['contains, Japanese', checks.contains('東京', EXACT), '首都は東京です', 1],
    ['starts with', checks.startsWith('dear'), '  Dear Ana,', 1],
  ])('%s', async (_, check, output, score) => {
    expect((await check.run({ output })).score).toBe(score);
  });

  it.each([
    [checks.equals('Paris'), 'Rome', 'Expected the answer to be “Paris”, found “Rome”.'],
    [checks.contains('Paris'), '', 'Expected the answer to contain “Paris”, found nothing.'],
    [checks.excludes('sun'), 'Sunny', 'Expected the answer to not contain “sun”, found “Sunny”.'],
    [checks.maxLength({ words: 1 }), 'one two', 'The answer has 2 words of at most 1: “one two”.'],
  ])('say what was expected and what was found: %#', async (check, output, reason) => {
    expect((await check.run({ output })).reason).toBe(reason);
  });
});

describe('the regex check', () => {
  it.each([
    ['somewhere', 'It is 21°C outside', { pattern: '\\d+°[FC]' }, 1],
    ['as a whole, not one line', 'hello\nthere', { flags: 'm', pattern: 'hello', exact: true }, 0],
    ['as a whole, all lines', 'hello\nthere', { flags: 's', pattern: 'h.*e', exact: true }, 1],
    ['as a whole, with alternatives', 'abc', { pattern: 'a|b', exact: true }, 0],
  ])('%s', async (_, output, options, score) => {
    expect((await regex.create(options).run({ output })).score).toBe(score);
  });

  it.each([
    ['a short answer', '^(\\w+\\s?)+\\.$', `${'a'.repeat(60)}!`],
    ['a long answer', '.*.*.*=', 'a'.repeat(100_000)],
  ])('is stopped where it would never end: %s', async (_, pattern, output) => {
    const { score, unscored } = await regex.create({ pattern }).run({ input: '', output });
    expect(score).toBeNull();
    expect(unscored).toMatchObject({
      kind: 'scorer',
      reason: expect.stringContaining('the check regex took longer than 1 s with this answer'),
    });
  });

  it('leaves an answer unscored that is too much for the engine', async () => {
    const check = regex.create({ pattern: '^(?:a|b)*c' });
    const { score, unscored } = await check.run({ input: '', output: 'a'.repeat(10_000_000) });
    expect([score, unscored?.kind]).toEqual([null, 'scorer']);
  });
});
