import { describe, expect, it, test } from 'vitest';
import {
  addUsage,
  isEmptyAnswer,
  joinTurns,
  listTurnMessages,
  readCount,
  subtractUsage,
  type Turn,
} from '../../src/model/answer.js';

const createTurn = (output: string, more: Partial<Turn> = {}): Turn => ({
  input: 'When do you open?',
  output,
  toolCalls: [],
  finish: 'stop',
  ...more,
});

test.each<[unknown, number]>([
  [12, 12],
  [1.5, 2],
  [0, 0],
  [-1, 0],
  ['12', 0],
  [Number.NaN, 0],
  [Number.POSITIVE_INFINITY, 1e12],
  [null, 0],
])('a count of %j is read as %d', (value, count) => {
  expect(readCount(value)).toBe(count);
});

test('usage is added and subtracted field by field', () => {
  const sum = addUsage(
    { calls: 1, inputTokens: 10, outputTokens: 2 },
    { calls: 2, inputTokens: 5, outputTokens: 1 },
  );
  expect(sum).toEqual({ calls: 3, inputTokens: 15, outputTokens: 3 });
  expect(subtractUsage(sum, { calls: 1, inputTokens: 10, outputTokens: 2 })).toEqual({
    calls: 2,
    inputTokens: 5,
    outputTokens: 1,
  });
});

const GIVEN = { status: 'answered', output: '', toolCalls: [], finish: 'stop' } as const;

test.each([
  ['', [], true],
  [' \n', [], true],
  ['At nine.', [], false],
  ['', [{ name: 'search' }], false],
])('the answer %j with the calls %j is empty: %j', (output, toolCalls, isEmpty) => {
  expect(isEmptyAnswer({ ...GIVEN, output, toolCalls })).toBe(isEmpty);
});

test('an answer of several turns is empty if one of its turns is', () => {
  const turns = [createTurn('At nine.'), createTurn('')];
  expect(isEmptyAnswer({ ...GIVEN, output: 'At nine.', turns })).toBe(true);
});

describe('the answers of several turns become one', () => {
  it('that ends as the last one does', () => {
    const turns = [
      createTurn('At nine.'),
      createTurn('', { finish: 'tool-calls', toolCalls: [{ name: 'close' }] }),
    ];
    expect(joinTurns(turns, { seconds: 2 })).toEqual({
      status: 'answered',
      output: 'At nine.\n\n',
      toolCalls: [{ name: 'close' }],
      finish: 'tool-calls',
      seconds: 2,
      turns,
    });
  });

  it.each(['length', 'content-filter'] as const)('that is cut off if one of them is (%s)', (finish) => {
    const joined = joinTurns([createTurn('At', { finish }), createTurn('At six.')], {});
    expect(joined).toMatchObject({ finish });
  });
});

test('a turn is a question and an answer, with tool calls only if there are any', () => {
  expect(listTurnMessages(createTurn('At nine.'))).toEqual([
    { role: 'user', content: 'When do you open?' },
    { role: 'assistant', content: 'At nine.' },
  ]);
  const [, answer] = listTurnMessages(createTurn('', { toolCalls: [{ name: 'search' }] }));
  expect(answer).toEqual({ role: 'assistant', content: '', toolCalls: [{ name: 'search' }] });
});
