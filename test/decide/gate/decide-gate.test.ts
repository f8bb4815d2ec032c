import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SHORT_REMEDIES } from '../../../src/decide/gate/headline.js';
import { FAIL_ON, type FailOn, type Remedy } from '../../../src/ports/decision.js';
import type { FailureKind } from '../../../src/ports/errors.js';
import { askGate, createCases, decide, type GateScene } from '../../support/gate.js';
import {
  createBaseline,
  createCase,
  createFailedSample,
  createScoredCase,
  createUnscoredSample,
} from '../../support/records.js';

const steady = (count = 20) => createCases(count, [0.9, 0.9, 0.9]);
const stale = createBaseline({ stale: true });
const failOnWithout = (...left: FailOn[]) => FAIL_ON.filter((each) => !left.includes(each));

describe('MEAN', () => {
  it('passes where nothing changed', () => {
    const decision = decide({ head: createCases(20, [0.9]), base: steady() });
    expect(decision).toMatchObject({
      outcome: 'pass',
      because: [],
      blocking: false,
      status: 'success',
      passed: true,
      headline: 'Mean relevancy is unchanged at 0.90 (20 cases, 3 runs each before and 1 now).',
      shortLine: 'relevancy unchanged at 0.90',
      mean: { cases: 20, baseRuns: 3, headRuns: 1, drop: 0, p: 1 },
    });
    expect(decision.findings).toEqual([{ rule: 'mean', outcome: 'holds', line: decision.headline }]);
  });

  it('fails where the mean fell by more than chance explains', () => {
    const decision = decide({
      head: createCases(20, [0.8, 0.84, 0.82]),
      base: createCases(20, [0.9, 0.88, 0.92]),
    });
    expect(decision).toMatchObject({
      outcome: 'fail',
      because: ['regression'],
      blocking: true,
      status: 'failure',
      passed: false,
      headline:
        'Mean relevancy fell 0.90 → 0.82 (20 cases, 3 runs each). By chance alone, fewer than 1 of 1,000 runs would look like this.',
      shortLine: 'relevancy fell 0.90 → 0.82, by chance in fewer than 1 of 1,000 runs',
    });
  });

  it('says the chance in runs of a thousand', () => {
    const head = [...createCases(7, [0.8]), ...createCases(13, [0.9], 'd')];
    const base = [...createCases(7, [0.9]), ...createCases(13, [0.9], 'd')];
    expect(decide({ head, base }).headline).toBe(
      'Mean relevancy fell 0.90 → 0.87 (20 cases, 1 run each). By chance alone, 8 of 1,000 runs would look like this.'.replace(
        '0.86',
        '0.87',
      ),
    );
  });

  it.each<[string, GateScene, string, RegExp]>([
    [
      'a fall of a few cases is no chance where the agent gives the same answer every time',
      {
        head: [...createCases(5, [0.33]), ...createCases(25, [1], 'd')],
        base: [...createCases(5, [1, 1, 1]), ...createCases(25, [1, 1, 1], 'd')].map((row) => ({
          ...row,
          samples: row.samples.map((sample) => ({ ...sample, answerHash: row.id })),
        })),
      },
      'holds',
      /fell 1\.00 → 0\.89 \([^)]*\)\. Every run of a case has the same score, so this is not chance\. This alone does not fail it: a harmless rewording would do this in \d+ of 1,000 runs; to fail, it must be fewer than 16\.$/,
    ],
    [
      'a fall that chance explains holds',
      {
        head: [...createCases(3, [0.5]), ...createCases(3, [0.9], 'd')],
        base: [...createCases(3, [0.9]), ...createCases(3, [0.9], 'd')],
      },
      'holds',
      /fell 0\.90 → 0\.70 .*, within noise\. By chance alone, 125 of 1,000 runs would look like this; to fail, it must be fewer than 16\.$/,
    ],
    [
      'a sure fall below max-drop holds',
      { head: createCases(20, [0.89]), base: createCases(20, [0.9]) },
      'holds',
      /fell 0\.90 → 0\.89 .*, less than the drop of 0\.02 that counts\.$/,
    ],
    [
      'a rise holds',
      { head: createCases(20, [0.95]), base: createCases(20, [0.9]) },
      'holds',
      /^Mean relevancy rose 0\.90 → 0\.95 \(20 cases, 1 run each\)\. By chance alone, fewer than 1 of 1,000 runs would look like this\.$/,
    ],
    [
      'max-drop is a setting',
      { head: createCases(20, [0.8]), base: createCases(20, [0.9]), settings: { maxDrop: 0.11 } },
      'holds',
      /drop of 0\.11/,
    ],
    [
      'max-drop 0 still needs a drop',
      { head: createCases(20, [0.9]), base: createCases(20, [0.9]), settings: { maxDrop: 0 } },
      'holds',
      /unchanged/,
    ],
    [
      'off below 5 pairs',
      { head: createCases(4, [0.1]), base: createCases(4, [0.9]) },
      'off',
      /^Too few cases to test the mean: 4 have a score on both sides, 5 are needed\.$/,
    ],
    [
      'a stale baseline only warns',
      { head: createCases(20, [0.5]), base: steady(), baseline: stale },
      'warns',
      /It only warns/,
    ],
  ])('%s', (_, scene, outcome, line) => {
    const decision = decide(scene);
    expect(decision.findings.find(({ rule }) => rule === 'mean')).toEqual({
      rule: 'mean',
      outcome,
      line: expect.stringMatching(line),
    });
    expect(decision.outcome).toBe(outcome === 'fails' ? 'fail' : 'pass');
  });

  it('shows a third decimal where two would hide a fall that fails', () => {
    const head = [...createCases(60, [0.9]), ...createCases(10, [0.84], 'd')];
    const base = [...createCases(60, [0.9]), ...createCases(10, [0.86], 'd')];
    const { headline, outcome } = decide({ head, base, settings: { maxDrop: 0.001 } });
    expect(outcome).toBe('fail');
    expect(headline).toContain('0.894 → 0.891');
  });

  it('leaves new and edited cases out of the delta', () => {
    const head = [
      ...createCases(20, [0.9]),
      ...createCases(5, [0], 'new'),
      createScoredCase('edited', [0], { input: 'changed' }),
    ];
    const decision = decide({ head, base: [...steady(), createScoredCase('edited', [1])] });
    expect(decision.outcome).toBe('pass');
    expect(decision.mean).toMatchObject({ cases: 20, drop: 0 });
  });
});

describe('sampling again for MEAN', () => {
  const doubtful = (runs: readonly number[]) => [
    ...createCases(4, runs),
    ...createCases(
      6,
      runs.map(() => 0.9),
      'd',
    ),
  ];
  const base = [...createCases(4, [0.9]), ...createCases(6, [0.9], 'd')];

  it('asks for the whole suite while the fall looks real', () => {
    expect(askGate({ head: doubtful([0.75]), base, canSample: true })).toEqual({
      kind: 'more-samples',
      cases: 'all',
      upTo: 2,
      why: 'Run 2 of every case, because the mean fell 0.90 → 0.84 (by chance in 63 of 1,000 runs).',
    });
    expect(askGate({ head: doubtful([0.75, 0.77]), base, canSample: true })).toMatchObject({
      kind: 'more-samples',
      upTo: 3,
    });
  });

  it.each<[string, Partial<GateScene>]>([
    ['on three samples', { head: doubtful([0.75, 0.77, 0.76]) }],
    ['where it cannot sample', { canSample: false }],
    ['where the drop does not count', { settings: { maxDrop: 0.2 } }],
    [
      'where the fall is noise',
      {
        head: [...createCases(2, [0.75]), ...createCases(8, [0.9], 'd')],
        base: [...createCases(2, [0.9]), ...createCases(8, [0.9], 'd')],
      },
    ],
    ['where the fall is beyond doubt', { head: createCases(10, [0.7]), base: createCases(10, [0.9]) }],
    ['on a stale baseline', { baseline: stale }],
  ])('decides %s', (_, scene) => {
    expect(askGate({ head: doubtful([0.75]), base, canSample: true, ...scene }).kind).toBe('decided');
  });

  it('does not ask a third time where the second answers were the first ones again', () => {
    const repeating = doubtful([0.75, 0.75]).map((row) => ({
      ...row,
      samples: row.samples.map((sample) => ({ ...sample, answerHash: 'the same' })),
    }));
    expect(askGate({ head: repeating, base, canSample: true }).kind).toBe('decided');
  });

  it('does not ask where another rule blocks already', () => {
    const answer = askGate({ head: doubtful([0.75]), base, canSample: true, settings: { threshold: 0.99 } });
    expect(answer).toMatchObject({ kind: 'decided', decision: { because: ['threshold'] } });
    expect(
      askGate({
        head: doubtful([0.75]),
        base,
        canSample: true,
        settings: { threshold: 0.99, failOn: ['regression'] },
      }).kind,
    ).toBe('more-samples');
  });

  it('lets a fall that still wants a sample warn where another rule decides', () => {
    const head = createCases(6, [0.85]);
    const answer = askGate({
      head,
      base: createCases(6, [0.9]),
      canSample: true,
      settings: { threshold: 0.99 },
    });
    if (answer.kind !== 'decided') throw new Error('not decided');
    expect(answer.decision.because).toEqual(['threshold']);
    expect(answer.decision.headline).toMatch(
      /^Mean relevancy fell 0\.90 → 0\.85 \(6 cases, 1 run each\), and 0\.85 is below the threshold 0\.99, and so is the base's\. By chance/,
    );
    expect(answer.decision.findings.find(({ rule }) => rule === 'mean')).toMatchObject({
      outcome: 'warns',
      unsettled: true,
    });
  });
});

describe('FLOOR', () => {
  it.each<[string, number, number | null, 'pass' | 'fail', RegExp]>([
    ['no threshold', 0.1, null, 'pass', /^Mean relevancy is unchanged/],
    ['above', 0.9, 0.8, 'pass', /^Mean relevancy is unchanged/],
    ['exactly at', 0.8, 0.8, 'pass', /^Mean relevancy is unchanged/],
    [
      'below',
      0.7,
      0.8,
      'fail',
      /^Mean relevancy 0\.70 is below the threshold 0\.8, and so is the base's\. Mean relevancy is unchanged at 0\.70 /,
    ],
  ])('%s', (_, score, threshold, outcome, headline) => {
    const decision = decide({
      head: createCases(20, [score]),
      base: createCases(20, [score]),
      settings: { threshold },
    });
    expect(decision.outcome).toBe(outcome);
    expect(decision.because).toEqual(outcome === 'fail' ? ['threshold'] : []);
    expect(decision.headline).toMatch(headline);
  });

  it('counts new cases', () => {
    const head = [...createCases(20, [0.9]), ...createCases(10, [0], 'new')];
    expect(decide({ head, base: steady(), settings: { threshold: 0.8 } }).because).toEqual(['threshold']);
  });

  it('never shows a mean below the threshold as the threshold', () => {
    const head = [...createCases(99, [0.8]), createScoredCase('low', [0.7])];
    const { headline } = decide({ head, settings: { threshold: 0.8 } });
    expect(headline).toContain('Mean relevancy 0.7990 is below the threshold 0.8.');
  });

  it.each([
    [[0.82], 2],
    [[0.76], 2],
    [[0.82, 0.83], 3],
    [[0.82, 0.83, 0.82], null],
    [[0.9], null],
    [[0.7], null],
  ] as const)('of %j within 0.05 of 0.8 asks for more', (scores, upTo) => {
    const answer = askGate({ head: createCases(20, scores), canSample: true, settings: { threshold: 0.8 } });
    expect(answer.kind === 'more-samples' ? answer.upTo : null).toBe(upTo);
    expect(askGate({ head: createCases(20, scores), settings: { threshold: 0.8 } }).kind).toBe('decided');
  });

  it('is named after a regression where both fail', () => {
    const decision = decide({ head: createCases(20, [0.5]), base: steady(), settings: { threshold: 0.8 } });
    expect(decision.because).toEqual(['regression', 'threshold']);
    expect(decision.headline).toMatch(
      /^Mean relevancy fell 0\.90 → 0\.50 \(20 cases, 3 runs each before and 1 now\), and 0\.50 is below the threshold 0\.8\. 20 of 20 cases clearly fell, /,
    );
  });
});

describe('errors', () => {
  const failing = (
    kinds: readonly Parameters<typeof createFailedSample>[0][],
    count = 20,
    message = 'the provider answered 503',
  ) => [
    ...kinds.map((kind, index) => createCase(`c${index}`, { samples: [createFailedSample(kind, message)] })),
    ...createCases(count, [0.9]).slice(kinds.length),
  ];

  it('leaves a case without a score out, and says so', () => {
    const decision = decide({ head: failing(['unavailable']), base: steady() });
    expect(decision.outcome).toBe('pass');
    expect(decision.mean).toMatchObject({ cases: 19 });
    expect(decision.findings[0]).toEqual({
      rule: 'errors',
      outcome: 'warns',
      line: '1 of 20 cases has no score and is left out: the provider answered 503.',
    });
  });

  it('says which scores no base stands against, since the base failed there', () => {
    const silent = createCase('c0', { samples: Array(3).fill(createFailedSample()) });
    const [first] = createScoredCase('c0', [0.9, 0.9]).samples;
    const once = createCase('c0', { samples: [createFailedSample(), ...Array(2).fill(first)] });
    for (const row of [silent, once]) {
      const decision = decide({ head: createCases(20, [0.9]), base: [row, ...steady().slice(1)] });
      expect(decision.mean).toMatchObject({ cases: 19 });
      expect(decision.findings[0]).toEqual({
        rule: 'errors',
        outcome: 'warns',
        line: '1 of 20 cases has no score in a run of the base and is left out of the mean: the agent crashed.',
      });
    }
  });

  it('says of an agent that answers nothing any more that the base answered all of it', () => {
    const { headline } = decide({ head: failing(Array(20).fill('target')), base: steady() });
    expect(headline).toMatch(
      /^Not decided: 20 of 20 cases have no score: .*\. All 20 cases answered at base\.$/,
    );
    expect(decide({ head: failing(Array(19).fill('target')), base: steady() }).headline).toMatch(
      / 19 cases no longer answer: `c0`, `c1`, `c2`, 16 more\.$/,
    );
  });

  it('says an outage in one line, without any score', () => {
    const kinds = [...Array(9).fill('unavailable'), 'rate-limited', 'rate-limited'];
    const decision = decide({ head: failing(kinds), base: steady(), settings: { threshold: 0.8 } });
    expect(decision).toMatchObject({
      outcome: 'inconclusive',
      because: ['error'],
      blocking: true,
      status: 'error',
      passed: false,
      mean: null,
      headline: 'Not decided: 11 of 20 cases have no score; 9 of them: the provider answered 503.',
      shortLine: 'inconclusive: 11 of 20 cases have no score; 9 of them: the provider answered 503; re-run',
    });
    expect(JSON.stringify(decision)).not.toMatch(/\d\.\d/);
  });

  it('does not block where errors are not in fail-on, and is not passed either', () => {
    expect(
      decide({
        head: failing(['unavailable', 'timeout']),
        base: steady(),
        settings: { failOn: failOnWithout('error') },
      }),
    ).toMatchObject({
      outcome: 'inconclusive',
      blocking: false,
      status: 'success',
      passed: false,
      shortLine: expect.stringMatching(/^inconclusive \(not blocking\): /),
    });
  });

  it('blocks whatever fail-on says where nothing was measured', () => {
    for (const head of [failing(Array(3).fill('unauthorized'), 3), failing(['target'], 1), []]) {
      expect(decide({ head, base: null, settings: { failOn: [] } })).toMatchObject({
        outcome: 'inconclusive',
        blocking: true,
      });
    }
  });

  // What helps against what: the same again, a higher limit, another file, another key …
  it.each<[FailureKind, 'left without a score' | 'ended early', Remedy]>([
    ['unavailable', 'left without a score', 'run-again'],
    ['timeout', 'left without a score', 'run-again'],
    ['rate-limited', 'left without a score', 'run-again'],
    ['malformed', 'left without a score', 'run-again'],
    ['refused', 'left without a score', 'run-again'],
    ['judge-incomplete', 'left without a score', 'run-again'],
    ['unauthorized', 'left without a score', 'mend-access'],
    ['gone', 'left without a score', 'mend-access'],
    ['bad-request', 'left without a score', 'mend-access'],
    ['target', 'left without a score', 'correct'],
    ['late', 'left without a score', 'correct'],
    ['harness', 'left without a score', 'correct'],
    ['length', 'left without a score', 'correct'],
    ['content-filter', 'left without a score', 'correct'],
    ['scorer', 'left without a score', 'correct'],
    ['not-recorded', 'left without a score', 'correct'],
    ['not-scorable', 'left without a score', 'give-cases'],
    ['judge-compromised', 'left without a score', 'change-judge'],
    ['aborted', 'ended early', 'run-again'],
    ['rate-limited', 'ended early', 'run-again'],
    ['budget', 'ended early', 'raise-limit'],
    // The run's own limit of time; that one answer took too long is told of its case.
    ['timeout', 'ended early', 'raise-limit'],
    ['unauthorized', 'ended early', 'mend-access'],
  ])('%s, %s: %s', (kind, how, remedy) => {
    const scene =
      how === 'ended early'
        ? {
            head: createCases(20, [0.2]),
            headRecord: { stopped: { kind, reason: 'the provider answered 401:\nno key' } },
          }
        : { head: failing(Array(20).fill(kind)) };
    const decision = decide({ ...scene, base: null, settings: { threshold: 0.8 } });
    expect(decision).toMatchObject({ outcome: 'inconclusive', remedy });
    expect(decision.because).toEqual([kind === 'budget' ? 'inconclusive' : 'error']);
    const nothing = kind === 'not-scorable' ? 'nothing to score' : 'no score';
    expect(decision.headline).toMatch(
      new RegExp(`^Not decided: (?:the provider answered 401|20 of 20 cases have ${nothing}: )[^.]+\\.$`),
    );
    expect(decision.shortLine).toMatch(new RegExp(`; ${SHORT_REMEDIES[remedy]}$`));
    expect(JSON.stringify(decision)).not.toMatch(/\d\.\d/);
  });

  it('counts a case that was scored in too few of the runs', () => {
    const gone = createFailedSample('timeout');
    const rows = createCases(40, [0.9, 0.9, 0.9]);
    const [once] = createCases(1, [0.9]);
    const short = createCase('c0', { samples: [...(once?.samples ?? []), gone, gone] });
    const silent = ['c1', 'c2'].map((id) => createCase(id, { samples: [gone, gone, gone] }));
    expect(decide({ head: [...rows.slice(0, 1), ...silent, ...rows.slice(3)], base: rows }).outcome).toBe(
      'pass',
    );
    const decision = decide({ head: [short, ...silent, ...rows.slice(3)], base: rows });
    expect(decision).toMatchObject({ outcome: 'inconclusive', because: ['error'] });
    expect(decision.headline).toContain('3 of 40 cases have no score');
  });

  it('keeps a fail that is found beside errors within the limit', () => {
    const head = [...failing(['unavailable']).slice(0, 1), ...createCases(20, [0.5]).slice(1)];
    expect(decide({ head, base: steady() })).toMatchObject({ outcome: 'fail', because: ['regression'] });
  });

  it('names what a program said of its crash, and not all that it wrote last', () => {
    const head = failing(
      Array(5).fill('target'),
      20,
      'it ended; stderr: Error: boom (last lines: at x | Error: boom)',
    );
    const { headline } = decide({ head, base: steady() });
    expect(headline).toContain('have no score: it ended; stderr: Error: boom. ');
    expect(headline).not.toContain('last lines');
  });

  it('cuts a long cause on several lines to one', () => {
    const head = failing(Array(5).fill('unavailable'), 20, `first\nsecond ${'😀'.repeat(2000)}`);
    const { headline, shortLine } = decide({ head, base: steady() });
    expect(headline).toMatch(/first second 😀+… ?/u);
    expect(headline.length).toBeLessThan(450);
    expect(shortLine.length).toBeLessThanOrEqual(140);
    expect(shortLine).toMatch(/…; re-run$/);
    expect(headline.isWellFormed() && shortLine.isWellFormed()).toBe(true);
  });
});

describe('a case that no longer answers', () => {
  const silent = (kind: Parameters<typeof createFailedSample>[0], count = 1) => [
    ...Array.from({ length: count }, (_, index) =>
      createCase(`c${index}`, { samples: [createFailedSample(kind, 'exit code 1')] }),
    ),
    ...createCases(20, [0.9]).slice(count),
  ];

  it.each(['target', 'late', 'harness', 'length', 'content-filter'] as const)(
    'is a regression where the agent failed: %s',
    (kind) => {
      const decision = decide({ head: silent(kind), base: steady() });
      expect(decision).toMatchObject({
        outcome: 'fail',
        because: ['regression'],
        shortLine: '1 case no longer answers',
      });
      expect(decision.headline).toMatch(
        /^1 case no longer answers: `c0`\. Why: exit code 1\. Mean relevancy is unchanged/,
      );
    },
  );

  it('is named in the order that people count in', () => {
    const numbered = ['q-10', 'q-2', 'q-1'].map((id) =>
      createCase(id, { samples: [createFailedSample('target', 'exit code 1')] }),
    );
    const rest = createCases(17, [0.9]);
    const base = [...numbered.map(({ id }) => createScoredCase(id, [0.9])), ...rest];
    expect(decide({ head: [...numbered, ...rest], base }).headline).toContain('`q-1`, `q-2`, `q-10`');
  });

  it.each([
    'rate-limited',
    'unavailable',
    'timeout',
    'unauthorized',
    'gone',
    'bad-request',
    'aborted',
    'not-recorded',
    'malformed',
  ] as const)('is none where it may be the provider or the run: %s', (kind) => {
    expect(decide({ head: silent(kind), base: steady() }).outcome).toBe('pass');
  });

  it('is none where the judge failed', () => {
    const head = [
      createCase('c0', { samples: [createUnscoredSample('refused')] }),
      ...createCases(20, [0.9]).slice(1),
    ];
    expect(decide({ head, base: steady() }).outcome).toBe('pass');
  });

  it('blocks by regression even where too many are gone to decide anything', () => {
    const decision = decide({
      head: silent('target', 10),
      base: steady(),
      settings: { failOn: ['regression'] },
    });
    expect(decision).toMatchObject({
      outcome: 'inconclusive',
      because: ['regression', 'error'],
      blocking: true,
    });
    expect(decision.headline).toBe(
      'Not decided: 10 of 20 cases have no score: exit code 1. 10 cases no longer answer: `c0`, `c1`, `c2`, 7 more.',
    );
  });

  // An agent is told which run it is in: it could answer badly in the first one, and keep the gate from looking again.
  it.each([
    ['fails', null],
    ['is given up', { kind: 'target', reason: 'it stays silent' }],
  ] as const)('blocks by regression where it answers the first run and %s in a further one', (_, stopped) => {
    const scene = (failed: Parameters<typeof createFailedSample>[0], base = createCases(20, [0.9])) => {
      const head = createCases(20, [0.85]).map((row, index) => {
        const isAsked = stopped === null || index < 2;
        return { ...row, samples: [...row.samples, ...(isAsked ? [createFailedSample(failed)] : [])] };
      });
      return decide({ head, base, headRecord: { stopped }, settings: { failOn: ['regression'] } });
    };
    expect(scene('late')).toMatchObject({
      outcome: 'inconclusive',
      because: ['regression', 'error'],
      blocking: true,
    });
    expect(scene('late').headline).toContain(
      '20 cases no longer answer in run 2: `c0`, `c1`, `c2`, 17 more.',
    );
    const never = createCases(20, [0.9]).map((row) => ({
      ...row,
      samples: [...row.samples, createFailedSample()],
    }));
    expect(scene('late', never).blocking).toBe(false);
    if (stopped === null) expect(scene('unavailable').blocking).toBe(false);
  });

  it('only warns on a stale baseline', () => {
    expect(decide({ head: silent('target'), base: steady(), baseline: stale })).toMatchObject({
      outcome: 'pass',
      because: [],
    });
  });

  it('counts for nothing in a run that ended early', () => {
    const stopped = { kind: 'budget', reason: 'the budget was used up' } as const;
    const head = [...createCases(19, [0.9]), createCase('c19', { samples: [createFailedSample()] })];
    const decision = decide({ head, base: steady(), headRecord: { stopped } });
    expect(decision.because).toEqual(['inconclusive']);
    expect(decision.findings.map(({ outcome }) => outcome)).not.toContain('fails');
  });
});

describe('cases that no longer have anything to score', () => {
  const mute = (count: number, samples = 1) => [
    ...Array.from({ length: count }, (_, index) =>
      createCase(`c${index}`, {
        samples: Array.from({ length: samples }, () => createUnscoredSample('not-scorable', 'no claims')),
      }),
    ),
    ...createCases(
      20,
      Array.from({ length: samples }, () => 0.9),
    ).slice(count),
  ];
  const told = '2 cases no longer have anything to score';

  it('are a regression beyond the error limit', () => {
    const decision = decide({ head: mute(2), base: steady() });
    expect(decision).toMatchObject({ outcome: 'fail', because: ['regression'], shortLine: told });
    expect(decision.headline).toContain(`${told}: \`c0\`, \`c1\`. Why: no claims.`);
    expect(decide({ head: mute(1), base: steady() }).outcome).toBe('pass');
  });

  it('count towards it with errors', () => {
    const head = [
      ...mute(1).slice(0, -1),
      createCase('c19', { samples: [createUnscoredSample('malformed')] }),
    ];
    expect(decide({ head, base: steady() }).because).toEqual(['regression']);
  });

  it('are asked once more where their answers differ from run to run', () => {
    const base = createCases(20, [0.9, 0.88, 0.92]);
    const asks = (samples: number) => askGate({ head: mute(2, samples), base, canSample: true });
    expect(asks(1)).toMatchObject({ kind: 'more-samples', cases: 'all', upTo: 2 });
    expect(asks(3)).toMatchObject({ decision: { because: ['regression'] } });
  });

  it('are nobody’s fault where the base had nothing to score either, be it once', () => {
    const samples = [...createScoredCase('c0', [0.9, 0.9]).samples, createUnscoredSample('not-scorable')];
    const base = [...['c0', 'c1'].map((id) => createCase(id, { samples })), ...steady().slice(2)];
    expect(decide({ head: mute(2), base }).outcome).toBe('pass');
  });

  it('only warn on a stale baseline', () => {
    expect(decide({ head: mute(2), base: steady(), baseline: stale }).because).toEqual([]);
  });

  it('are not told of a run that ended early', () => {
    const stopped = { kind: 'budget', reason: 'the budget was used up' } as const;
    const decision = decide({ head: mute(2), base: steady(), headRecord: { stopped } });
    expect(decision.because).toEqual(['inconclusive']);
  });
});

describe('the baseline', () => {
  const head = createCases(20, [0.9]);
  const absent = { kind: 'none', reason: 'absent' } as const;

  it('passes loudly without one, the floor applied', () => {
    expect(decide({ head, baseline: absent, settings: { threshold: 0.8 } })).toMatchObject({
      outcome: 'pass',
      headline: 'No baseline. Mean relevancy 0.90 (20 cases, 1 run each). Only the threshold was tested.',
      shortLine: 'no baseline; relevancy 0.90; only the threshold was tested',
      findings: [
        { rule: 'baseline', outcome: 'warns', line: 'No baseline.' },
        { rule: 'floor', outcome: 'holds', line: 'Mean relevancy 0.90 is not below the threshold 0.8.' },
      ],
      mean: null,
    });
    expect(decide({ head, baseline: absent, settings: { threshold: 0.95 } }).because).toEqual(['threshold']);
    expect(decide({ head, baseline: absent }).shortLine).toBe(
      'no baseline; relevancy 0.90; nothing was tested',
    );
    expect(decide({ head, baseline: absent }).headline).toMatch(
      /With no threshold set, nothing was tested\.$/,
    );
  });

  it('tells no first one that nothing was tested, and the means of too few cases', () => {
    const first = { kind: 'none', reason: 'first' } as const;
    expect(decide({ head, baseline: first }).headline).toBe(
      'No baseline. Mean relevancy 0.90 (20 cases, 1 run each).',
    );
    expect(decide({ head: createCases(4, [0.89]), base: createCases(4, [0.9]) }).headline).toBe(
      'Too few cases to test the mean: 4 have a score on both sides, 5 are needed. Mean relevancy 0.90 → 0.89.',
    );
  });

  it('asks for no more samples where a missing one fails already', () => {
    const near = { head: createCases(20, [0.8]), baseline: absent, canSample: true };
    const settings = { threshold: 0.8 };
    expect(askGate({ ...near, settings }).kind).toBe('more-samples');
    expect(askGate({ ...near, settings: { ...settings, onMissingBaseline: 'fail' } }).kind).toBe('decided');
  });

  it('asks for no more samples where one that is unreadable blocks already', () => {
    const baseline = { kind: 'unreadable', problems: [] } as const;
    const near = { head: createCases(20, [0.8]), baseline, canSample: true };
    const settings = { threshold: 0.8 };
    expect(askGate({ ...near, settings }).kind).toBe('decided');
    const failOn = failOnWithout('inconclusive');
    expect(askGate({ ...near, settings: { ...settings, failOn } }).kind).toBe('more-samples');
  });

  it('that is missing is no reason beside an outage of the head', () => {
    const failed = [createCase('a', { samples: [createFailedSample('unavailable')] })];
    const decision = decide({ head: failed, baseline: absent, settings: { onMissingBaseline: 'fail' } });
    expect(decision).toMatchObject({ outcome: 'inconclusive', because: ['error'], blocking: true });
  });

  it('counts the cases that were not run among those that it had', () => {
    const silent = ['x', 'y', 'z'].map((id) => createCase(id, { samples: [] }));
    const two = createCases(2, [0.9]);
    expect(decide({ head: two, base: [...two, ...silent] }).headline).toMatch(
      /only 2 of the baseline's 5 cases/,
    );
    expect(decide({ head: two, base: [...two, ...silent.slice(1)] }).outcome).toBe('pass');
  });

  it('fails without one where that is asked for, whatever fail-on says', () => {
    const settings = { onMissingBaseline: 'fail', failOn: [] } as const;
    expect(decide({ head, baseline: absent, settings })).toMatchObject({
      outcome: 'fail',
      blocking: true,
      status: 'failure',
      passed: false,
      headline: 'No baseline.',
      shortLine: 'no baseline',
    });
    const outcome = (reason: 'switched-off' | 'new-prompt') =>
      decide({ head, baseline: { ...absent, reason }, settings }).outcome;
    expect(outcome('new-prompt')).toBe('fail');
    expect(outcome('switched-off')).toBe('pass');
  });

  it.each<[string, Partial<GateScene>, RegExp, Remedy]>([
    [
      'unreadable',
      { baseline: { kind: 'unreadable', problems: [] } },
      /^Not decided: the stored baseline cannot be used\./,
      'read-again',
    ],
    [
      'another judge',
      { base: steady(), baseRecord: { judge: { name: 'other', fingerprint: 'x', builtin: false } } },
      /^Not decided: the judge changed/,
      'store-baseline',
    ],
    [
      'an outage in its run',
      { base: steady().map((row) => ({ ...row, samples: [createFailedSample('timeout')] })) },
      /^Not decided: in the baseline 20 of 20 cases have no score/,
      'store-baseline',
    ],
    [
      'no pair',
      { base: createCases(20, [0.9], 'other') },
      /^Not decided: no case has a score on both sides/,
      'ask-base',
    ],
    [
      'no score at base',
      { base: head.map((row) => ({ ...row, samples: [createFailedSample()] })) },
      /no case has a score on both sides/,
      'ask-base',
    ],
    [
      'fewer than half left',
      { base: [...steady(), ...createCases(21, [0.9], 'gone')] },
      /only 20 of the baseline's 41 cases are left/,
      'ask-base',
    ],
    [
      'no record behind it',
      { base: null, baseline: createBaseline() },
      /the baseline has no record/,
      'store-baseline',
    ],
  ])('%s is inconclusive, and no score is printed', (_, scene, headline, remedy) => {
    const decision = decide({ head, ...scene });
    expect(decision).toMatchObject({
      outcome: 'inconclusive',
      remedy,
      because: ['inconclusive'],
      blocking: true,
      mean: null,
    });
    expect(decision.headline).toMatch(headline);
    expect(decision.headline + decision.shortLine).not.toMatch(/\d\.\d\d/);
  });

  it('does not keep the floor from failing', () => {
    const decision = decide({
      head,
      baseline: { kind: 'unreadable', problems: [] },
      settings: { threshold: 0.95 },
    });
    expect(decision).toMatchObject({ outcome: 'fail', because: ['threshold', 'inconclusive'] });
    expect(
      decide({
        head,
        baseline: { kind: 'unreadable', problems: [] },
        settings: { threshold: 0.95, failOn: ['inconclusive'] },
      }),
    ).toMatchObject({ outcome: 'inconclusive' });
  });

  it('is named where it is stale', () => {
    const { findings, outcome } = decide({ head: createCases(20, [0.2]), base: steady(), baseline: stale });
    expect(outcome).toBe('pass');
    expect(findings[0]).toEqual({
      rule: 'baseline',
      outcome: 'warns',
      line: 'The baseline is of an older prompt.',
    });
  });
});

describe('what does not block', () => {
  it('is said in the status', () => {
    const decision = decide({
      head: createCases(20, [0.5]),
      base: steady(),
      settings: { failOn: failOnWithout('regression') },
    });
    expect(decision).toMatchObject({
      outcome: 'fail',
      blocking: false,
      status: 'success',
      passed: true,
    });
    expect(decision.shortLine).toMatch(/^regression \(not blocking\): relevancy fell 0\.90 → 0\.50/);
  });
});

describe('properties', () => {
  const score = fc.integer({ min: 0, max: 20 }).map((value) => value / 20);
  const suite = fc
    .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }))
    .chain(([baseRuns, headRuns]) =>
      fc.array(
        fc.record({
          base: fc.array(score, { minLength: baseRuns, maxLength: baseRuns }),
          head: fc.option(fc.array(score, { minLength: headRuns, maxLength: headRuns }), { freq: 12 }),
        }),
        { maxLength: 25 },
      ),
    );
  const settings = fc.record({
    threshold: fc.option(fc.constantFrom(0.2, 0.5, 0.8)),
    maxDrop: fc.constantFrom(0, 0.02, 0.1),
    failOn: fc.subarray([...FAIL_ON]),
  });
  type Row = { readonly base: readonly number[]; readonly head: readonly number[] | null };
  const sceneOf = (rows: readonly Row[]) => ({
    base: rows.map(({ base }, index) => createScoredCase(`c${index}`, base)),
    head: rows.map(({ head }, index) =>
      head === null
        ? createCase(`c${index}`, { samples: [createFailedSample('unavailable')] })
        : createScoredCase(`c${index}`, head),
    ),
  });

  it('the table of decisions holds for every decision', () => {
    fc.assert(
      fc.property(suite, settings, (rows, set) => {
        const decision = decide({ ...sceneOf(rows), settings: set });
        const { outcome, blocking, status, passed, because } = decision;
        expect(status).toBe(!blocking ? 'success' : outcome === 'fail' ? 'failure' : 'error');
        expect(passed).toBe(!blocking && outcome !== 'inconclusive');
        expect(outcome === 'pass').toBe(because.length === 0);
        expect(blocking && outcome === 'pass').toBe(false);
        expect(decision.shortLine.length).toBeLessThanOrEqual(140);
        expect(decision.headline).not.toMatch(/\n|undefined|NaN|null/);
        if (decision.mean !== null) {
          expect(decision.mean.p).toBeGreaterThanOrEqual(0);
          expect(decision.mean.p).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('the order of the dataset does not decide', () => {
    fc.assert(
      fc.property(suite, settings, (rows, set) => {
        const { head, base } = sceneOf(rows);
        const one = decide({ head, base, settings: set });
        const other = decide({ head: head.toReversed(), base: base.toReversed(), settings: set });
        expect({ ...other, mean: null }).toEqual({ ...one, mean: null });
        expect(other.mean?.p ?? null).toEqual(one.mean === null ? null : expect.closeTo(one.mean.p, 10));
      }),
    );
  });

  it('a worse head never turns a fail into a pass', () => {
    fc.assert(
      fc.property(suite, settings, fc.nat(), score, (rows, set, which, by) => {
        const worse = rows.map((row, index) =>
          index === which % Math.max(1, rows.length) && row.head !== null
            ? { ...row, head: row.head.map((value) => Math.max(0, value - by)) }
            : row,
        );
        const before = decide({ ...sceneOf(rows), settings: set });
        const after = decide({ ...sceneOf(worse), settings: set });
        for (const reason of before.because) expect(after.because).toContain(reason);
        if (before.blocking) expect(after.blocking).toBe(true);
      }),
    );
  });

  it('sampling again only ever turns a fail into a pass', () => {
    fc.assert(
      fc.property(suite, settings, (rows, set) => {
        const scene = { ...sceneOf(rows), settings: set };
        const answer = askGate({ ...scene, canSample: true });
        if (answer.kind === 'decided') expect(answer.decision.outcome).toBe(decide(scene).outcome);
        else if (answer.kind === 'more-samples' && answer.cases === 'all')
          expect(answer.upTo).toBeLessThanOrEqual(3);
      }),
    );
  });
});
