import { describe, expect, test } from 'vitest';
import { createCodeScorer } from '../../../src/scorers/define-scorer.js';
import {
  extractAgentResponseMessages,
  extractInputMessages,
  extractToolCalls,
  getAssistantMessageFromRunOutput,
  getCombinedSystemPrompt,
  getReasoningFromRunOutput,
  getSystemMessagesFromRunInput,
  getUserMessageFromRunInput,
} from '../../../src/scorers/messages/messages-of-run.js';
import { createAgentTestRun, createTestMessage } from '../../../src/scorers/messages/test-run.js';

const INVOCATION = { toolCallId: 'c1', toolName: 'hours', args: { day: 'mon' }, result: 9, state: 'result' };

test.each([
  ['a text', 'Why?'],
  ['texts', ['Why?', 'Really?']],
  [
    'messages',
    [
      { role: 'system', content: 'x' },
      { role: 'user', content: 'Why?' },
    ],
  ],
  ['an agent’s input', { inputMessages: [createTestMessage({ role: 'user', content: 'Why?' })] }],
  ['an agent’s input as texts', { inputMessages: ['Why?'] }],
  ['a list under messages', { messages: [{ role: 'user', parts: [{ type: 'text', text: 'Why?' }] }] }],
  ['a prompt', { prompt: 'Why?' }],
  ['one message', { content: 'Why?' }],
])('the user’s message from %s', (_, input) => {
  expect(getUserMessageFromRunInput(input)).toBe('Why?');
});

test.each([
  ['a text', 'Because.'],
  ['a text under text', { text: 'Because.' }],
  ['the last message that says something', ['Wait.', 'Because.', { role: 'assistant', toolCalls: [] }]],
  [
    'parts, without the thoughts',
    [
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm' },
          { type: 'text', text: 'Because.' },
        ],
      },
    ],
  ],
  ['content beside empty parts', [{ role: 'assistant', content: { parts: [], content: 'Because.' } }]],
])('the assistant’s message from %s', (_, output) => {
  expect(getAssistantMessageFromRunOutput(output)).toBe('Because.');
});

test('system messages, plain and tagged', () => {
  const { input } = createAgentTestRun({
    inputMessages: 'Why?',
    systemMessages: ['Be brief.'],
    taggedSystemMessages: { memory: [{ role: 'system', content: 'Ana asks.' }] },
    output: 'Because.',
  });
  expect(getSystemMessagesFromRunInput(input)).toEqual(['Be brief.', 'Ana asks.']);
  expect(getCombinedSystemPrompt(input)).toBe('Be brief.\n\nAna asks.');
  expect(getCombinedSystemPrompt('Why?')).toBe('');
  expect(extractInputMessages(input)).toEqual(['Why?']);
  expect(extractAgentResponseMessages(['a', { content: 'b' }])).toEqual(['a', 'b']);
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

describe('tool calls', () => {
  test('reach the steps of an agent’s scorer, with the reasoning', async () => {
    const { input, output } = createAgentTestRun({
      inputMessages: [createTestMessage({ role: 'user', content: 'When?' })],
      output: [
        createTestMessage({
          role: 'assistant',
          content: 'At nine.',
          parts: [
            { type: 'reasoning', text: 'Hm' },
            { type: 'tool-invocation', toolInvocation: INVOCATION },
            { type: 'text', text: 'At nine.' },
          ],
        }),
      ],
    });
    const scorer = createCodeScorer({ id: 's', description: 'x', type: 'agent' })
      .preprocess(({ run }) => [
        getUserMessageFromRunInput(run.input),
        getAssistantMessageFromRunOutput(run.output),
        getReasoningFromRunOutput(run.output),
        ...extractToolCalls(run.output).tools,
      ])
      .generateScore(() => 1);
    const { preprocessStepResult } = await scorer.run({ input, output });
    expect(preprocessStepResult).toEqual(['When?', 'At nine.', 'Hm', 'hours']);
  });
});
