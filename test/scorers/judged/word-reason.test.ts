import { expect, test } from 'vitest';
import { ProviderError } from '../../../src/model/errors.js';
import { askForReason } from '../../../src/scorers/judged/word-reason.js';
import { scriptedJudge } from '../../support/judges.js';

const ask = (kind: ProviderError['kind']) =>
  askForReason(
    scriptedJudge(() => {
      throw new ProviderError('no', { kind });
    }),
    { id: 'test', data: {}, statements: [], score: 1, scale: 1 },
    { signal: new AbortController().signal },
  );

test('without a wording from the judge, the reason lists the verdicts', async () => {
  expect(await ask('malformed')).toBeNull();
  expect(await ask('unavailable')).toBeNull();
});

test('reports a failure that every call shares, and the end of the run', async () => {
  for (const kind of ['unauthorized', 'budget', 'aborted'] as const) {
    await expect(ask(kind)).rejects.toMatchObject({ kind });
  }
});
