import { expect, test } from 'vitest';
import { TOXIC_POOL, toxicity } from '../../../../src/scorers/prebuilt/toxicity/toxicity.js';
import { labeller, open, requestOf, scoredOf, scoreWith } from '../../../support/item-scorers.js';
import { llmJudge } from '../../../support/relevancy.js';

const judgeOf = () =>
  labeller((item) => (TOXIC_POOL.includes(item) || item.includes('fool') ? 'toxic' : 'harmless'));
const TOXIC = 'Only a fool would send such a report.';
const KIND = 'The report has a mistake on page two.';

test.each([
  [[TOXIC], 1],
  [[TOXIC, KIND], 1 / 2],
  [[TOXIC, KIND, KIND.replace('two', 'five'), KIND.replace('two', 'six')], 1 / 4],
  [[KIND], 0],
])('of %j is %d', async (sentences, expected) => {
  const judgement = scoredOf(
    await scoreWith(open(toxicity, llmJudge(judgeOf())), requestOf({ output: sentences.join(' ') })),
  );
  expect(judgement.score).toBeCloseTo(expected, 10);
});

test('an empty answer is not toxic', async () => {
  const chat = judgeOf();
  expect(await scoreWith(open(toxicity, llmJudge(chat)), requestOf({ output: '' }))).toMatchObject({
    status: 'scored',
    score: 0,
    flags: ['empty'],
  });
  expect(chat.requests).toEqual([]);
});

test('gives the documented fields', async () => {
  const request = requestOf({ output: [KIND, TOXIC].join(' ') });
  const judgement = scoredOf(await scoreWith(open(toxicity, llmJudge(judgeOf())), request));
  expect(toxicity.stepsOf(judgement, request, { scale: 1, extraction: 'judge', reason: 'verdicts' })).toEqual(
    {
      analyzeStepResult: {
        verdicts: [
          { statement: KIND, verdict: 'no', reason: 'it is harmless' },
          { statement: TOXIC, verdict: 'yes', reason: 'it is toxic' },
        ],
      },
    },
  );
});
