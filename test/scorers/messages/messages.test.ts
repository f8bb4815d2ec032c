import { describe, expect, test } from 'vitest';
import { createCodeScorer } from '../../../src/scorers/define-scorer.js';
import {
  createAgentTestRun,
  createTestMessage,
  extractAgentResponseMessages,
  extractInputMessages,
  extractToolCalls,
  getAssistantMessageFromRunOutput,
  getCombinedSystemPrompt,
  getReasoningFromRunOutput,
  getSystemMessagesFromRunInput,
  getUserMessageFromRunInput,
  readAnswer,
  readAnswerText,
  readGroundTruthText,
  readInputText,
  readReferenceText,
  readScoreInput,
} from '../../../src/scorers/messages/read-run.js';
import { readToolInvocations } from '../../../src/scorers/messages/tool-calls.js';

const stored = (role: string, text: string) => ({
  role,
  content: { format: 2, parts: [{ type: 'text', text }] },
});

describe('what was asked', () => {
  const QUESTION = 'Where is my order?';

  test.each<[string, Parameters<typeof readScoreInput>[0]]>([
    ['a plain text', QUESTION],
    ['texts', [QUESTION]],
    ['a message', [{ role: 'user', content: QUESTION }]],
    ['a message without a role', [{ content: QUESTION }]],
    ['parts', [{ role: 'user', parts: [{ type: 'text', text: QUESTION }] }]],
    ['content of parts', [stored('user', QUESTION)]],
    ['content without parts', [{ role: 'user', content: { format: 2, parts: [], content: QUESTION } }]],
    ['a conversation', { inputMessages: [{ role: 'user', content: QUESTION }] }],
    ['a conversation of texts', { inputMessages: [QUESTION] }],
  ])('%s', (_, input) => {
    expect(readScoreInput(input)).toEqual({ task: null, history: [], input: QUESTION });
    expect(readInputText({ input })).toBe(QUESTION);
    expect(getUserMessageFromRunInput(input)).toBe(QUESTION);
  });

  test('instructions are the task, and what is remembered comes before', () => {
    const input = {
      systemMessages: [{ content: 'Helps with orders.' }],
      taggedSystemMessages: { memory: [{ role: 'system', content: 'The customer is new.' }] },
      rememberedMessages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello!' },
      ],
      inputMessages: [{ content: QUESTION }],
    };
    expect(readScoreInput(input)).toEqual({
      task: 'Helps with orders.\n\nThe customer is new.',
      history: input.rememberedMessages,
      input: QUESTION,
    });
    expect(getSystemMessagesFromRunInput(input)).toEqual(['Helps with orders.', 'The customer is new.']);
    expect(getCombinedSystemPrompt(input)).toBe('Helps with orders.\n\nThe customer is new.');
    expect(extractInputMessages(input)).toEqual([QUESTION]);
  });

  test('nothing is an empty text; anything but texts and messages is refused by name', () => {
    for (const input of [undefined, []]) expect(readInputText({ input })).toBe('');
    expect(getCombinedSystemPrompt('Why?')).toBe('');
    expect(() => readInputText({ input: JSON.parse('{"a":1}') })).toThrow('input is {"a":1}: give a text');
    expect(() => readAnswerText({ output: JSON.parse('null') })).toThrow('output is null: give a text');
  });
});

describe('what was answered', () => {
  test.each([
    ['a text', 'Because.'],
    ['a text under text', { text: 'Because.' }],
    ['messages, without those of a tool', [stored('assistant', 'Because.'), stored('tool', 'x')]],
    [
      'parts, without the thoughts',
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm' },
          { type: 'text', text: 'Because.' },
        ],
      },
    ],
    ['content beside empty parts', [{ role: 'assistant', content: { parts: [], content: 'Because.' } }]],
  ])('%s', (_, output) => {
    expect(readAnswerText({ output })).toBe('Because.');
    expect(getAssistantMessageFromRunOutput(output)).toBe('Because.');
  });

  test('several messages are one text, and for the utilities the last that says something', () => {
    const output = ['Wait.', { content: 'Because.' }, { role: 'assistant', toolCalls: [] }];
    expect(readAnswerText({ output })).toBe('Wait.\n\nBecause.');
    expect(extractAgentResponseMessages(output)).toEqual(['Wait.', 'Because.', '']);
    expect(getAssistantMessageFromRunOutput(output)).toBe('Because.');
  });

  test.each([
    ['a text', 'Hi', 'Hi'],
    ['a number', 4.5, '4.5'],
    ['a message', { role: 'assistant', content: 'Hi' }, 'Hi'],
    ['data', { opens: 9 }, '{"opens":9}'],
    ['nothing', undefined, null],
  ])('expected answer: %s', (_, groundTruth, text) => {
    expect(readGroundTruthText({ groundTruth })).toBe(text);
    expect(readReferenceText({ input: 'asked', groundTruth })).toBe(text ?? 'asked');
  });

  test.each([
    ['a field', [{ role: 'assistant', content: { parts: [], reasoning: 'Hm' } }]],
    ['details', [{ content: { parts: [{ type: 'reasoning', details: [{ type: 'text', text: 'Hm' }] }] } }]],
    [
      'the text of a part',
      {
        content: [
          { type: 'reasoning', text: 'Hm' },
          { type: 'text', text: 'x' },
        ],
      },
    ],
  ])('reasoning from %s', (_, output) => {
    expect(getReasoningFromRunOutput(output)).toBe('Hm');
  });
});

describe('tool calls', () => {
  const search = {
    toolCallId: 'c1',
    toolName: 'search',
    args: { q: 'rain' },
    state: 'result',
    result: 'wet',
  };
  const { result: _, state: __, ...open } = search;
  const part = { type: 'tool-invocation', toolInvocation: search };
  const named = { type: 'function', id: 'c1', function: { name: 'search', arguments: { q: 'rain' } } };

  test.each<[string, readonly object[]]>([
    ['toolCalls', [{ toolCalls: [search] }]],
    [
      'our own names',
      [{ toolCalls: [{ id: 'c1', name: 'search', arguments: { q: 'rain' }, result: 'wet' }] }],
    ],
    ['a payload', [{ toolCalls: [{ type: 'tool-call', payload: search }] }]],
    ['toolInvocations', [{ content: { format: 2, parts: [], toolInvocations: [search] } }]],
    ['parts', [{ content: { parts: [{ type: 'text', text: 'x' }, part] } }]],
    ['both forms at once', [{ content: { parts: [part], toolInvocations: [search] } }]],
    [
      'parts named for their tool',
      [{ parts: [{ type: 'tool-search', toolCallId: 'c1', input: { q: 'rain' }, output: 'wet' }] }],
    ],
    [
      'chat completions, answered by id',
      [
        { content: null, tool_calls: [named] },
        { role: 'tool', tool_call_id: 'c1', content: 'wet' },
      ],
    ],
    [
      'a call and its result as parts of two messages',
      [
        { content: [{ type: 'tool-call', ...open }] },
        {
          role: 'tool',
          content: [{ type: 'tool-result', toolCallId: 'c1', output: { type: 'json', value: 'wet' } }],
        },
      ],
    ],
  ])('as %s', (_, messages) => {
    const output = [{ role: 'user', content: 'hi' }, ...messages];
    const place = { toolName: 'search', toolCallId: 'c1', messageIndex: 1, invocationIndex: 0 };
    const more = { arguments: { q: 'rain' }, result: 'wet', failed: false };
    expect(readToolInvocations(output)).toEqual([{ ...place, ...more }]);
    expect(extractToolCalls(output)).toEqual({ tools: ['search'], toolCallInfos: [place] });
    expect(readAnswer(output)).toMatchObject({
      toolCalls: [{ name: 'search', arguments: { q: 'rain' }, result: 'wet' }],
      finish: 'tool-calls',
    });
  });

  test('results without an id go to the calls in order; a result of an unknown call to none', () => {
    const output = [
      { toolCalls: [{ name: 'a' }, { name: 'a' }] },
      { role: 'tool', content: 'one' },
      { role: 'tool', tool_call_id: 'c9', content: 'of another' },
      { role: 'tool', content: 'two' },
      { role: 'assistant', content: 'Done.' },
    ];
    expect(readAnswer(output)).toEqual({
      status: 'answered',
      output: 'Done.',
      toolCalls: [
        { name: 'a', result: 'one' },
        { name: 'a', result: 'two' },
      ],
      finish: 'tool-calls',
    });
    expect(readToolInvocations(output).map(({ toolCallId }) => toolCallId)).toEqual(['0-0', '0-1']);
  });

  test.each([
    ['thrown', { state: 'output-error' }, true],
    ['never answered', { state: 'call' }, true],
    ['flagged', { isError: true }, true],
    ['an error as the result', { result: { error: 'no' } }, true],
    ['answered', { result: { error: null } }, false],
  ])('a call that is %s has failed: %j', (_, state, failed) => {
    expect(readToolInvocations({ toolCalls: [{ name: 'a', ...state }] })[0]?.failed).toBe(failed);
  });

  test.each(['text', null, undefined, 3, {}, [null, { toolCalls: [null, 'x', { id: 'c' }] }]])(
    'none in %j',
    (output) => {
      expect(readToolInvocations(output)).toEqual([]);
    },
  );

  test('reach the steps of an agent’s scorer, with the reasoning', async () => {
    const parts = [{ type: 'reasoning', text: 'Hm' }, part, { type: 'text', text: 'At nine.' }];
    const run = createAgentTestRun({
      inputMessages: [createTestMessage({ role: 'user', content: 'When?' })],
      output: [createTestMessage({ role: 'assistant', content: 'At nine.', parts })],
    });
    const scorer = createCodeScorer({ id: 's', description: 'x', type: 'agent' })
      .preprocess(({ run: { input, output } }) => [
        getUserMessageFromRunInput(input),
        getAssistantMessageFromRunOutput(output),
        getReasoningFromRunOutput(output),
        ...extractToolCalls(output).tools,
      ])
      .generateScore(() => 1);
    expect((await scorer.run(run)).preprocessStepResult).toEqual(['When?', 'At nine.', 'Hm', 'search']);
  });
});
