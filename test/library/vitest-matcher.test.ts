import { expect, it } from 'vitest';
import { createAnswerRelevancyScorer } from '../../src/library/factories.js';
import { toScoreAtLeast } from '../../src/library/vitest.js';

expect.extend({ toScoreAtLeast });

const relevancy = createAnswerRelevancyScorer({ model: 'builtin' });
const answer = (output: string) => relevancy.run({ input: 'What is the capital of France?', output });
const failureOf = (check: () => void): string => {
  try {
    check();
  } catch (thrown) {
    return String(Object(thrown).message);
  }
  return 'it passed';
};

it('a failure names the irrelevant statements with their reasons', async () => {
  const result = await answer('The capital of France is Paris. Our cat sends her love.');
  expect(result).toScoreAtLeast(0.5);
  const failure = failureOf(() => expect(result).toScoreAtLeast(0.8));
  expect(failure).toMatch(
    /^expected a score of at least 0\.8, and it is 0\.5:\n {2}no {6}“Our cat sends her love\.” \S/,
  );
  expect(failure).not.toContain('Paris');
  expect(failureOf(() => expect(result).not.toScoreAtLeast(0.5))).toBe(
    'expected a score below 0.5, and it is 0.5',
  );
});

it.each<[string, object, string]>([
  [
    'no score',
    { score: null, unscored: { reason: 'the judge was not reached' } },
    'and there is none: the judge was not reached',
  ],
  ['a missing score', {}, 'and there is none: no reason is known'],
  ['a score without statements', { score: 0.2, reason: 'Too long.' }, 'and it is 0.2: Too long.'],
  [
    'claims with a verdict',
    {
      score: 0.5,
      analyzeStepResult: { verdicts: [{ verdict: 'unsure', statement: 'We pay.', reason: 'Not said.' }] },
    },
    'and it is 0.5:\n  unsure  “We pay.” Not said.',
  ],
])('%s fails and says why', (_, result, message) => {
  const { pass, message: render } = toScoreAtLeast(result, 0.8);
  expect({ pass, message: render() }).toEqual({
    pass: false,
    message: `expected a score of at least 0.8, ${message}`,
  });
});
