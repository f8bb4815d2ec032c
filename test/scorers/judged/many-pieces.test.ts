import { expect, it } from 'vitest';
import { createRequest, INPUT, relevancy, score, three } from '../../support/relevancy.js';

const points = (count: number) => Array.from({ length: count }, (_, at) => `Point ${at}.`).join(' ');

it.each([
  [1_000, [], 'scored'],
  [1_001, [], 'unscored'],
  [999, [{ name: 'a' }, { name: 'b' }], 'unscored'],
] as const)('an answer of %i statements and %j is %s', async (count, toolCalls, status) => {
  const chat = three();
  const judgement = await score(
    relevancy(chat),
    createRequest({ input: INPUT, output: points(count), toolCalls }),
  );
  expect(judgement.status).toBe(status);
  if (judgement.status === 'unscored') {
    expect(judgement).toMatchObject({
      kind: 'target',
      reason: 'the answer has 1,001 statements and tool calls, and at most 1,000 are judged',
    });
  }
});
