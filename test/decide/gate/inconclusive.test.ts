import { describe, expect, it } from 'vitest';
import { explainFailedBase, explainFailure } from '../../../src/decide/gate/inconclusive.js';
import type { FailureKind } from '../../../src/model/errors.js';
import type { Remedy } from '../../../src/model/finding.js';
import type { RunRecord, Sample } from '../../../src/model/run-record.js';
import {
  createBaseline,
  createCase,
  createFailedSample,
  createRecord,
  createSample,
  createUnscoredSample,
  SCORER,
} from '../../support/records.js';
import { findingOf, type PlayOptions, playGate, type ScriptedCase, steadyCases } from './play-gate.js';

const good = [1, 1, 1];

function failing(count: number, sample: Sample): readonly ScriptedCase[] {
  return Array.from({ length: count }, (_, index) => ({ id: `e${index}`, base: good, head: [sample] }));
}

const play = (cases: readonly ScriptedCase[], options?: PlayOptions) => playGate(cases, options);
const judgeFails = createUnscoredSample('malformed', 'the judge replied nonsense');

describe('cases without a score', () => {
  it.each<[errors: number, cases: number, isOpen: boolean]>([
    [1, 4, false],
    [2, 20, true],
    [1, 20, false],
    [2, 40, false],
    [3, 40, true],
    [5, 100, false],
    [6, 100, true],
  ])('%i of %i', (errors, count, isOpen) => {
    const { decision } = play([...failing(errors, judgeFails), ...steadyCases(count - errors)]);
    expect(decision.outcome).toBe(isOpen ? 'inconclusive' : 'pass');
    expect(findingOf(decision, 'errors')).toEqual({
      rule: 'errors',
      outcome: isOpen ? 'inconclusive' : 'info',
      caseIds: [],
      obstacle: {
        kind: 'unscored',
        side: 'head',
        missing: errors,
        of: count,
        failure: 'malformed',
        share: errors,
        reason: 'the judge replied nonsense',
      },
    });
  });

  it('nothing without a score is no finding, and nothing to score is no error', () => {
    expect(findingOf(play(steadyCases(12)).decision, 'errors')).toBeUndefined();
    const empty = createUnscoredSample('not-scorable', 'no claims');
    const { decision } = play(
      [
        ...Array.from({ length: 5 }, (_, index) => ({ id: `n${index}`, base: [empty], head: [empty] })),
        ...steadyCases(7, 1, { base: 1, head: 1 }),
      ],
      { askable: 'none' },
    );
    expect(decision).toMatchObject({ outcome: 'pass', because: [] });
    expect(findingOf(decision, 'errors')).toBeUndefined();
  });

  it('if none has anything to score, it is undecided whatever fail-on says', () => {
    const empty = createUnscoredSample('not-scorable', 'no claims');
    const rows = Array.from({ length: 5 }, (_, index) => ({ id: `n${index}`, base: [empty], head: [empty] }));
    const { decision } = play(rows, { gate: { failOn: [] } });
    expect(decision).toMatchObject({ outcome: 'inconclusive', blocking: true, remedy: 'add-cases' });
  });

  it('the most common cause is named', () => {
    const other = createUnscoredSample('refused', 'it refused');
    const { decision } = play([
      ...failing(1, other),
      ...failing(2, judgeFails).map((each) => ({ ...each, id: `m${each.id}` })),
      ...steadyCases(9),
    ]);
    expect(findingOf(decision, 'errors')).toMatchObject({
      obstacle: { missing: 3, failure: 'malformed', share: 2 },
    });
  });

  it.each<[FailureKind, Remedy]>([
    ['malformed', 'run-again-or-change-judge'],
    ['judge-incomplete', 'run-again-or-change-judge'],
    ['unavailable', 'run-again'],
    ['rate-limited', 'run-again'],
    ['timeout', 'run-again'],
    ['budget', 'raise-limit'],
    ['unauthorized', 'fix-access'],
    ['no-credit', 'add-credit'],
    ['gone', 'fix-access'],
    ['judge-gone', 'fix-access'],
    ['bad-request', 'fix-request'],
    ['refused', 'change-judge'],
    ['judge-compromised', 'change-judge'],
    ['scorer', 'fix-files'],
    ['not-recorded', 'fix-files'],
  ])('two of 12 of kind %s: %s', (kind, remedy) => {
    const { decision } = play([...failing(2, createUnscoredSample(kind)), ...steadyCases(10)]);
    const because = kind === 'budget' ? 'inconclusive' : 'error';
    expect(decision).toMatchObject({ outcome: 'inconclusive', because: [because], remedy });
  });

  it('a judge whose replies are never usable has to change', () => {
    const { decision } = play(failing(12, createUnscoredSample('malformed')));
    expect(decision).toMatchObject({ outcome: 'inconclusive', remedy: 'change-judge' });
  });

  it('too many in one of several runs leave it undecided, too', () => {
    const rows = failing(2, judgeFails).map((each) => ({ ...each, head: [1, judgeFails, 1] }));
    const { decision } = play([...rows, ...steadyCases(10, 1, { base: 3, head: 3 })]);
    expect(decision).toMatchObject({ outcome: 'inconclusive', because: ['error'] });
    expect(findingOf(decision, 'errors')).toMatchObject({ obstacle: { missing: 2, of: 12 } });
  });

  it('without a base, the agent’s own failures are errors', () => {
    const crash = createFailedSample('target', 'the agent crashed');
    const { decision } = play([...failing(2, crash), ...steadyCases(10)], {
      baseline: { kind: 'none', because: 'first' },
    });
    expect(decision.outcome).not.toBe('pass');
  });
});

describe('a run that ended early', () => {
  it.each<[FailureKind, 'error' | 'inconclusive', Remedy]>([
    ['timeout', 'error', 'raise-limit'],
    ['budget', 'inconclusive', 'raise-limit'],
    ['silent', 'error', 'fix-agent'],
    ['unavailable', 'error', 'run-again'],
    ['unauthorized', 'error', 'fix-access'],
    ['target', 'error', 'fix-files'],
  ])('%s: %s, %s', (kind, because, remedy) => {
    const stopped = { kind, reason: 'it ended' };
    const { decision } = play(steadyCases(12), { record: { stopped } });
    expect(decision).toMatchObject({ outcome: 'inconclusive', because: [because], remedy, mean: null });
    expect(findingOf(decision, 'errors')).toMatchObject({
      obstacle: { kind: 'stopped', failure: kind, reason: 'it ended' },
    });
    expect(explainFailure(kind)).toEqual({ because, remedy });
  });

  it('a base that could not begin may be run again', () => {
    expect(explainFailedBase(undefined)).toEqual({ because: 'error', remedy: 'run-again' });
    const stopped = createRecord({ stopped: { kind: 'budget', reason: '' } });
    expect(explainFailedBase(stopped)).toEqual({ because: 'inconclusive', remedy: 'raise-limit' });
    const spoilt = createRecord({
      cases: ['a', 'b'].map((id) => createCase(id, { samples: [createUnscoredSample('scorer')] })),
    });
    expect(explainFailedBase(spoilt)).toEqual({ because: 'error', remedy: 'fix-files' });
  });

  it('without cases there is nothing to decide', () => {
    expect(play([]).decision).toMatchObject({
      outcome: 'inconclusive',
      because: ['inconclusive'],
      remedy: 'fix-files',
    });
  });
});

describe('empty answers', () => {
  const empty = createSample({ output: '', statements: [], score: 0, flags: ['empty'] });

  it.each<[count: number, outcome: string]>([
    [1, 'fail'],
    [2, 'inconclusive'],
  ])('%i of 20 that the base answered', (count, outcome) => {
    const { decision } = play([...failing(count, empty), ...steadyCases(20 - count)]);
    expect(decision.outcome).toBe(outcome);
    if (outcome === 'inconclusive') {
      expect(decision).toMatchObject({ because: ['error'], remedy: 'fix-files' });
      expect(findingOf(decision, 'errors')).toMatchObject({
        obstacle: { kind: 'empty-answers', empty: count, of: 20, everywhere: false },
      });
    }
  });

  it('everywhere, it is undecided whatever fail-on says', () => {
    const { decision } = play(failing(5, empty), { gate: { failOn: [] } });
    expect(decision).toMatchObject({ outcome: 'inconclusive', blocking: true });
    expect(findingOf(decision, 'errors')).toMatchObject({ obstacle: { everywhere: true, empty: 5, of: 5 } });
  });

  it('where the base was empty, too, they are no loss', () => {
    const rows = failing(3, empty).map((each) => ({ ...each, base: [empty, empty, empty] }));
    expect(play([...rows, ...steadyCases(17)]).decision.outcome).toBe('pass');
  });
});

describe('the baseline', () => {
  it.each([
    ['absent', 'pass', 'pass'],
    ['absent', 'fail', 'fail'],
    ['new-prompt', 'fail', 'fail'],
    ['broken-base', 'fail', 'fail'],
    ['switched-off', 'fail', 'pass'],
    ['first', 'fail', 'pass'],
  ] as const)('none because %s, on-missing-baseline: %s', (because, onMissingBaseline, outcome) => {
    const baseline = { kind: 'none', because } as const;
    const { decision } = play(steadyCases(12), { baseline, gate: { onMissingBaseline, failOn: [] } });
    expect(decision).toMatchObject({ outcome, blocking: outcome === 'fail' });
    expect(decision.because).toEqual(outcome === 'fail' ? ['inconclusive'] : []);
    expect(findingOf(decision, 'baseline')).toMatchObject({
      outcome: outcome === 'fail' ? 'fails' : 'info',
      baseline,
      obstacle: null,
    });
  });

  it('none: only the threshold decides', () => {
    const fall = { id: 'f', base: good, head: [0] };
    const options = { baseline: { kind: 'none', because: 'first' } } as const;
    expect(play([fall, ...steadyCases(11)], options).decision.outcome).toBe('pass');
    const { decision } = play([fall, ...steadyCases(11)], { ...options, gate: { threshold: 0.99 } });
    expect(decision.because).toEqual(['threshold']);
  });

  it('unreadable is never none', () => {
    const { decision } = play(steadyCases(12), { baseline: { kind: 'unreadable', problems: [] } });
    expect(decision).toMatchObject({
      outcome: 'inconclusive',
      because: ['inconclusive'],
      remedy: 'read-again',
    });
    expect(findingOf(decision, 'baseline')).toMatchObject({ obstacle: { kind: 'unreadable-baseline' } });
  });

  it('stale is only reported', () => {
    const { decision } = play(steadyCases(12), { baseline: createBaseline({ stale: true }) });
    expect(decision.outcome).toBe('pass');
    expect(findingOf(decision, 'baseline')).toMatchObject({ outcome: 'info', obstacle: null });
    expect(findingOf(play(steadyCases(12)).decision, 'baseline')).toBeUndefined();
  });

  it('of other scorers cannot be compared', () => {
    const scorers: RunRecord['scorers'] = [
      { id: SCORER, formula: 'formula-2', rubric: 'rubric-1', scale: 1, higherIsBetter: true },
    ];
    const { decision } = play(steadyCases(12), { record: { scorers } });
    expect(decision).toMatchObject({ outcome: 'inconclusive', remedy: 'store-baseline' });
    expect(findingOf(decision, 'baseline')).toMatchObject({
      obstacle: { kind: 'incomparable', because: { kind: 'formula', scorers: [SCORER] }, canRejudge: true },
    });
  });

  it.each<[unscored: number, isOpen: boolean]>([
    [6, false],
    [7, true],
  ])('%i of 12 cases that the base’s agent failed', (unscored, isOpen) => {
    const crash = createFailedSample('target');
    const rows = Array.from({ length: unscored }, (_, index) => ({
      id: `b${index}`,
      base: [crash],
      head: [1],
    }));
    const { decision } = play([...rows, ...steadyCases(12 - unscored, 1, { base: 1, head: 1 })]);
    expect(decision.outcome).toBe(isOpen ? 'inconclusive' : 'pass');
    if (isOpen) {
      expect(decision.remedy).toBe('ask-base');
      expect(findingOf(decision, 'baseline')).toMatchObject({
        obstacle: { kind: 'few-pairs', usable: 5, had: 12 },
      });
    }
  });

  it.each([
    ['ran now, so run it again', 'ran-now', 'run-again-or-change-judge'],
    ['was stored and judged again, so run it again', 'same-commit', 'run-again-or-change-judge'],
    ['was given, so store it again', 'given-record', 'store-baseline'],
  ] as const)('that provider or judge spoilt is no baseline: it %s', (_, rule, remedy) => {
    const rows = failing(2, createSample({ score: 1 })).map((each) => ({ ...each, base: [judgeFails] }));
    const { decision } = play([...rows, ...steadyCases(10, 1, { base: 1, head: 1 })], {
      baseline: createBaseline({ rule }),
    });
    expect(decision).toMatchObject({ outcome: 'inconclusive', remedy });
    expect(findingOf(decision, 'baseline')).toMatchObject({ obstacle: { kind: 'unscored', side: 'base' } });
  });

  it('does not matter if the head could not be measured either', () => {
    const { decision } = play([...failing(5, judgeFails), ...steadyCases(7)], {
      baseline: { kind: 'unreadable', problems: [] },
    });
    expect(decision.remedy).toBe('run-again-or-change-judge');
    expect(findingOf(decision, 'baseline')).toBeUndefined();
  });
});
