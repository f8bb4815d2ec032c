import { describe, expect, test } from 'vitest';
import type { FinishReason } from '../../../src/ports/answer.js';
import { isRefusal, judgeWithoutAsking } from '../../../src/scorers/judged/classify-answer.js';

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
    'As an AI language model, I have no opinions.',
    'Ich kann Ihnen dabei leider nicht helfen.',
    'No puedo ayudar con eso.',
    '申し訳ありませんが、お答えできません。',
    '抱歉，我无法提供这些信息。',
    'Sorry, I only help with Parcelo.',
    "I'm afraid I only help with Parcelo, so I can't write poems.",
    'As for the weather, I can only help with Parcelo.',
    "I can't help with that. Please let me know if there is anything else.",
    'Dabei kann ich nicht helfen. Ich helfe nur bei Paketen.',
    "I'm sorry, but I cannot assist with that because it would be illegal.",
  ])('%j is one', (text) => {
    expect(isRefusal([{ text }])).toBe(true);
  });

  test.each([
    'You cannot pay by cheque.',
    'No agents found.',
    'The customer cannot log in and we can help with that.',
    'Sorry for the delay: it is paid.',
    "We answer at 0800 555 010 Monday to Friday, 8 to 18, so not on Saturday, and I can't help with the weather, as I only help with Parcelo.",
    "I can't help with the weather. On Saturday our phone is closed.",
    "On Saturday our phone is closed, but I can't help with the weather.",
    "I can't help with the weather, but it opens at 8.",
    'I can only help with your parcel if you send me its number.',
    'I only help with Parcelo, so please check a weather service for Leeds. On Saturday nobody picks up the phone.',
  ])('%j is none', (text) => {
    expect(isRefusal([{ text }])).toBe(false);
  });

  test.each([
    ['yes', false],
    ['unsure', false],
    ['no', true],
  ] as const)('beside a short statement that is judged %s: %s', (result, expected) => {
    const refusal = { text: "I can't help with the weather.", result: 'yes' as const };
    expect(isRefusal([{ text: 'It is closed.', result }, refusal])).toBe(expected);
  });
});
