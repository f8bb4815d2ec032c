import { expect, it } from 'vitest';
import { createBuiltinJudge } from '../../src/offline-judge/builtin-judge.js';
import { createRequest, relevancy, score } from '../support/relevancy.js';

it('never calls a tool call beside a text irrelevant: that shows in no word', async () => {
  const request = createRequest({
    input: 'Where is my parcel?',
    output: 'Your parcel is on its way.',
    toolCalls: [{ name: 'query', arguments: { sql: 'select 1' }, result: [] }],
  });
  const judgement = await score(relevancy(createBuiltinJudge()), request);
  expect(judgement).toMatchObject({ score: 1, statements: [{ result: 'yes' }, { result: 'unsure' }] });
});
