import { describe, expect, test } from 'vitest';
import type { FinishReason } from '../../../src/model/answer.js';
import { isRefusal, judgeWithoutAsking } from '../../../src/scorers/judged/plan-request.js';

const given = (output: string, finish: FinishReason = 'stop', calls = 0) => ({
  status: 'answered' as const,
  output,
  toolCalls: Array.from({ length: calls }, () => ({ name: 'look_up' })),
  finish,
});

describe('answers that need no judge', () => {
  test.each(['', '  \n', '\u200b\ufeff'])('empty %j scores 0', (output) => {
    expect(judgeWithoutAsking(given(output))).toMatchObject({
      status: 'scored',
      score: 0,
      flags: ['empty'],
      statements: [],
    });
  });

  test.each(['length', 'content-filter'] as const)('empty by %s is unscored', (finish) => {
    expect(judgeWithoutAsking(given('', finish))).toMatchObject({ status: 'unscored', kind: finish });
  });

  test.each([
    'undefined',
    'null',
    ' [object Object] ',
    '[object Object],[object Object]',
    'NaN',
    '"undefined"',
    '[object Promise]',
  ])('%j is an error of the harness', (output) => {
    expect(judgeWithoutAsking(given(output))).toMatchObject({ status: 'unscored', kind: 'harness' });
  });

  test.each(['None', 'No.', '0', '[]', 'null is a value in SQL', '-'])('%j is an answer', (output) => {
    expect(judgeWithoutAsking(given(output))).toBeNull();
  });

  test('tool calls alone are not empty', () => {
    expect(judgeWithoutAsking(given('', 'tool-calls', 1))).toBeNull();
  });
});

describe('refusals', () => {
  test.each([
    "I'm sorry, but I can't help with that.",
    'I am unable to assist with this request.',
    'Ich kann Ihnen dabei leider nicht helfen.',
    '申し訳ありませんが、お答えできません。',
    'Sorry, I only help with Parcelo.',
  ])('%j is one', (text) => {
    expect(isRefusal(text, null)).toBe(true);
    expect(isRefusal(text, [{ text, result: 'no' }])).toBe(true);
  });

  test.each([
    'You cannot pay by cheque.',
    'No agents found.',
    'I can only help with your parcel if you send me its number.',
    `I can't help with the weather. ${'On Saturday our phone is closed. '.repeat(10)}`,
  ])('%j is none', (text) => {
    expect(isRefusal(text, null)).toBe(false);
  });

  test.each([
    ['yes', false],
    ['unsure', false],
    ['no', true],
  ] as const)('beside a statement that is judged %s: %s', (result, expected) => {
    const refusal = { text: "I can't help with the weather.", result: 'yes' as const };
    expect(isRefusal('', [{ text: 'It is closed.', result }, refusal])).toBe(expected);
  });
});
