import { describe, expect, it } from 'vitest';
import {
  computeMaxUnscored,
  describeUnscored,
  explainBrokenJudging,
  failsLikeBase,
  findBaseFault,
  findEmptyAnswers,
  findIncompleteness,
  findSilentBase,
  findUnscoredRun,
  isComplete,
  isScorable,
  stopAtUnscored,
} from '../../../src/decide/compare/usable-record.js';
import type { FailureKind } from '../../../src/model/errors.js';
import type { RunRecord, Sample } from '../../../src/model/run-record.js';
import {
  createCase,
  createComparison,
  createFailedSample,
  createPairedCase,
  createRecord,
  createSample,
  createUnscoredSample,
  SCORER,
} from '../../support/records.js';

const good = createSample();
const empty = createSample({ output: '', statements: [] });
const crashed = createFailedSample('target', 'it crashed');
const outage = createFailedSample('unavailable', 'the provider is down');
const unjudged = createUnscoredSample('malformed', 'nonsense');
const broken = createUnscoredSample('scorer', 'the scorer crashed');
const nothing = createUnscoredSample('not-scorable', 'no ground truth');

const judgementOf = ({ judgements }: Sample) => {
  const judgement = judgements[SCORER];
  if (judgement === undefined) throw new Error('not judged');
  return judgement;
};

/** A record with these samples per case. */
const record = (cases: readonly (readonly Sample[])[], overrides: Partial<RunRecord> = {}) =>
  createRecord({
    cases: cases.map((samples, index) => createCase(`c${index}`, { samples })),
    ...overrides,
  });
const times = (count: number, ...samples: readonly Sample[]) => Array.from({ length: count }, () => samples);
const stopped = (kind: FailureKind) => ({ stopped: { kind, reason: 'it ended' } });

describe('whyIncomplete', () => {
  it.each<[string, RunRecord, object | null]>([
    ['all cases have a score', record(times(3, good)), null],
    [
      'the run ended early',
      record(times(3, good), stopped('budget')),
      { kind: 'stopped', failure: 'budget', reason: 'it ended' },
    ],
    [
      'only some cases ran',
      record(times(3, good), { subset: { of: 5 } }),
      { kind: 'unscored', side: 'head', failure: 'no-cases', missing: 2, of: 5, share: 2, reason: '' },
    ],
    ['there are no cases', record([]), { kind: 'unscored', failure: 'no-cases', missing: 0, of: 0 }],
    ['one of 20 has no score', record([[unjudged], ...times(19, good)]), null],
    [
      'two of 20 have no score',
      record([[unjudged], [unjudged], ...times(18, good)]),
      {
        kind: 'unscored',
        side: 'head',
        failure: 'malformed',
        missing: 2,
        of: 20,
        share: 2,
        reason: 'nonsense',
      },
    ],
    ['two of 40 have no score', record([[unjudged], [unjudged], ...times(38, good)]), null],
    [
      'three of 40 have no score',
      record([[unjudged], [unjudged], [unjudged], ...times(37, good)]),
      { missing: 3 },
    ],
    [
      'a later run is spoilt',
      record(times(4, good, unjudged)),
      { kind: 'unscored', failure: 'malformed', missing: 4, of: 4 },
    ],
    ['one case was not run', record([[], ...times(9, good)]), null],
    [
      'two cases were not run',
      record([[], [], ...times(8, good)]),
      { failure: 'no-cases', missing: 2, of: 10 },
    ],
    ['there is nothing to score', record(times(3, nothing)), null],
    ['nothing was run', record([[]]), { failure: 'no-cases', missing: 1, of: 1 }],
    [
      'every answer is empty',
      record(times(3, empty)),
      { kind: 'empty-answers', empty: 3, of: 3, everywhere: true },
    ],
  ])('%s', (_, given, expected) => {
    const why = findIncompleteness(given);
    if (expected === null) expect(why).toBeNull();
    else expect(why).toMatchObject(expected);
    expect(isComplete(given)).toBe(expected === null);
  });

  it('under another scorer too', () => {
    const scorers = [...createRecord().scorers, { ...createRecord().scorers[0], id: 'other' }];
    const both = (second: Sample) => ({
      ...good,
      judgements: { ...good.judgements, other: second.judgements[SCORER] },
    });
    const of = (second: Sample) =>
      record(times(4, both(second) as Sample), { scorers: scorers as RunRecord['scorers'] });
    expect(findIncompleteness(of(good))).toBeNull();
    expect(findIncompleteness(of(broken))).toMatchObject({ failure: 'scorer', missing: 4 });
    expect(findIncompleteness(of(nothing))).toBeNull();
  });
});

it.each([
  [1, 1],
  [20, 1],
  [21, 1.05],
  [100, 5],
])('of %i cases %d may have no score', (cases, limit) => {
  expect(computeMaxUnscored(cases)).toBeCloseTo(limit);
});

it('a case is not scorable if every sample says so', () => {
  const scorable = (...samples: readonly Sample[]) => isScorable(createCase('a', { samples }), SCORER);
  expect(scorable(nothing)).toBe(false);
  expect(scorable(nothing, good)).toBe(true);
  expect(scorable(unjudged)).toBe(true);
  expect(scorable()).toBe(true);
});

describe('a base', () => {
  it.each<[string, RunRecord, object | null]>([
    ['whose agent failed is usable: a pull request may fix it', record(times(3, crashed)), null],
    [
      'whose provider failed is not',
      record(times(3, outage)),
      { side: 'base', failure: 'unavailable', missing: 3, of: 3 },
    ],
    ['that the judge spoilt is not', record(times(3, unjudged)), { side: 'base', failure: 'malformed' }],
    ['with one case that the judge spoilt is', record([[unjudged], [good], [good]]), null],
    [
      'that ended early is not',
      record(times(3, good), stopped('timeout')),
      { kind: 'stopped', failure: 'timeout' },
    ],
  ])('%s', (_, given, expected) => {
    if (expected === null) expect(findBaseFault(given)).toBeNull();
    else expect(findBaseFault(given)).toMatchObject(expected);
  });

  it.each<[string, one: Sample, other: Sample, object | null]>([
    ['one of two scorers can use is usable: each decides for itself', unjudged, good, null],
    ['neither scorer can use is not', outage, outage, { side: 'base', failure: 'unavailable' }],
    ['a broken scorer cannot score is not: only a person can decide', good, broken, { failure: 'scorer' }],
  ])('that %s', (_, one, other, expected) => {
    const scorers = ['one', 'other'].map(
      (id) => ({ ...createRecord().scorers[0], id }) as RunRecord['scorers'][number],
    );
    const judgements = { one: judgementOf(one), other: judgementOf(other) };
    const given = record(times(3, { ...one, judgements }), { scorers });
    if (expected === null) expect(findBaseFault(given)).toBeNull();
    else expect(findBaseFault(given)).toMatchObject(expected);
  });

  it.each<[string, RunRecord, object | null]>([
    ['answers half of the cases', record([[crashed], [crashed], [good], [good]]), null],
    [
      'answers fewer than half',
      record([[crashed], [crashed], [good]]),
      { kind: 'unscored', side: 'base', failure: 'target', missing: 2, of: 3, reason: 'it crashed' },
    ],
    ['fails now and then', record(times(3, crashed, good)), null],
    ['is failed by the provider', record(times(3, outage)), null],
    ['ended because of its agent', record([], stopped('target')), { kind: 'stopped', failure: 'target' }],
    ['ended because its agent is gone', record([], stopped('gone')), { kind: 'stopped', failure: 'gone' }],
    ['ended for another reason', record(times(3, crashed), stopped('budget')), null],
  ])('is silent, or not: it %s', (_, given, expected) => {
    if (expected === null) expect(findSilentBase(given)).toBeNull();
    else expect(findSilentBase(given)).toMatchObject(expected);
  });

  it.each<[string, RunRecord, object | null]>([
    ['has a scorer that fails always', record(times(3, broken)), { failure: 'scorer', share: 3, missing: 3 }],
    [
      'has a scorer that fails for several reasons',
      record([[broken], [createUnscoredSample('scorer', 'other')]]),
      null,
    ],
    ['has a judge that fails', record(times(3, unjudged)), null],
    ['is failed by the provider', record(times(3, outage)), null],
    [
      'has a judge that is gone',
      record([], stopped('judge-gone')),
      { kind: 'stopped', failure: 'judge-gone' },
    ],
    ['ended for another reason', record(times(3, broken), stopped('budget')), null],
    ['is judged', record(times(3, good)), null],
  ])('cannot be judged, or can: it %s', (_, given, expected) => {
    if (expected === null) expect(explainBrokenJudging(given)).toBeNull();
    else expect(explainBrokenJudging(given)).toMatchObject(expected);
  });
});

describe('findSpoiltRun', () => {
  it('leaves out kinds, cases, and what is nobody’s fault', () => {
    const spoilt = record([[outage], [outage], [good]]);
    const find = (given: RunRecord, options?: Parameters<typeof findUnscoredRun>[3]) =>
      findUnscoredRun(given, SCORER, 'head', options);
    expect(find(spoilt)).toMatchObject({ side: 'head', missing: 2, of: 3 });
    expect(find(spoilt, { excusedKinds: new Set(['unavailable']) })).toBeNull();
    expect(find(spoilt, { excusedKinds: new Set(['target']) })).not.toBeNull();
    expect(find(spoilt, { excused: new Set(['c0']) })).toBeNull();
    expect(find(spoilt, { excused: new Set(['c2']) })).not.toBeNull();
    expect(find(record(times(3, nothing)))).toBeNull();
    expect(find(record(times(3, createFailedSample('not-recorded'))))).toBeNull();
    expect(find(record([[good, outage], [good, outage], [good]]))).toMatchObject({ missing: 2, of: 3 });
  });
});

describe('unscored', () => {
  const reason = (kind: FailureKind, text: string) => ({ kind, reason: text });

  it('names the cause that most share; of equally common ones the alphabetically first', () => {
    const [a, b, c] = [reason('unavailable', 'b'), reason('unavailable', 'a'), reason('timeout', 'a')];
    expect(describeUnscored('head', [a, b, b, c], 9)).toEqual({
      kind: 'unscored',
      side: 'head',
      missing: 4,
      of: 9,
      failure: 'unavailable',
      share: 2,
      reason: 'a',
    });
    expect(describeUnscored('head', [a, b], 9)).toMatchObject({ share: 1, reason: 'a' });
    expect(describeUnscored('head', [a, c], 9)).toMatchObject({ failure: 'timeout', reason: 'a' });
  });

  it('without a cause the judge left them out', () => {
    expect(describeUnscored('base', [], 5, 3)).toMatchObject({
      failure: 'judge-incomplete',
      missing: 3,
      share: 3,
      reason: '',
    });
  });
});

describe('stopAtUnscored', () => {
  const ran = (own: Sample) =>
    createRecord({
      cases: [createCase('c0', { caseSamples: [own] }), createCase('c1', { caseSamples: [own] })],
    });
  const comparison = (overrides: Parameters<typeof createPairedCase>[1]) =>
    createComparison({ pairs: [createPairedCase('c0', overrides)] });
  const fell = comparison({ delta: -30 });

  it('names the case that changed and has no score in a new run', () => {
    expect(stopAtUnscored(ran(unjudged), fell).stopped).toEqual({
      kind: 'malformed',
      reason: 'case "c0" ran again and has no score: nonsense',
    });
    expect(stopAtUnscored(ran(outage), fell).stopped?.kind).toBe('unavailable');
  });

  it.each<[string, Sample, ReturnType<typeof comparison>]>([
    ['has a score', good, fell],
    ['fails by its agent', crashed, fell],
    ['has nothing to score', nothing, fell],
    ['did not change', unjudged, comparison({ delta: 0 })],
  ])('goes on if the case %s', (_, own, compared) => {
    const record = ran(own);
    expect(stopAtUnscored(record, compared)).toBe(record);
  });

  it('counts a lost fact as a change, and finds a case under its old id', () => {
    const fact = { kind: 'statement', text: 'A fact.', label: 'yes' } as const;
    const runs = {
      base: [],
      head: [],
      baseCase: [],
      headCase: [],
      second: null,
      otherText: null,
      reason: '',
    };
    expect(
      stopAtUnscored(ran(unjudged), comparison({ delta: 0, facts: [{ ...fact, ...runs }] })).stopped,
    ).not.toBeNull();
    const renamed = createComparison({
      pairs: [createPairedCase('new', { delta: -30 })],
      renamed: [{ from: 'c1', to: 'new' }],
    });
    expect(stopAtUnscored(ran(unjudged), renamed).stopped?.reason).toContain('"c1"');
  });

  it('keeps the reason of a run that has ended', () => {
    const ended = { ...ran(unjudged), ...stopped('budget') };
    expect(stopAtUnscored(ended, fell)).toBe(ended);
  });
});

describe('emptyAnswers', () => {
  const base = record(times(20, good));
  const headWith = (count: number) => record([...times(count, empty), ...times(20 - count, good)]);

  it('are counted where the base always answered', () => {
    expect(findEmptyAnswers(headWith(1), base)).toBeNull();
    expect(findEmptyAnswers(headWith(2), base)).toEqual({
      kind: 'empty-answers',
      empty: 2,
      of: 20,
      everywhere: false,
    });
    expect(findEmptyAnswers(headWith(2), record([[good, empty], ...times(19, good)]))).toBeNull();
    expect(findEmptyAnswers(headWith(2), record([[], ...times(19, good)]))).toBeNull();
    expect(findEmptyAnswers(headWith(2), record([[crashed], ...times(19, good)]))).not.toBeNull();
    expect(findEmptyAnswers(headWith(2), null)).toBeNull();
  });

  it('in one run of several', () => {
    const second = record([...times(2, good, empty), ...times(18, good, good)]);
    expect(findEmptyAnswers(second, base)).toMatchObject({ empty: 2, everywhere: false });
  });

  it('everywhere need no base; failures are not answers', () => {
    expect(findEmptyAnswers(record([[empty], [crashed]]), null)).toMatchObject({
      empty: 1,
      of: 1,
      everywhere: true,
    });
    expect(findEmptyAnswers(record([[crashed]]), null)).toBeNull();
  });

  it('of a record without texts are known by their flag', () => {
    const flagged = createSample({ output: '', flags: ['empty'] });
    const unflagged = createSample({ output: '' });
    const of = (sample: Sample) => record(times(3, sample), { text: 'none' });
    expect(findEmptyAnswers(of(flagged), null)).toMatchObject({ empty: 3, everywhere: true });
    expect(findEmptyAnswers(of(unflagged), null)).toBeNull();
    expect(findEmptyAnswers(of(unjudged), null)).toBeNull();
  });
});

it.each<[what: string, head: RunRecord, base: RunRecord, expected: boolean]>([
  ['both fail for the same reason', record(times(3, crashed)), record(times(5, crashed)), true],
  ['both ended for it', record([], stopped('gone')), record([], stopped('gone')), true],
  ['the head answers', record(times(3, good)), record(times(3, crashed)), false],
  ['only its judge fails', record(times(3, unjudged)), record(times(3, crashed)), false],
  ['the head fails for another reason', record(times(3, crashed, outage)), record(times(3, crashed)), false],
])('an agent fails like the base’s, or not: %s', (_, head, base, expected) => {
  expect(failsLikeBase(head, base)).toBe(expected);
});
