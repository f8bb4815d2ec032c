import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { removeThoughts } from '../../src/text/thoughts.js';

describe('thoughts before an answer are left out', () => {
  test.each<[string, string]>([
    ['a block', '<think>The user asks.\n\nFrance: Paris.</think>Paris.'],
    ['after space', ' \n<think>\nHm.\n</think>\n\nParis.'],
    ['nothing thought', '<think>\n\n</think>\n\nParis.'],
    ['thinking', '<thinking>Hm.</thinking> Paris.'],
    ['thought', '<thought>Hm.</thought>Paris.'],
    ['upper case', '<THINK>Hm.</THINK>Paris.'],
    ['with an attribute', '<thinking mode="deep">Hm.</thinking>Paris.'],
    ['Seed', '<seed:think>Hm.</seed:think>Paris.'],
    ['Magistral', '[THINK]Hm.[/THINK]Paris.'],
    ['Kimi', '◁think▷Hm.◁/think▷Paris.'],
    ['OpenThinker', '<|begin_of_thought|>Hm.<|end_of_thought|>Paris.'],
    ['Command A', '<|START_THINKING|>Hm.<|END_THINKING|>Paris.'],
    ['two blocks', '<think>Hm.</think>\n<reasoning>So.</reasoning>\nParis.'],
    ['only a closing tag', 'The user asks.\n</think>\n\nParis.'],
    ['only a closing tag, inline', 'The user asks.</think>Paris.'],
    [
      'channels',
      '<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Paris.<|return|>',
    ],
    ['channels, no end', '<|channel|>analysis<|message|>Hm.<|end|><|channel|>final<|message|>Paris.'],
    ['channels without markers', 'analysisThe user asks.assistantfinalParis.'],
    ['channels of Gemma', '<|channel>thought\nHm.<channel|>Paris.'],
  ])('%s', (_, text) => {
    expect(removeThoughts(text)).toBe('Paris.');
  });

  test.each([
    '<think>\nThe user asks',
    '<think>\n\nthe user asks',
    '<think>',
    '<think>Let me see',
    '<think> Let me see',
    '<think>let me see',
    '<THINK>Okay, so the user wants',
    '<reasoning>1. The user asks',
    '[THINK]\nThe user asks',
    '[THINK]Let me see',
    '◁think▷用户问',
    '<think>Hm.</think>',
  ])('%j is no answer', (text) => {
    expect(removeThoughts(text)).toBe('');
  });
});

describe('an answer stays as it is', () => {
  test.each([
    'Paris.',
    '',
    ' Paris.\n',
    'I think </b> it is Paris.',
    'Paris. <think>Was that right?</think> Yes.',
    'End the block with `</think>` and go on.',
    'End the block with "</think>" and go on.',
    'Like this:\n```xml\n<a>\n</think>\n</a>\n```\nDone.',
    'End it with </think>',
    '<think> is a tag of models that reason.',
    '<thinking> tags hold what a model thought.',
    '{"text": "It says </think> here."}',
    '<thinker>Rodin</thinker> made it.',
    'analysis of the final whistle: the assistant referee was right.',
    'The channels are called analysis and final.',
  ])('%j', (text) => {
    expect(removeThoughts(text)).toBe(text);
  });

  test('whatever it is, if it has no tag', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !/[<[◁]|analysis|commentary/.test(text)),
        (text) => {
          expect(removeThoughts(text)).toBe(text);
        },
      ),
    );
  });
});

test('takes any number of blocks away, and the last final channel', () => {
  expect(removeThoughts(`${'<think>a</think> '.repeat(20_000)}b`)).toBe('b');
  expect(removeThoughts('<|channel|>final<|message|>a<|end|><|channel|>final<|message|>b<|end|>')).toBe('b');
});
