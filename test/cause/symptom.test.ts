import { describe, expect, test } from 'vitest';
import {
  type DecidedRecords,
  hasSymptom,
  listSearches,
  listSymptoms,
  type Symptom,
} from '../../src/cause/symptom.js';
import type { Fact, IrrelevantPoint, Match, PairedCase, SearchResult } from '../../src/model/comparison.js';
import type { Finding } from '../../src/model/finding.js';
import type { Sample } from '../../src/model/run-record.js';
import {
  createCase,
  createComparison,
  createDecision,
  createFailedSample,
  createPairedCase,
  createRecord,
  createSample,
  createStatement,
  createUnscoredSample,
} from '../support/records.js';

const CAT = 'Our cat sends her love.';
const FEE = 'The fee is 5 euros.';

const SENTENCE: Finding = {
  rule: 'sentence',
  outcome: 'fails',
  caseIds: ['a', 'b'],
  statement: CAT,
  numbers: { gained: 2, lost: 0, p: 0.01 },
};

const FACTS: Finding = {
  rule: 'facts',
  outcome: 'fails',
  caseIds: ['a'],
  facts: [{ caseId: 'a', text: FEE }],
  numbers: { confirmed: 1, saysOtherwise: 0, dropped: 1, partlyDropped: 0, needed: 3 },
};

const BROKE: Finding = {
  rule: 'broke',
  outcome: 'fails',
  caseIds: ['a', 'b', 'c', 'd'],
  numbers: { answers: 8, contradict: 0 },
};

const MEAN: Finding = {
  rule: 'mean',
  outcome: 'fails',
  caseIds: [],
  numbers: {
    cases: 4,
    baseRuns: 1,
    headRuns: 1,
    base: 90,
    head: 70,
    drop: 20,
    maxDrop: 2,
    p: 0.01,
    pToday: null,
  },
};

function decide(
  findings: readonly Finding[],
  pairs: readonly PairedCase[],
  { worse = [], ...records }: Partial<DecidedRecords> & { readonly worse?: readonly string[] } = {},
): DecidedRecords {
  return {
    comparison: createComparison({ pairs }),
    decision: createDecision({ findings, worse }),
    head: createRecord(),
    base: createRecord(),
    ...records,
  };
}

const RED_ONLY = { yellow: false };

function kindsOf(records: DecidedRecords, options = RED_ONLY) {
  return listSymptoms(records, options).map(({ finding, symptoms }) => [
    finding.rule,
    ...symptoms.map(({ caseId, kind }) => `${caseId} ${kind}`),
  ]);
}

const point = (overrides: Partial<IrrelevantPoint> = {}): IrrelevantPoint => ({
  text: CAT,
  base: [],
  head: [0, 1],
  baseCase: [],
  headCase: [],
  ...overrides,
});

const fact = (overrides: Partial<Fact> = {}): Fact => ({
  kind: 'statement',
  text: FEE,
  label: 'yes',
  base: ['said', 'said'],
  head: ['dropped', 'dropped'],
  baseCase: [],
  headCase: [],
  second: 'dropped',
  otherText: null,
  reason: '',
  ...overrides,
});

const twoRuns = { baseScores: [90, 90], headScores: [50, 50] };
const withPoint = (id: string, overrides: Partial<IrrelevantPoint> = {}) =>
  createPairedCase(id, { ...twoRuns, irrelevant: [point(overrides)] });

describe('the findings that are explained', () => {
  test('are red; yellow ones only on demand, and only if they are confirmed or too few', () => {
    const pairs = [createPairedCase('a', twoRuns)];
    const yellow = { ...BROKE, outcome: 'worse' } as const;
    expect(kindsOf(decide([BROKE], pairs))).toEqual([['broke', 'a low-score']]);
    expect(kindsOf(decide([yellow], pairs))).toEqual([]);
    const kinds = (finding: Finding) => kindsOf(decide([finding], pairs), { yellow: true });
    expect(kinds(yellow)).toHaveLength(1);
    expect(kinds({ ...yellow, unconfirmed: 'few' })).toHaveLength(1);
    expect(kinds({ ...yellow, unconfirmed: 'extra-runs' })).toEqual([]);
    expect(kinds({ ...BROKE, outcome: 'info' })).toEqual([]);
  });

  test('are those about cases; one about the whole suite only without another, by its worst cases', () => {
    const pairs = [withPoint('a'), withPoint('b')];
    const about = (findings: readonly Finding[]) => kindsOf(decide(findings, pairs, { worse: ['b'] }));
    expect(about([MEAN, BROKE, SENTENCE]).map(([rule]) => rule)).toEqual(['sentence', 'broke']);
    const threshold: Finding = {
      rule: 'threshold',
      outcome: 'fails',
      caseIds: [],
      numbers: { mean: 70, threshold: 80, cases: 4, runs: 1 },
    };
    expect(about([threshold, MEAN])).toEqual([['mean', 'b low-score']]);
  });

  test('have at most three cases, the clearest first, and none that shows it on both sides', () => {
    const pairs = [
      createPairedCase('a', { baseScores: [90, 30], headScores: [40, 40] }),
      createPairedCase('b', { baseScores: [90, 90], headScores: [40, 40] }),
      createPairedCase('c', { baseScores: [90, 90], headScores: [40, 90] }),
      createPairedCase('d', { baseScores: [90, 90], headScores: [40, 40], headCaseScores: [90] }),
    ];
    expect(kindsOf(decide([BROKE], pairs))).toEqual([['broke', 'b low-score', 'd low-score', 'a low-score']]);
    const unclear = [createPairedCase('a', { baseScores: [90, 90, 30], headScores: [90, 40, 40] })];
    expect(kindsOf(decide([BROKE], unclear))).toEqual([]);
    const risen = [createPairedCase('a', { baseScores: [40], headScores: [90] })];
    expect(kindsOf(decide([BROKE], risen))).toEqual([]);
  });

  test('a low score is one below the middle between both sides', () => {
    const pairs = [createPairedCase('a', { baseScores: [100, 80], headScores: [50], headCaseScores: [30] })];
    const [found] = listSymptoms(decide([BROKE], pairs), RED_ONLY);
    expect(found?.symptoms).toMatchObject([{ kind: 'low-score', middle: 65 }]);
    expect(found?.statement).toBeNull();
  });

  test('a sentence is looked for in the words of the case, with its place in the answer', () => {
    const head = createRecord({
      cases: [
        createCase('a', {
          samples: [
            createSample({ output: `It is red.\n\n${CAT}`, statements: [createStatement(CAT, 'no')] }),
          ],
        }),
      ],
    });
    const records = decide([SENTENCE], [withPoint('a')], { head });
    const [found] = listSymptoms(records, RED_ONLY);
    expect(found).toMatchObject({ statement: CAT, symptoms: [{ kind: 'irrelevant', piece: { at: 1 } }] });
    expect(found?.words).toContain(CAT);
    // A record without answers has the words alone.
    const bare = listSymptoms(decide([SENTENCE], [withPoint('a')]), RED_ONLY);
    expect(bare[0]?.symptoms).toMatchObject([{ piece: { at: null, text: CAT } }]);
  });

  test('a sentence is clear by the runs that say it, of all runs', () => {
    const half = withPoint('a', { head: [0] });
    const third = createPairedCase('a', {
      ...twoRuns,
      headCaseScores: [50],
      irrelevant: [point({ head: [0] })],
    });
    const habit = withPoint('a', { base: [0, 1] });
    expect(kindsOf(decide([SENTENCE], [half]))).toEqual([['sentence', 'a irrelevant']]);
    expect(kindsOf(decide([SENTENCE], [third]))).toEqual([]);
    expect(kindsOf(decide([SENTENCE], [habit]))).toEqual([]);
    expect(kindsOf(decide([SENTENCE], [withPoint('a', { text: 'It rains.' })]))).toEqual([]);
  });

  test('a lost fact is the clearest of the case, and the base says it', () => {
    const other = 'The price is 20 euros.';
    const finding = { ...FACTS, facts: [FEE, other].map((text) => ({ caseId: 'a', text })) };
    const pair = createPairedCase('a', {
      facts: [
        fact({ text: other, head: ['said', 'dropped'] }),
        fact({ head: ['contradicted', 'dropped'] }),
        fact({ text: 'Nobody asked.' }),
      ],
    });
    const [found] = listSymptoms(decide([finding], [pair]), RED_ONLY);
    expect(found).toMatchObject({ statement: FEE, symptoms: [{ kind: 'lost-fact', piece: { text: FEE } }] });
    const partly = createPairedCase('a', { facts: [fact({ head: ['partly', 'unknown'] })] });
    expect(kindsOf(decide([FACTS], [partly]))).toEqual([]);
  });

  test('a lost fact of a renamed case is read from the base by its old id', () => {
    const base = createRecord({
      cases: [
        createCase('old', {
          samples: [createSample({ output: `Hello.\n\n${FEE}`, statements: [createStatement(FEE)] })],
        }),
      ],
    });
    const pairs = [createPairedCase('a', { facts: [fact()] })];
    const comparison = createComparison({ pairs, renamed: [{ from: 'old', to: 'a' }] });
    const [found] = listSymptoms(decide([FACTS], pairs, { base, comparison }), RED_ONLY);
    expect(found?.symptoms).toMatchObject([{ piece: { at: 1, result: 'yes' } }]);
  });

  test.each([
    ['answer', 'no-answer'],
    ['anything-to-score', 'nothing-to-score'],
    ['words', 'no-words'],
  ] as const)('a case without %s is one with the symptom %s', (what, kind) => {
    const finding: Finding = {
      rule: 'no-longer-answers',
      outcome: 'fails',
      caseIds: ['a'],
      what,
      reason: null,
    };
    expect(kindsOf(decide([finding], [createPairedCase('a')]))).toEqual([['no-longer-answers', `a ${kind}`]]);
  });
});

const scorer = createRecord().scorers[0];
if (scorer === undefined) throw new Error('a record without a scorer');
const about = { caseId: 'a', scorer };

function pieceSymptom(finding: Finding, pair: PairedCase): Symptom {
  const [found] = listSymptoms(decide([finding], [pair]), RED_ONLY);
  const symptom = found?.symptoms[0];
  if (symptom === undefined) throw new Error('a finding without a symptom');
  return symptom;
}
const sentence = pieceSymptom(SENTENCE, withPoint('a'));
const lostFact = pieceSymptom(FACTS, createPairedCase('a', { facts: [fact()] }));

const say = (...said: readonly (readonly [text: string, result: 'yes' | 'no'])[]): Sample =>
  createSample({ statements: said.map(([text, result]) => createStatement(text, result)) });

/** The judge's result for the symptom's piece in an answer. */
function matchesFor(symptom: Symptom, sample: Sample, found: SearchResult): readonly Match[] {
  return listSearches(symptom, [sample]).flatMap(({ answerId, wanted }) =>
    wanted.map((pieceId): Match => ({ answerId, pieceId, draw: 0, side: 'earlier', result: found })),
  );
}

describe('an answer', () => {
  const low: Symptom = { ...about, kind: 'low-score', middle: 65 };
  const noAnswer: Symptom = { ...about, kind: 'no-answer' };
  const nothing: Symptom = { ...about, kind: 'nothing-to-score' };
  const noWords: Symptom = { ...about, kind: 'no-words' };
  const notScorable = createUnscoredSample('not-scorable');
  const onlyCalls = createSample({ flags: ['tool-calls-only'] });

  test.each([
    ['a score below the middle', low, createSample({ score: 0.64 }), true],
    ['a score at the middle', low, createSample({ score: 0.65 }), false],
    ['no verdict', low, createUnscoredSample(), null],
    ['no answer', low, createFailedSample(), null],
    ['no answer, because of the agent', noAnswer, createFailedSample('target'), true],
    ['no answer, because of the provider', noAnswer, createFailedSample('unavailable'), null],
    ['an answer', noAnswer, createSample(), false],
    ['an answer without a verdict', noAnswer, createUnscoredSample(), false],
    ['nothing to score', nothing, notScorable, true],
    ['something to score', nothing, createSample(), false],
    ['no verdict on what may be nothing', nothing, createUnscoredSample(), null],
    ['only tool calls', noWords, onlyCalls, true],
    ['words', noWords, createSample(), false],
  ] as const)('with %s', (_, symptom, sample, expected) => {
    expect(hasSymptom(symptom, sample, [])).toBe(expected);
    expect(listSearches(symptom, [sample])).toEqual([]);
  });

  test('has the sentence by its words, and not if nothing in it is irrelevant; no judge is asked', () => {
    const cases = [
      [say(['It is red.', 'yes'], [CAT, 'no']), true],
      // Some words differ.
      [say(['And our cat sends her love.', 'no']), true],
      [say(['It is red.', 'yes']), false],
    ] as const;
    for (const [sample, expected] of cases) {
      expect(listSearches(sentence, [sample])).toEqual([]);
      expect(hasSymptom(sentence, sample, [])).toBe(expected);
    }
  });

  test('with another irrelevant sentence is searched by the judge', () => {
    const sample = say(['It is red.', 'yes'], ['A pet purrs for you.', 'no']);
    expect(listSearches(sentence, [sample])).toHaveLength(1);
    const has = (found: SearchResult) => hasSymptom(sentence, sample, matchesFor(sentence, sample, found));
    expect(has({ status: 'said', by: [] })).toBe(true);
    expect(has({ status: 'partly', by: [], missing: 'love' })).toBe(true);
    expect(has({ status: 'dropped' })).toBe(false);
    expect(has({ status: 'unknown' })).toBeNull();
    // The judge gave no result, or there is no judge.
    expect(hasSymptom(sentence, sample, [])).toBeNull();
    expect(hasSymptom(sentence, sample, null)).toBe(false);
  });

  test('has lost a fact unless it says it, in any words', () => {
    const said = say([FEE, 'yes']);
    expect(listSearches(lostFact, [said])).toEqual([]);
    expect(hasSymptom(lostFact, said, [])).toBe(false);
    const other = say(['You pay five euros more.', 'yes']);
    expect(listSearches(lostFact, [other])).toHaveLength(1);
    const has = (found: SearchResult) => hasSymptom(lostFact, other, matchesFor(lostFact, other, found));
    expect(has({ status: 'said', by: [] })).toBe(false);
    expect(has({ status: 'contradicted', by: [] })).toBe(true);
    expect(has({ status: 'dropped' })).toBe(true);
    expect(hasSymptom(lostFact, other, null)).toBe(true);
    // Without a judge, a few other words are enough.
    expect(hasSymptom(lostFact, say(['And the fee is 5 euros.', 'yes']), null)).toBe(false);
  });

  test('that is missing has neither, and is no recovery', () => {
    for (const symptom of [sentence, lostFact]) {
      expect(hasSymptom(symptom, createFailedSample(), [])).toBeNull();
      expect(hasSymptom(symptom, createUnscoredSample(), [])).toBeNull();
      expect(listSearches(symptom, [createFailedSample(), createUnscoredSample()])).toEqual([]);
    }
  });

  test('without a statement has lost the fact', () => {
    const empty = createSample({ statements: [], score: 0, output: '' });
    expect(hasSymptom(lostFact, empty, [])).toBe(true);
    expect(hasSymptom(sentence, empty, [])).toBe(false);
  });
});

test('a scorer that the record does not have is not explained', () => {
  const records = decide([SENTENCE], [withPoint('a')], { head: createRecord({ scorers: [] }) });
  expect(listSymptoms(records, RED_ONLY)).toEqual([]);
});

test('a case that must pass is explained by its fall, unless another rule is', () => {
  const pairs = [createPairedCase('a', twoRuns)];
  const mustPass: Finding = {
    rule: 'must-pass',
    outcome: 'fails',
    caseIds: ['a'],
    numbers: { of: 1, fell: 1, lostFact: 0, unanswered: 0 },
  };
  expect(kindsOf(decide([mustPass], pairs))).toEqual([['must-pass', 'a low-score']]);
  expect(kindsOf(decide([mustPass, BROKE], pairs)).map(([rule]) => rule)).toEqual(['broke']);
  // Its answers score the same, or the fact tells more clearly than the scores.
  const sameScores = { baseScores: [90, 90], headScores: [90, 90] };
  const mixedScores = { baseScores: [90, 60], headScores: [50, 90] };
  for (const scores of [sameScores, mixedScores]) {
    const lost = [
      createPairedCase('a', { ...scores, facts: [fact(), fact({ text: 'Kept.', head: ['said', 'said'] })] }),
    ];
    const [found] = listSymptoms(decide([mustPass], lost), RED_ONLY);
    expect(found).toMatchObject({ statement: FEE, symptoms: [{ caseId: 'a', kind: 'lost-fact' }] });
  }
  expect(kindsOf(decide([mustPass], [createPairedCase('a', sameScores)]))).toEqual([]);
});
