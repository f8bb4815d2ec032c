import { describe, expect, it } from 'vitest';
import {
  answerText,
  groundTruthText,
  inputText,
  referenceText,
} from '../../../src/scorers/builder/read-run.js';

const native = (role: string, text: string) => ({
  role,
  content: { format: 2, parts: [{ type: 'text', text }] },
});

describe('the texts of a run', () => {
  it.each([
    ['a text', 'Hi', 'Hi'],
    ['messages', [native('user', 'One'), native('assistant', 'Two'), native('user', 'Three')], 'Three'],
    [
      'an agent’s input',
      { inputMessages: [native('user', 'Hi')], systemMessages: [native('system', 'Be kind')] },
      'Hi',
    ],
    ['nothing', undefined, ''],
    ['no messages', [], ''],
  ])('input: %s', (_, input, text) => {
    expect(inputText({ input })).toBe(text);
  });

  it.each([
    ['a text', 'Hi', 'Hi'],
    ['a message', { role: 'assistant', text: 'Hi' }, 'Hi'],
    ['messages', [native('assistant', 'One'), native('tool', 'x'), native('assistant', 'Two')], 'One\n\nTwo'],
    ['nothing said', [], ''],
  ])('answer: %s', (_, output, text) => {
    expect(answerText({ output })).toBe(text);
  });

  it.each([
    ['a text', 'Hi', 'Hi'],
    ['a number', 4.5, '4.5'],
    ['a boolean', false, 'false'],
    ['a message', { role: 'assistant', content: 'Hi' }, 'Hi'],
    ['an empty text', '', ''],
    ['none', null, null],
    ['nothing', undefined, null],
  ])('expected answer: %s', (_, groundTruth, text) => {
    expect(groundTruthText({ groundTruth })).toBe(text);
    expect(referenceText({ input: 'asked', groundTruth })).toBe(text ?? 'asked');
  });

  it('are refused by name where they are none', () => {
    const odd = JSON.parse('{"a":1}');
    expect(() => inputText({ input: odd })).toThrow('input is {"a":1}');
    expect(() => inputText({ input: JSON.parse('42') })).toThrow('input is 42');
    expect(() => answerText({ output: JSON.parse('null') })).toThrow('output is null');
    expect(() => groundTruthText({ groundTruth: [odd] })).toThrow('groundTruth is [{"a":1}]');
  });
});
