import { describe, expect, it } from 'vitest';
import { calledTool } from '../../../../src/scorers/prebuilt/checks/tool-checks.js';

const CALLS = [
  { toolName: 'search', args: { query: 'rain', page: 1 } },
  { toolName: 'search', args: '{"query":"sun"}' },
  { toolName: 'answer' },
];

function resultOf(options: Parameters<typeof calledTool.create>[0], toolCalls: readonly object[]) {
  return calledTool.create(options).run({ output: { role: 'assistant', content: 'Done.', toolCalls } });
}

describe('the called-tool check', () => {
  it.each<[string, Parameters<typeof calledTool.create>[0], boolean]>([
    ['not often enough', { tool: 'search', times: 3 }, false],
    ['with an argument', { tool: 'search', times: 1, arguments: { query: 'rain' } }, true],
    [
      'with an argument that was sent as JSON',
      { tool: 'search', times: 1, arguments: { query: 'sun' } },
      true,
    ],
    ['without arguments', { tool: 'answer', times: 1, arguments: { query: 'rain' } }, false],
  ])('%s', async (_, options, passed) => {
    expect((await resultOf(options, CALLS)).score).toBe(passed ? 1 : 0);
  });

  it('says what was expected and what was called', async () => {
    expect((await resultOf({ tool: 'book', times: 2 }, CALLS)).reason).toBe(
      'Expected a call of “book”, 2 times; found calls of “search, search, answer”.',
    );
    expect((await resultOf({ tool: 'book' }, [])).reason).toBe(
      'Expected a call of “book”, once; found no tool call.',
    );
  });
});
