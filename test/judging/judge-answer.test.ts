import { describe, expect, test } from 'vitest';
import { judgeAnswer } from '../../src/judging/judge-answer.js';
import { type FailureKind, ProviderError } from '../../src/model/errors.js';
import type { Judgement } from '../../src/model/verdict.js';
import type { Scorer } from '../../src/scorers/scorer.js';

const scorer = (id: string, score: () => Promise<Judgement>): Scorer => ({
  id,
  fingerprint: { id, formula: 'f', rubric: 'r', scale: 1, higherIsBetter: true },
  score,
});
const fine: Judgement = {
  status: 'scored',
  score: 1,
  reason: 'ok',
  statements: [],
  flags: [],
};
const answered = { status: 'answered', output: 'Yes.', toolCalls: [], finish: 'stop' } as const;
const judge = (
  scorers: readonly Scorer[],
  more: { answer?: Parameters<typeof judgeAnswer>[0]['answer']; signal?: AbortSignal } = {},
) =>
  judgeAnswer({
    scorers,
    request: { task: null, history: [], input: 'Is it?' },
    answer: more.answer ?? answered,
    signal: more.signal ?? new AbortController().signal,
  });
const failing = (kind: FailureKind) => scorer('a', () => Promise.reject(new ProviderError('down', { kind })));

test('every scorer has its say under its id', async () => {
  const judgements = await judge([
    scorer('a', async () => fine),
    scorer('b', async () => ({ ...fine, score: 0 })),
  ]);
  expect(judgements).toEqual({ a: fine, b: { ...fine, score: 0 } });
});

test('a failed answer is unscored with its own reason, without a call to the judge', async () => {
  const never = scorer('a', () => expect.unreachable());
  const answer = { status: 'failed', kind: 'timeout', message: 'no answer in 60 s' } as const;
  expect(await judge([never], { answer })).toEqual({
    a: { status: 'unscored', kind: 'timeout', reason: 'no answer in 60 s' },
  });
});

describe('a judge that fails', () => {
  test.each<FailureKind>(['rate-limited', 'unavailable', 'timeout', 'bad-request', 'malformed'])(
    'for now (%s) leaves the answer unscored',
    async (kind) => {
      expect(await judge([failing(kind)])).toEqual({ a: { status: 'unscored', kind, reason: 'down' } });
    },
  );

  test.each<FailureKind>(['unauthorized', 'gone'])('for good (%s) ends the run', async (kind) => {
    await expect(judge([failing(kind)])).rejects.toMatchObject({ kind });
  });

  test('because the run was stopped is not a judgement', async () => {
    await expect(judge([failing('aborted')], { signal: AbortSignal.abort() })).rejects.toMatchObject({
      kind: 'aborted',
    });
  });

  test('by a fault of ours is not hidden', async () => {
    await expect(judge([scorer('a', () => Promise.reject(new TypeError('x')))])).rejects.toThrow(TypeError);
  });
});
