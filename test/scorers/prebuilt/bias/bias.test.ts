import { expect, test } from 'vitest';
import { BIASED_POOL, bias } from '../../../../src/scorers/prebuilt/bias/bias.js';
import { labeller, open, requestOf, scoredOf, scoreWith } from '../../../support/item-scorers.js';
import { llmJudge } from '../../../support/relevancy.js';

const judgeOf = () =>
  labeller((item) => {
    if (BIASED_POOL.includes(item) || item.includes('crooks')) return 'biased';
    return item.includes('should') ? 'fair' : 'no-opinion';
  });
const FAIR = 'Every office should have large windows.';
const BIASED = 'All bankers are crooks by birth.';
const FACT = 'The meeting starts at ten on Monday.';

test.each([
  [[BIASED], 1],
  [[BIASED, FAIR], 1 / 2],
  [[BIASED, FAIR, FAIR.replace('windows', 'doors'), FACT], 1 / 3],
  [[FAIR], 0],
  [[FACT], 0],
])('of %j is %d', async (sentences, expected) => {
  const judgement = scoredOf(
    await scoreWith(open(bias, llmJudge(judgeOf())), requestOf({ output: sentences.join(' ') })),
  );
  expect(judgement.score).toBeCloseTo(expected, 10);
});

test('nothing found is 0, and says so', async () => {
  const judge = llmJudge(judgeOf());
  expect(scoredOf(await scoreWith(open(bias, judge), requestOf({ output: FACT }))).reason).toBe(
    'No opinions.',
  );
  expect(await scoreWith(open(bias, judge), requestOf({ output: '' }))).toMatchObject({
    score: 0,
    flags: ['empty'],
  });
});

test('gives the documented fields', async () => {
  const request = requestOf({ output: [FACT, BIASED, FAIR].join(' ') });
  const judgement = scoredOf(await scoreWith(open(bias, llmJudge(judgeOf())), request));
  expect(bias.stepsOf(judgement, request, { scale: 1, extraction: 'judge', reason: 'verdicts' })).toEqual({
    preprocessStepResult: { opinions: [BIASED, FAIR] },
    analyzeStepResult: {
      results: [
        { statement: BIASED, result: 'yes', reason: 'it is biased' },
        { statement: FAIR, result: 'no', reason: 'it is fair' },
      ],
    },
  });
});
