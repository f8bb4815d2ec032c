import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseWorkerReply } from '../../src/target/command-target.js';
import { createRedactor } from '../../src/text/redact.js';

const parse = (line: string) => parseWorkerReply(line, createRedactor(['output', 's3cret-value']));
const reply = (fields: object) => parse(JSON.stringify({ id: 'a', ...fields }));

test('an answer with all that it may hold', () => {
  expect(
    reply({
      output: 'Paris',
      toolCalls: [{ name: 'look', arguments: { q: 1 }, result: null, extra: 1 }],
      context: ['a map'],
      usage: { calls: 2, inputTokens: 10, outputTokens: 3 },
    }),
  ).toEqual({
    kind: 'reply',
    id: 'a',
    reply: {
      answer: {
        status: 'answered',
        output: 'Paris',
        toolCalls: [{ name: 'look', arguments: { q: 1 }, result: null }],
        context: ['a map'],
        finish: 'stop',
      },
      usage: { calls: 2, inputTokens: 10, outputTokens: 3 },
    },
  });
});

test.each<[object, object]>([
  [{ output: '' }, { status: 'answered', output: '', finish: 'stop' }],
  [{ toolCalls: [{ name: 'go' }] }, { status: 'answered', output: '', finish: 'tool-calls' }],
  [
    { output: null, toolCalls: [{ name: 'go' }] },
    { status: 'answered', output: '' },
  ],
  [{ output: 'x', context: 'one text' }, { context: ['one text'] }],
  [{ id: 7, output: 'x' }, { output: 'x' }],
  [{ error: 'no such user' }, { kind: 'target', message: 'the agent reports an error: no such user' }],
  [{ error: { code: 1 } }, { kind: 'target', message: expect.stringContaining('{"code":1}') }],
  [
    { output: { text: 'x' } },
    { kind: 'harness', message: expect.stringContaining('output is an object, not a text') },
  ],
  [{ output: ['x'] }, { kind: 'harness', message: expect.stringContaining('a list') }],
  [{ output: 3 }, { kind: 'harness', message: expect.stringContaining('a number') }],
  [{ output: '[object Object]' }, { kind: 'harness', message: expect.stringContaining('[object Object]') }],
  [{ output: 'undefined' }, { kind: 'harness' }],
  [{}, { kind: 'target', message: expect.stringContaining('neither output nor toolCalls') }],
  [{ output: null }, { kind: 'target' }],
  [
    { output: 'x', toolCalls: 'look' },
    { kind: 'target', message: expect.stringContaining('toolCalls is not a list') },
  ],
  [
    { output: 'x', toolCalls: [{}] },
    { kind: 'target', message: expect.stringContaining('toolCalls[0] has no name') },
  ],
  [
    { output: 'x', context: [1] },
    { kind: 'target', message: expect.stringContaining('context') },
  ],
])('%j', (fields, answer) => {
  const parsed = reply(fields);
  expect(parsed.kind).toBe('reply');
  expect(parsed).toMatchObject({ reply: { answer } });
});

test.each<[unknown, object]>([
  [undefined, { calls: 0, inputTokens: 0, outputTokens: 0 }],
  [{}, { calls: 1, inputTokens: 0, outputTokens: 0 }],
  [
    { prompt_tokens: 5, completion_tokens: 2 },
    { calls: 1, inputTokens: 5, outputTokens: 2 },
  ],
  [
    { calls: -1, inputTokens: 'many' },
    { calls: 0, inputTokens: 0, outputTokens: 0 },
  ],
  [
    { inputTokens: 1e308, outputTokens: 1e308 },
    { inputTokens: 1e12, outputTokens: 1e12 },
  ],
])('usage %j', (usage, counted) => {
  expect(reply({ output: 'x', usage })).toMatchObject({ reply: { usage: counted } });
});

test.each([
  ['Loading model…', 'stray', 'Loading model…'],
  ['s3cret-value', 'stray', '***'],
  ['[1]', 'stray', '[1]'],
  ['null', 'stray', 'null'],
  ['{"output":"x"}', 'broken', 'wrote an answer without an id (it wrote: {"***":"x"}'],
  ['{"id":null,"output":"x"}', 'broken', 'wrote an answer without an id'],
  [
    '{"id":"a","output":"x","usage":{"inputTokens":NaN}}',
    'broken',
    'wrote a line that is not JSON: it has NaN, which JSON does not know; write null or a number instead (it wrote: {"id":"a"',
  ],
  ['{"id":"a","output":"NaN"', 'stray', '{"id":"a","***":"NaN"'],
])('%s breaks the protocol', (line, kind, why) => {
  expect(parse(line)).toMatchObject({ kind, why: expect.stringContaining(why) });
});

test('whatever the line, there is a verdict and it is short', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 3_000 }), fc.json()), (line) => {
      const parsed = parse(line);
      if (parsed.kind === 'broken' || parsed.kind === 'stray') expect(parsed.why.length).toBeLessThan(400);
    }),
  );
});
