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
  ['a score without a reason', { score: null }, 'and there is none: no reason is known'],
  [
    'an error of `runEvals`',
    { error: new Error('the scorer failed') },
    'and there is none: the scorer failed',
  ],
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

it.each<[string, unknown, unknown, RegExp]>([
  [
    'a number',
    0.4,
    0.8,
    /needs a scorer's result, and got 0\.4: pass the whole result, .*toBeGreaterThanOrEqual/,
  ],
  ['a promise', answer('Paris.'), 0.8, /got a promise, which nobody awaited: write `expect\(await /],
  ['nothing', undefined, 0.8, /got undefined: write `expect\(await /],
  ['an answer', 'Paris.', 0.8, /got "Paris\.": write /],
  ['other fields', { scores: { relevancy: 1 } }, 0.8, /got \{"scores":\{"relevancy":1\}\}: write /],
  [
    'no limit',
    { score: 1 },
    undefined,
    /needs the lowest score that passes, such as 0\.8, and got undefined/,
  ],
  ['a limit in words', { score: 1 }, '0.8', /and got "0\.8"/],
  ['a limit that is no number', { score: 1 }, Number.NaN, /and got NaN/],
])('%s is an error, also after `not`', (_, value, least, message) => {
  expect(failureOf(() => expect(value).toScoreAtLeast(least as number))).toMatch(message);
  expect(failureOf(() => expect(value).not.toScoreAtLeast(least as number))).toMatch(message);
});
