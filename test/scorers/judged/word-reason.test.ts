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

test('where no wording comes back the verdicts have to do', async () => {
  expect(await ask('malformed')).toBeNull();
  expect(await ask('unavailable')).toBeNull();
});

test('a failure that every other call would share, and the end of the run, are told', async () => {
  for (const kind of ['unauthorized', 'budget', 'aborted'] as const) {
    await expect(ask(kind)).rejects.toMatchObject({ kind });
  }
});
