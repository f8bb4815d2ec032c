import { expect, test } from 'vitest';
import { LOST, noiseSensitivity, noiseShare } from '../../../src/scorers/prebuilt/noise-sensitivity.js';
import { labeller, open, requestOf, scoreWith } from '../../support/item-scorers.js';
import { readRequest } from '../../support/judges.js';

const share = (labels: readonly string[], scoring: object = {}) =>
  noiseShare(
    labels.map((label) => ({ label, text: label })),
    noiseSensitivity.about.options.parse({ scoring }).scoring,
  );

test.each<[readonly string[], object, number]>([
  [['severe', 'severe', 'severe', 'severe', 'severe'], {}, 0],
  [['none', 'severe', 'severe', 'severe', 'severe'], {}, 1.4 / 5 - 0.28],
  [['none', 'none', 'none', 'severe', 'severe'], {}, 3.2 / 5 - 0.2],
  [['none', 'none', 'severe'], { penalties: { majorIssuePerItem: 0.2 } }, 2.1 / 3 - 0.2],
  [['none', 'severe', 'severe'], { penalties: { maxMajorIssuePenalty: 0.15 } }, 1.2 / 3 - 0.15],
])('of %j with %j is %d', (labels, scoring, expected) => {
  expect(share(labels, scoring)).toBeCloseTo(expected, 10);
});

const judgeOf = () =>
  labeller((item) => {
    if (LOST.includes(item)) return 'severe';
    return item.startsWith('Relevance') ? 'significant' : 'none';
  });

test('compares with the options, else with the case', async () => {
  const seen = async (options: object) => {
    const chat = judgeOf();
    const request = requestOf({ input: 'When?', output: 'At nine.', groundTruth: 'Of the case.' });
    await scoreWith(open(noiseSensitivity, chat, options), request);
    return readRequest(chat.requests[0]?.messages ?? []).data;
  };
  expect(await seen({})).toMatchObject({
    question: null,
    noisy_question: 'When?',
    noise_type: null,
    baseline: 'Of the case.',
  });
  expect(
    await seen({ baselineResponse: 'Given.', noisyQuery: 'When? Cats!', noiseType: 'distractors' }),
  ).toMatchObject({
    question: 'When?',
    noisy_question: 'When? Cats!',
    noise_type: 'distractors',
    baseline: 'Given.',
  });
});
