import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { compareRecords } from '../../../src/decide/compare/compare-records.js';
import type { Match } from '../../../src/model/comparison.js';
import type { FailureKind } from '../../../src/model/errors.js';
import type { JudgingDifference } from '../../../src/model/notes.js';
import type { CaseRecord, RunRecord } from '../../../src/model/run-record.js';
import { matchesOf } from '../../support/compare-judge.js';
import {
  createCase,
  createFailedSample,
  createJudgement,
  createRecord,
  createSample,
  createScoredCase,
  createStatement,
  createUnscoredSample,
  SCORER,
} from '../../support/records.js';

const compare = (head: RunRecord, base: RunRecord | null) => compareRecords({ head, base, scorer: SCORER });
const record = (...cases: CaseRecord[]) => createRecord({ cases });
const scorer = { id: SCORER, formula: 'formula-1', rubric: 'rubric-1', scale: 1, higherIsBetter: true };

describe('scores', () => {
  it.each([
    ['rounded per sample', 1, true, [0.444, 0.446], [44, 45]],
    ['half up in spite of binary fractions', 1, true, [0.285, 0.145], [29, 15]],
    ['divided by the scale', 5, true, [5, 2.5], [100, 50]],
    ['turned where lower is better', 1, false, [0.9, 0], [10, 100]],
    ['kept within the scale', 1, true, [1.7, 0], [100, 0]],
  ])('%s', (_, scale, higherIsBetter, scores, expected) => {
    const run = createRecord({
      cases: [createScoredCase('a', scores)],
      scorers: [{ ...scorer, scale, higherIsBetter }],
    });
    expect(compare(run, run).pairs[0]?.headScores).toEqual(expected);
  });

  it('and which of several runs is shown: the one that explains the delta, among those that have a text', () => {
    const base = record(createScoredCase('a', [0.7, 1, 0.7]));
    const head = record(createScoredCase('a', [1, 0.3]), createScoredCase('new', [0.9, 0.2, 0.9]));
    const run = (number: number, of: number, score: number) => ({ run: { number, of, score } });
    expect(compare(head, base).pairs[0]).toMatchObject({
      baseAnswer: run(2, 3, 100),
      headAnswer: run(2, 2, 30),
    });
    expect(compare(head, base).added[0]?.answer).toMatchObject(run(2, 3, 20));
    expect(compare(record(createScoredCase('a', [1])), base).pairs[0]?.headAnswer).not.toHaveProperty('run');
  });

  it('means over the cases that both sides have scored, the floor over every scored head case', () => {
    const base = record(
      createScoredCase('a', [0.9, 0.9, 0.6]),
      createScoredCase('b', [1, 1, 1]),
      createScoredCase('gone', [0, 0, 0]),
    );
    const head = record(
      createScoredCase('a', [0.5]),
      createCase('b', { samples: [createFailedSample()] }),
      createScoredCase('new', [0.1]),
    );
    const comparison = compare(head, base);
    expect(comparison.pairs.map(({ id, base: was, head: is, delta }) => ({ id, was, is, delta }))).toEqual([
      { id: 'a', was: 80, is: 50, delta: -30 },
      { id: 'b', was: 100, is: null, delta: null },
    ]);
    expect(comparison).toMatchObject({
      baseMean: 80,
      headMean: 50,
      floorMean: 30,
      headCases: 3,
      added: [{ id: 'new', score: 10 }],
      removed: [{ id: 'gone', score: 0 }],
    });
  });

  it('means over equal numbers of samples, without the few cases that have fewer', () => {
    const cases = Array.from({ length: 20 }, (_, index) => createScoredCase(`c${index}`, [0.5, 0.5, 0.8]));
    const head = record(createScoredCase('c0', [0]), ...cases.slice(1));
    expect(compare(head, record(...cases))).toMatchObject({
      baseMean: expect.closeTo(60),
      headMean: expect.closeTo(60),
      floorMean: expect.closeTo(57),
    });
  });

  it('lists edited and renamed cases apart', () => {
    const base = record(createScoredCase('a', [0.5]), createScoredCase('old', [0.5], { input: 'same' }));
    const head = record(
      createScoredCase('a', [0.7], { input: 'another question' }),
      createScoredCase('new', [0.6], { input: 'same' }),
    );
    const comparison = compare(head, base);
    expect(comparison.edited).toEqual([
      {
        id: 'a',
        input: 'another question',
        score: 70,
        answer: { status: 'answered', output: 'The answer is relevant.', toolCalls: [] },
      },
    ]);
    expect(comparison.renamed).toEqual([{ from: 'old', to: 'new' }]);
    expect(comparison.pairs.map(({ id, delta }) => ({ id, delta }))).toEqual([{ id: 'new', delta: 10 }]);
    expect(comparison.removed).toEqual([]);
  });

  it('counts every case as added if there is no baseline', () => {
    const comparison = compare(record(createScoredCase('a', [0.5])), null);
    expect(comparison).toMatchObject({
      comparability: { status: 'comparable' },
      pairs: [],
      added: [{ id: 'a', score: 50 }],
      baseMean: null,
      headMean: null,
      floorMean: 50,
    });
  });
});

describe('unscored cases', () => {
  const answered = createCase('a', { samples: [createSample(), createSample()] });
  const cut = createSample();

  it.each([
    ['every try failed', [createFailedSample(), createFailedSample()], [answered], 'target', true],
    ['the harness lost the answer', [createFailedSample('harness')], [answered], 'harness', true],
    ['the provider is down', [createFailedSample('unavailable')], [answered], 'unavailable', false],
    [
      'the empty answer was cut',
      [
        {
          ...createUnscoredSample('length'),
          answer: { status: 'answered', output: '', toolCalls: [], finish: 'length' } as const,
        },
      ],
      [answered],
      'length',
      true,
    ],
    ["the judge's reply was cut", [createUnscoredSample('length')], [answered], 'length', false],
    ['the judge failed', [createUnscoredSample('malformed')], [answered], 'malformed', false],
    [
      'one try failed, the other was not judged',
      [createFailedSample(), createUnscoredSample()],
      [answered],
      'malformed',
      false,
    ],
    [
      'the agent and the provider failed',
      [createFailedSample(), createFailedSample('rate-limited')],
      [answered],
      'rate-limited',
      false,
    ],
    [
      'the base failed too',
      [createFailedSample()],
      [createCase('a', { samples: [createFailedSample()] })],
      'target',
      false,
    ],
    [
      'the base failed at times',
      [createFailedSample()],
      [createCase('a', { samples: [createSample(), createFailedSample()] })],
      'target',
      false,
    ],
    ['the base has no such case', [createFailedSample()], [], 'target', false],
    ['it was never asked', [], [answered], 'aborted', false],
    ['it was not judged at all', [{ ...cut, judgements: {} }], [answered], 'judge-incomplete', false],
    [
      'inherited keys are no scorers',
      [{ ...cut, judgements: Object.create({ [SCORER]: cut.judgements[SCORER] }) }],
      [answered],
      'judge-incomplete',
      false,
    ],
  ] as const)('%s', (_, samples, base, kind, noLongerAnswers) => {
    const { unscored, pairs } = compare(record(createCase('a', { samples })), record(...base));
    expect(unscored).toMatchObject([{ id: 'a', kind, noLongerAnswers }]);
    expect(pairs.every((pair) => pair.head === null)).toBe(true);
  });

  it('names why a run that ended early left cases out', () => {
    const stopped = { kind: 'timeout', reason: 'the time limit of 20 min was used up' } as const;
    const head = createRecord({ cases: [createCase('a', { samples: [] })], stopped });
    expect(compare(head, record(answered)).unscored).toMatchObject([stopped]);
  });

  it('is scored where one sample is', () => {
    expect(
      compare(record(createCase('a', { samples: [createFailedSample(), createSample()] })), record(answered))
        .unscored,
    ).toEqual([]);
  });
});

describe('comparability', () => {
  const FORMULA: JudgingDifference = { kind: 'formula', scorers: ['answer-relevancy'] };
  const base = record(createScoredCase('a', [0.5]));
  it.each<[string, Partial<RunRecord>, JudgingDifference]>([
    [
      'judge',
      { judge: { name: 'other', fingerprint: 'judge-2', builtin: false } },
      { kind: 'judge', before: 'other', after: 'test-judge' },
    ],
    [
      'judge parameters',
      { judge: { name: 'test-judge', fingerprint: 'judge-2', builtin: false } },
      { kind: 'judge-settings' },
    ],
    ['rubric', { scorers: [{ ...scorer, rubric: 'rubric-2' }] }, { kind: 'rubric' }],
    ['formula', { scorers: [{ ...scorer, formula: 'formula-2' }] }, FORMULA],
    ['direction', { scorers: [{ ...scorer, higherIsBetter: false }] }, FORMULA],
    ['scale', { scorers: [{ ...scorer, scale: 5 }] }, FORMULA],
    ['scorer', { scorers: [] }, { kind: 'scorers', scorers: ['answer-relevancy'] }],
  ])('another %s is incomparable, and no delta exists', (_, overrides, because) => {
    const comparison = compare(base, { ...base, ...overrides });
    expect(comparison.comparability).toEqual({ status: 'incomparable', because, canRejudge: true });
    expect(comparison).toMatchObject({ baseMean: null, headMean: null, floorMean: 50 });
    expect(comparison.pairs).toMatchObject([
      { id: 'a', base: null, baseScores: [], delta: null, statements: [] },
    ]);
  });

  it('without its texts, a base cannot be judged again', () => {
    const comparison = compare(base, { ...base, scorers: [{ ...scorer, scale: 5 }], text: 'statements' });
    expect(comparison.comparability).toMatchObject({ status: 'incomparable', canRejudge: false });
  });

  it('cases judged under another task are incomparable', () => {
    const under = (...tasks: string[]) =>
      record(...tasks.map((taskHash, index) => createCase(`t${index}`, { taskHash })));
    expect(compare(under('x', 'y', 'y'), under('x', 'x', 'x')).comparability).toEqual({
      status: 'incomparable',
      canRejudge: true,
      because: { kind: 'task' },
    });
    expect(compare(under('x', 'y'), under('x')).comparability.status).toBe('comparable');
    const unjudged = (cases: RunRecord) => ({
      ...cases,
      scorers: cases.scorers.map((scorer) => ({ ...scorer, judged: false })),
    });
    expect(compare(unjudged(under('y')), unjudged(under('x'))).comparability.status).toBe('comparable');
  });

  it('another judge is nothing to a scorer that asks none', () => {
    const unjudged = { ...base, scorers: base.scorers.map((each) => ({ ...each, judged: false })) };
    const other = { ...unjudged, judge: { name: 'other', fingerprint: 'judge-2', builtin: false } };
    expect(compare(unjudged, other).comparability).toEqual({ status: 'comparable' });
  });

  it('another target, dataset or task source is what a comparison is for', () => {
    const other = {
      ...base,
      target: 'command node agent.mjs',
      dataset: 'other',
      taskSource: 'none',
    } as const;
    expect(compare(base, other).comparability).toEqual({ status: 'comparable' });
  });
});

describe('texts', () => {
  const row = (text: string) =>
    createCase('a', { samples: [createSample({ statements: [createStatement(text, 'no')] })] });

  it('shows the first scored answer with its flags and tool calls', () => {
    const scored = createSample({ output: 'second', flags: ['addresses-grader'] });
    const withCalls = {
      ...scored,
      answer: {
        status: 'answered',
        output: 'second',
        finish: 'stop',
        toolCalls: [{ name: 'list', arguments: { page: 1 } }, { name: 'end' }],
      } as const,
    };
    const head = record(createCase('a', { samples: [createFailedSample(), withCalls, createSample()] }));
    expect(compare(head, head).pairs[0]).toMatchObject({
      headAnswer: { status: 'answered', output: 'second', toolCalls: ['list({"page":1})', 'end()'] },
      flags: ['addresses-grader'],
    });
  });

  it.each([
    ['fell', [100, 100, 100], [100, 67, 100], 'head 1', 'base 0', 1],
    ['rose', [100, 67, 50], [67, 100, 100], 'head 1', 'base 2', 0],
    ['stayed', [67, 100], [100, 67], 'head 0', 'base 0', 0],
  ])('shows the runs that explain the score where it %s', (_, base, head, shownHead, shownBase, strays) => {
    const run = (side: string) => (score: number, index: number) =>
      createSample({
        score: score / 100,
        output: `${side} ${index}`,
        statements:
          score < 100 ? [createStatement('Our founder likes to sail around the island.', 'no')] : [],
      });
    const atBase = record(createCase('a', { samples: base.map(run('base')) }));
    const [pair] = compare(record(createCase('a', { samples: head.map(run('head')) })), atBase).pairs;
    expect(pair?.headAnswer).toMatchObject({ output: shownHead });
    expect(pair?.baseAnswer).toMatchObject({ output: shownBase });
    expect(pair?.statements.filter(({ kind }) => kind === 'stray')).toHaveLength(strays);
  });

  it('has the reason of the run that is shown', () => {
    const head = record(createCase('a', { samples: [createSample({ reason: 'why' })] }));
    expect(compare(head, head).pairs[0]?.headReason).toBe('why');
    const silent = record(createCase('a', { samples: [createSample({ reason: '' })] }));
    expect(compare(silent, silent).pairs[0]).not.toHaveProperty('headReason');
  });

  it('without a score, shows the first answer', () => {
    const samples = [createFailedSample(), createUnscoredSample(), createUnscoredSample()];
    const head = record(createCase('a', { samples, caseSamples: [createFailedSample()] }));
    expect(compare(head, head).pairs[0]?.headAnswer).toMatchObject({
      output: 'an answer',
      run: { number: 2, of: 4, score: null },
    });
  });

  it('of a scorer of other things than relevant statements, nothing is lost', () => {
    const says = (text: string, id: string) => {
      const sample = createSample({ statements: [createStatement(text)] });
      const samples = [
        { ...sample, judgements: { [id]: createJudgement({ statements: [createStatement(text)] }) } },
      ];
      return createRecord({ scorers: [{ ...scorer, id }], cases: [createCase('a', { samples })] });
    };
    const lost = (id: string) =>
      compareRecords({
        head: says('Ask the desk.', id),
        base: says('It takes five days.', id),
        scorer: id,
      }).pairs[0]?.statements.map(({ kind }) => kind);
    expect(lost(SCORER)).toEqual(['lost']);
    expect(lost('toxicity')).toEqual([]);
  });

  it('shows the failure if there is no answer', () => {
    const head = record(createCase('a', { samples: [createFailedSample('target', 'exit code 1')] }));
    expect(compare(head, head).pairs[0]?.headAnswer).toEqual({ status: 'failed', message: 'exit code 1' });
  });

  it.each([
    ['full', 1, true],
    ['statements', 1, false],
    ['none', 0, false],
  ] as const)('a baseline that keeps text %j', (text, changes, answer) => {
    const base = createRecord({ cases: [row('An old aside about the weather in town.')], text });
    const [pair] = compare(record(row('Our founder likes to sail around the island.')), base).pairs;
    expect(pair?.statements.filter(({ kind }) => kind === 'newly-irrelevant')).toHaveLength(changes);
    expect(pair?.irrelevant?.length ?? null).toBe(changes === 0 ? null : 2);
    expect(pair?.baseAnswer !== null).toBe(answer);
    expect(pair?.delta).toBe(0);
  });

  it('says of each run which irrelevant points it has, suite-wide runs apart from those of this case alone', () => {
    const aside = createSample({
      statements: [createStatement('An old aside about the weather in town.', 'no')],
    });
    const plain = createSample();
    const once = createSample({ statements: [createStatement('Our founder likes sailing a lot.', 'no')] });
    const rows = (...ids: string[]) => ({
      base: ids.map((id) => createCase(id, { samples: [plain, aside, plain], caseSamples: [once, plain] })),
      head: ids.map((id) => createCase(id, { samples: [plain, aside], caseSamples: [plain, aside, aside] })),
    });
    const { base, head } = rows('a', 'b', 'c');
    const { pairs, shared } = compare(record(...head), record(...base));
    const text = 'An old aside about the weather in town.';
    expect(pairs[0]?.irrelevant).toEqual([{ text, base: [1], head: [1], baseCase: [], headCase: [1, 2] }]);
    const again = { head: 2, headRuns: 3, base: 0, baseRuns: 2 };
    const counts = { head: 1, headRuns: 2, base: 1, baseRuns: 3, again };
    expect(shared).toEqual([{ cases: ['a', 'b', 'c'].map((id) => ({ id, text, ...counts })) }]);
  });
});

it('has the searches of a second judge call about the facts that seem to be lost', () => {
  const says = (text: string) => createSample({ statements: [createStatement(text)] });
  const [fact, other] = [says('The refund takes five days.'), says('Ask the desk.')];
  const base = record(createCase('a', { samples: [fact, fact, fact] }));
  const head = record(createCase('a', { samples: [other] }));
  const matched = (found: readonly Match[]) =>
    compareRecords({ head, base, scorer: SCORER, matches: new Map([['a', found]]) });
  const first = matched([]).searches.get('a') ?? [];
  const found = first.flatMap((search) => matchesOf(search, () => ({ status: 'dropped' })));
  const compared = matched(found);
  expect(compared.searches).toEqual(new Map());
  const second = compared.secondSearches.get('a') ?? [];
  expect(second).toEqual(first.map((search) => ({ ...search, added: [], draw: 1 })));
  const seen = second.flatMap((search) => matchesOf(search, () => ({ status: 'dropped' })));
  expect(matched([...found, ...seen]).secondSearches).toEqual(new Map());
  const matches = new Map([['a', found]]);
  expect(compareRecords({ head: base, base, scorer: SCORER, matches }).secondSearches).toEqual(new Map());
});

it.each([
  [0.69, 1],
  [0.7, 0],
  [1, 0],
])('an answer that rose from 0.5 to %d lost %i facts', (score, lost) => {
  const says = (text: string, result: number) =>
    createSample({ statements: [createStatement(text)], score: result });
  const base = record(createCase('a', { samples: [says('The refund takes five days.', 0.5)] }));
  const head = record(createCase('a', { samples: [says('Ask the desk.', score)] }));
  const [pair] = compareRecords({ head, base, scorer: SCORER }).pairs;
  expect(pair?.facts).toHaveLength(lost);
  expect(pair?.statements).toHaveLength(lost);
});

describe('properties', () => {
  const statement = fc
    .tuple(
      fc.constantFrom('refund', 'card', 'team', 'garden'),
      fc.constantFrom('late', 'open', 'never'),
      fc.constantFrom('yes', 'unsure', 'no'),
    )
    .map(([a, b, result]) =>
      createStatement(`The ${a} of the customer is ${b} on the weekend`, result as 'yes'),
    );
  const sample = fc.oneof(
    fc.array(statement, { minLength: 1, maxLength: 5 }).map((statements) => createSample({ statements })),
    fc.constant(createFailedSample()),
  );
  const cases = fc
    .array(fc.array(sample, { minLength: 1, maxLength: 3 }), { maxLength: 8 })
    .map((rows) => rows.map((samples, index) => createCase(`c${index}`, { samples })));

  it('a run against itself changes nothing', () => {
    fc.assert(
      fc.property(cases, (rows) => {
        const comparison = compare(record(...rows), record(...rows));
        expect(comparison).toMatchObject({ added: [], removed: [], edited: [], renamed: [] });
        expect(comparison.baseMean).toBe(comparison.headMean);
        for (const { delta, statements } of comparison.pairs) {
          expect(delta === null || delta === 0).toBe(true);
          expect(statements.filter(({ kind }) => kind !== 'still-irrelevant')).toEqual([]);
        }
      }),
    );
  });

  it('the order of either dataset changes no case and no mean', () => {
    fc.assert(
      fc.property(cases, cases, fc.infiniteStream(fc.nat()), (head, base, keys) => {
        const shuffled = [...base]
          .map((row) => ({ row, key: keys.next().value }))
          .sort((a, b) => a.key - b.key)
          .map(({ row }) => row);
        const one = compare(record(...head), record(...base));
        const other = compare(record(...head.toReversed()), record(...shuffled));
        expect(other.pairs.toReversed()).toEqual(one.pairs);
        expect(other.floorMean).toEqual(one.floorMean === null ? null : expect.closeTo(one.floorMean));
      }),
    );
  });
});

test.each([
  ['misled the judge at head alone', ['judge-compromised'], [null], true],
  ['in one of several runs', [null, 'judge-compromised', null], [null, null, null], true],
  ['misled it where its case was asked on its own', [null], [null], true, ['judge-compromised']],
  ['at base too', ['judge-compromised'], [null, 'judge-compromised', null], false],
  ['and had no score at base', ['judge-compromised'], ['malformed'], false],
  ['had a reply that nobody could use', ['malformed'], [null], false],
] as const)('an answer that %s', (_, head, base, expected, own: readonly FailureKind[] = []) => {
  const samplesOf = (kinds: readonly (FailureKind | null)[]) =>
    kinds.map((kind) => (kind === null ? createSample() : createUnscoredSample(kind)));
  const now = createCase('a', { samples: samplesOf(head), caseSamples: samplesOf(own) });
  const was = createCase('a', { samples: samplesOf(base) });
  expect(compare(record(now), record(was)).misled).toEqual(expected ? ['a'] : []);
});
