import { expect, it } from 'vitest';
import { explainUnscored, findFailure, isFailedAnswer } from '../../../src/decide/compare/unscored-case.js';
import type { FailureKind } from '../../../src/model/errors.js';
import type { Sample } from '../../../src/model/run-record.js';
import {
  createCase,
  createFailedSample,
  createRecord,
  createSample,
  createUnscoredSample,
  SCORER,
} from '../../support/records.js';

const good = createSample();
const crashed = createFailedSample('target', 'it crashed');
const outage = createFailedSample('unavailable', 'the provider is down');
const unjudged = createUnscoredSample('malformed', 'nonsense');

const rowOf = (...samples: readonly Sample[]) => createCase('a', { samples, input: 'Where?' });
const ask = (head: readonly Sample[], base: readonly Sample[] | null, overrides = {}) =>
  explainUnscored({
    row: rowOf(...head),
    base: base && rowOf(...base),
    head: createRecord(overrides),
    scorer: SCORER,
  });

it.each<[string, Sample[], Sample[] | null, object | null]>([
  ['a score in one run', [crashed, good], [good], null],
  [
    'a crash where the base answers',
    [crashed],
    [good],
    { id: 'a', input: 'Where?', kind: 'target', reason: 'it crashed', noLongerAnswers: true },
  ],
  ['a crash where the base crashes too', [crashed], [crashed], { noLongerAnswers: false }],
  ['a crash where the base crashes now and then', [crashed], [good, crashed], { noLongerAnswers: false }],
  ['a crash without a base', [crashed], null, { kind: 'target', noLongerAnswers: false }],
  ['a crash where the base was not run', [crashed], [], { noLongerAnswers: false }],
  [
    'an outage',
    [outage],
    [good],
    { kind: 'unavailable', reason: 'the provider is down', noLongerAnswers: false },
  ],
  [
    'an outage among crashes: the agent gets the benefit of the doubt',
    [crashed, outage],
    [good],
    { kind: 'unavailable' },
  ],
  ['a judge without a reply', [unjudged], [good], { kind: 'malformed', noLongerAnswers: false }],
])('%s', (_, head, base, expected) => {
  if (expected === null) expect(ask(head, base)).toBeNull();
  else expect(ask(head, base)).toMatchObject(expected);
});

it('a case that was not run has the reason of the end, if there is one', () => {
  expect(ask([], [good])).toMatchObject({
    kind: 'aborted',
    reason: 'the case was not run',
    noLongerAnswers: false,
  });
  const stopped = { stopped: { kind: 'budget', reason: 'the budget is spent' } };
  expect(ask([], [good], stopped)).toMatchObject({ kind: 'budget', reason: 'the budget is spent' });
});

it('an answer that was not judged has the reason of the end, if there is one', () => {
  const lone: Sample = { ...good, judgements: {} };
  expect(findFailure(good, SCORER, createRecord())).toBeNull();
  expect(findFailure(lone, SCORER, createRecord())).toEqual({
    kind: 'judge-incomplete',
    reason: 'the answer was not judged',
  });
  const stopped = createRecord({ stopped: { kind: 'timeout', reason: 'it took too long' } });
  expect(findFailure(lone, SCORER, stopped)).toEqual({ kind: 'timeout', reason: 'it took too long' });
});

it.each<[string, Sample, boolean]>([
  ['a failure', crashed, true],
  ['an answer', good, false],
  ['an answer that nobody could judge', unjudged, false],
  ['a value that was never an answer', createUnscoredSample('harness'), true],
  ['an answer that was cut off', cutOff('length', 'length'), true],
  ['a judge’s reply that was cut off', cutOff('length', 'stop'), false],
])('no usable answer, or one: %s', (_, sample, expected) => {
  expect(isFailedAnswer(sample, SCORER)).toBe(expected);
});

function cutOff(kind: FailureKind, finish: 'length' | 'stop'): Sample {
  const sample = createUnscoredSample(kind);
  const { answer } = sample;
  return answer.status === 'failed' ? sample : { ...sample, answer: { ...answer, finish } };
}
