import { expect, test } from 'vitest';
import { CONTROL_STATEMENTS, noiseSensitivity } from '../../../src/scorers/prebuilt/noise-sensitivity.js';
import { labeller, open, requestOf, scoreWith } from '../../support/item-scorers.js';
import { readRequest } from '../../support/judges.js';

const judgeOf = () =>
  labeller((item) => {
    if (CONTROL_STATEMENTS.includes(item)) return 'severe';
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
