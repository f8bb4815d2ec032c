import { describe, expect, test } from 'vitest';
import { concludeRecords, decideSuite, nextAsk, reviewSuite } from '../../src/decide/conclude.js';
import type { ControlRun, GateSettings } from '../../src/ports/decision.js';
import type { RunRecord } from '../../src/ports/run-record.js';
import { DEFAULT_GATE } from '../../src/settings/defaults.js';
import { createBaseline, createJudgement, createStatement } from '../support/records.js';
import { createTwofoldRecord, type TwoScores } from '../support/several-scorers.js';

const IDS = Array.from({ length: 20 }, (_, index) => `case-${index}`);
const spread = (index: number) => 0.9 + 0.01 * (index % 5);

function run(of: (index: number, sample: number) => TwoScores, samples = 3): RunRecord {
  return createTwofoldRecord(
    Object.fromEntries(
      IDS.map((id, index) => [id, Array.from({ length: samples }, (_, sample) => of(index, sample))]),
    ),
  );
}

function conclude(head: RunRecord, base: RunRecord, toxicity: Partial<GateSettings> = {}, canSample = false) {
  return concludeRecords({
    scorers: [
      { name: 'answer-relevancy', gate: DEFAULT_GATE },
      { name: 'toxicity', gate: { ...DEFAULT_GATE, ...toxicity } },
    ],
    head,
    base,
    baseline: createBaseline(),
    canSample,
  });
}

const CLEAN = run((index, sample) => ({ relevancy: spread(index + sample), toxicity: 0 }));
const RUDE = run((index, sample) => ({
  relevancy: spread(index + sample),
  toxicity: index % 2 === 0 ? 0.3 : 0.2,
}));

test('what was looked at again names scores, so a run that was not decided tells none of it', () => {
  const scorers = [{ name: 'answer-relevancy', gate: DEFAULT_GATE }];
  const lookedAgain = (head: RunRecord) => {
    const facts = { scorers, head, base: CLEAN, baseline: createBaseline(), canSample: false };
    return decideSuite(concludeRecords(facts), ['run 2'], ['a vote']).lookedAgain;
  };
  expect(lookedAgain(CLEAN)).toEqual(['run 2', 'a vote']);
  expect(lookedAgain({ ...CLEAN, stopped: { kind: 'budget', reason: 'it was used up' } })).toEqual([]);
});

test('a reason for human review is told with the scorer that decides, and with no other', () => {
  const said = decideSuite(conclude(RUDE, CLEAN), ['run 2']);
  const { decision, scorers } = reviewSuite(said, ['the config cannot be read']);
  expect(decision.because).toEqual(['review', 'regression']);
  expect(scorers?.map((each) => each.decision)).toEqual([said.scorers?.[0]?.decision, decision]);
});

describe('a suite with several scorers', () => {
  test('is decided by the worst of them, and every one is told', () => {
    const { decision, comparison, scorers } = decideSuite(conclude(RUDE, CLEAN), []);
    expect(decision).toMatchObject({ outcome: 'fail', because: ['regression'], blocking: true });
    expect(comparison.scorer).toBe('toxicity');
    expect(scorers?.map(({ scorer, decision: { outcome } }) => [scorer, outcome])).toEqual([
      ['answer-relevancy', 'pass'],
      ['toxicity', 'fail'],
    ]);
  });

  test('a measure where lower is better rises when it gets worse', () => {
    const [, toxicity] = decideSuite(conclude(RUDE, CLEAN), []).scorers ?? [];
    expect(toxicity?.decision.headline).toContain('Mean toxicity rose 0.00 → 0.25 (20 cases, 3 runs each)');
    expect(toxicity?.decision.shortLine).toMatch(/^toxicity rose 0\.00 → 0\.25, by chance/);
    const [, better] = decideSuite(conclude(CLEAN, RUDE), []).scorers ?? [];
    expect(better?.decision).toMatchObject({ outcome: 'pass' });
    expect(better?.decision.headline).toContain('Mean toxicity fell 0.25 → 0.00');
  });

  test.each([
    [0.3, 'pass', 'Mean toxicity 0.25 is not above the threshold 0.3.'],
    [0.2, 'fail', "Mean toxicity 0.25 is above the threshold 0.2, and so is the base's."],
  ] as const)('its threshold of %s is a ceiling', (threshold, outcome, line) => {
    const [, toxicity] = decideSuite(conclude(RUDE, RUDE, { threshold }), []).scorers ?? [];
    expect(toxicity?.decision.outcome).toBe(outcome);
    expect(toxicity?.decision.findings.map((finding) => finding.line)).toContain(line);
  });

  test('a case that breaks where lower is better is named as it is', () => {
    const head = run(
      (index, sample) => ({
        relevancy: spread(index + sample),
        toxicity: index === 3 ? 0.9 + 0.01 * sample : 0,
      }),
      5,
    );
    const [, toxicity] = decideSuite(conclude(head, CLEAN), []).scorers ?? [];
    expect(toxicity?.decision.headline).toContain(
      'One case broke: `case-3` 0.00 → 0.90 or more in 5 of 5 runs',
    );
  });

  test('asks for a sample of the whole suite before anything else', () => {
    const first = (record: RunRecord) => ({
      ...record,
      cases: record.cases.map((row) => ({ ...row, samples: row.samples.slice(0, 1) })),
    });
    // Relevancy has one case far below; toxicity rose a little everywhere, which another run may tell from noise.
    const noisy = (index: number, sample: number) => 0.05 * ((index * 7 + sample * 3) % 4);
    const base = run((index, sample) => ({ relevancy: 1, toxicity: noisy(index, sample) }));
    const head = first(
      run((index, sample) => ({
        relevancy: index === 0 ? 0.1 : 1,
        toxicity: noisy(index, sample + 1) + (index < 9 ? 0.06 : 0),
      })),
    );
    const ask = nextAsk(conclude(head, base, {}, true));
    expect(ask).toMatchObject({ kind: 'more-samples', cases: 'all', upTo: 2, scorer: 'toxicity' });
  });

  test('a scorer that the baseline lacks leaves the others as they are', () => {
    const base = { ...CLEAN, scorers: CLEAN.scorers.slice(0, 1) };
    const { decision, scorers } = decideSuite(conclude(CLEAN, base), []);
    expect(scorers?.map(({ decision: { outcome } }) => outcome)).toEqual(['pass', 'inconclusive']);
    expect(decision.headline).toContain('the baseline was not scored for toxicity');
  });
});

describe('what has nothing to score', () => {
  test('is no error, however many cases it is, and enters no mean', () => {
    const some = (of: number) => run((index) => ({ relevancy: 1, toxicity: index < 8 ? of : 'no elements' }));
    const [, toxicity] = decideSuite(conclude(some(0.2), some(0.2)), []).scorers ?? [];
    expect(toxicity?.decision.headline).toBe('Mean toxicity is unchanged at 0.20 (8 cases, 3 runs each).');
  });

  test('is not decided where it is every case', () => {
    const none = run(() => ({ relevancy: 1, toxicity: 'no elements' }));
    const [, toxicity] = decideSuite(conclude(none, none), []).scorers ?? [];
    expect(toxicity?.decision).toMatchObject({ outcome: 'inconclusive', blocking: true });
    expect(toxicity?.decision.headline).toContain('20 of 20 cases have nothing to score: no elements');
  });
});

test('one scorer alone is told without a list', () => {
  const [relevancy] = conclude(CLEAN, CLEAN);
  if (relevancy === undefined) throw new Error('nothing was concluded');
  expect(decideSuite([relevancy], [])).not.toHaveProperty('scorers');
});

test('what is gone is told of relevancy alone: a claim or an insult that is no longer made is no loss', () => {
  const said = (record: RunRecord): RunRecord => ({
    ...record,
    cases: record.cases.map((row) => ({
      ...row,
      samples: row.samples.map((sample) => ({
        ...sample,
        judgements: {
          'answer-relevancy': createJudgement({ statements: [createStatement('The shop opens at nine.')] }),
          toxicity: createJudgement({ score: 0, statements: [createStatement('The shop opens at nine.')] }),
        },
      })),
    })),
  });
  const gone: RunRecord = {
    ...CLEAN,
    cases: CLEAN.cases.map((row) => ({
      ...row,
      samples: row.samples.map((sample) => ({
        ...sample,
        answer: { status: 'answered', output: 'Trains run every hour.', toolCalls: [], finish: 'stop' },
        judgements: {
          'answer-relevancy': createJudgement({ statements: [createStatement('Trains run every hour.')] }),
          toxicity: createJudgement({ score: 0, statements: [createStatement('Trains run every hour.')] }),
        },
      })),
    })),
  };
  const kinds = conclude(gone, said(CLEAN)).map(({ comparison }) => [
    ...new Set(comparison.pairs.flatMap(({ statements }) => statements.map(({ kind }) => kind))),
  ]);
  expect(kinds).toEqual([['lost'], []]);
});

describe('levels', () => {
  const moved = (count: number) =>
    run((index, sample) => ({
      relevancy: index < count ? 0.8 + 0.01 * sample : 0.9 + 0.01 * sample,
      toxicity: 0,
    }));
  const STEADY = run((_, sample) => ({ relevancy: 0.9 + 0.01 * sample, toxicity: 0 }));
  const decideRelevancy = (more: Partial<Parameters<typeof concludeRecords>[0]>) => {
    const [told] = concludeRecords({
      scorers: [{ name: 'answer-relevancy', gate: { ...DEFAULT_GATE, maxDrop: 0.01 } }],
      head: moved(5),
      base: STEADY,
      baseline: createBaseline(),
      canSample: false,
      ...more,
    });
    if (told?.gate.kind !== 'decided') throw new Error('not decided');
    return told.gate.decision;
  };

  test('are shared by the scorers of a suite: what fails alone may not beside another', () => {
    expect(decideRelevancy({}).outcome).toBe('fail');
    const scorers = ['answer-relevancy', 'toxicity'].map((name) => ({
      name,
      gate: { ...DEFAULT_GATE, maxDrop: 0.01 },
    }));
    expect(decideRelevancy({ scorers }).outcome).toBe('pass');
    expect(decideRelevancy({ scorers, head: moved(8) }).outcome).toBe('fail');
  });

  test.each<[string, (index: number, sample: number) => number, Partial<GateSettings>]>([
    ['by its mean', () => 0.05, {}],
    ['by clear falls', (index) => (index < 3 ? 0.3 : 0), { maxDrop: 1 }],
    ['by a single case', (index, sample) => (index === 0 ? 0.9 + 0.01 * sample : 0), { maxDrop: 1 }],
  ])('what one scorer fails with goes to the others: %s', (_, toxicity, gate) => {
    const head = run(
      (index, sample) => ({
        relevancy: (index < 5 ? 0.8 : 0.9) + 0.01 * (sample % 3),
        toxicity: toxicity(index, sample),
      }),
      5,
    );
    const scorers = [
      { name: 'answer-relevancy', gate: { ...DEFAULT_GATE, maxDrop: 0.01 } },
      { name: 'toxicity', gate: { ...DEFAULT_GATE, ...gate } },
    ];
    expect(decideRelevancy({ scorers, head }).outcome).toBe('fail');
    const steady = run(
      (index, sample) => ({ relevancy: (index < 5 ? 0.8 : 0.9) + 0.01 * (sample % 3), toxicity: 0 }),
      5,
    );
    expect(decideRelevancy({ scorers, head: steady }).outcome).toBe('pass');
  });
});

describe('the base of today', () => {
  const at = (relevancy: number) =>
    run((_, sample) => ({ relevancy: relevancy + 0.01 * sample, toxicity: 0 }));
  const facts = {
    scorers: [{ name: 'answer-relevancy', gate: DEFAULT_GATE }],
    head: at(0.8),
    base: at(0.9),
    baseline: createBaseline(),
    canSample: false,
  };
  const headlineWith = (control: ControlRun) => {
    const [told] = concludeRecords({ ...facts, control });
    if (told?.gate.kind !== 'decided') throw new Error('not decided');
    return told.gate.decision;
  };

  test('is asked for before a fall against a stored baseline fails, and not where none does', () => {
    expect(nextAsk(concludeRecords({ ...facts, control: { kind: 'askable' } }))).toEqual({
      kind: 'control',
      scorer: 'answer-relevancy',
      why: 'The base is run again today, because the mean fell 0.91 → 0.81 (by chance in fewer than 1 of 1,000 runs).',
    });
    expect(nextAsk(concludeRecords({ ...facts, head: at(0.9), control: { kind: 'askable' } }))).toBeNull();
  });

  test.each([
    [
      'the same as it was: the fall stands',
      { kind: 'record', record: at(0.9) },
      'fail',
      /Run again today, the base gives 0\.91 as before\.$/,
    ],
    [
      'as low as the head: no fall of the change',
      { kind: 'record', record: at(0.8) },
      'pass',
      /But run again today, the base gives 0\.81: the agent's or the judge's provider moved since the baseline was stored, so this does not fail\.$/,
    ],
    [
      'not to be had: the fall stands, and says so',
      { kind: 'failed', reason: 'the budget is spent' },
      'fail',
      /The base could not be run again today, to see whether it was the change: the budget is spent\.$/,
    ],
  ] as const)('%s', (_, control, outcome, line) => {
    const decision = headlineWith(control);
    expect(decision.outcome).toBe(outcome);
    expect(decision.findings.find(({ rule }) => rule === 'mean')?.line).toMatch(line);
  });
});
