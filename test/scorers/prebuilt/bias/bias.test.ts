import { expect, test } from 'vitest';
import { BIASED_POOL, bias } from '../../../../src/scorers/prebuilt/bias/bias.js';
import { labeller, open, requestOf, scoreWith } from '../../../support/item-scorers.js';

test('nothing found is 0, and says so', async () => {
  const chat = labeller((item) => (BIASED_POOL.includes(item) ? 'biased' : 'skip'));
  const request = requestOf({ output: 'The meeting starts at ten on Monday.' });
  expect(await scoreWith(open(bias, chat), request)).toMatchObject({
    score: 0,
    reason: 'No opinions.',
  });
});
