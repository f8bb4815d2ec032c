import { expect, it } from 'vitest';
import { compareRecords } from '../../../src/decide/compare/compare-records.js';
import type { Fact, Match, SearchResult } from '../../../src/model/comparison.js';
import type { Sample } from '../../../src/model/run-record.js';
import type { VerdictLabel } from '../../../src/model/verdict.js';
import { matchesOf } from '../../support/compare-judge.js';
import { createCase, createRecord, createSample, createStatement, SCORER } from '../../support/records.js';

const FACT = 'The refund takes five days.';
const says = (text: string, result: VerdictLabel = 'yes') =>
  createSample({ statements: [createStatement(text, result)], score: 1 });
const fact = says(FACT);
const other = says('Ask the desk.');
const DROPPED: SearchResult = { status: 'dropped' };
/** By the answer. */
const RESULTS: Readonly<Record<string, (by: readonly string[]) => SearchResult>> = {
  'Ask the desk.': () => DROPPED,
  'Call us.': (by) => ({ status: 'contradicted', by }),
  'Some days.': (by) => ({ status: 'partly', by, missing: 'how many' }),
  'It depends.': () => ({ status: 'unknown' }),
  'In five days.': (by) => ({ status: 'said', by }),
};

type Side = { readonly samples: readonly Sample[]; readonly caseSamples?: readonly Sample[] };

function factsOf(base: Side, head: Side, second: SearchResult | null = null): readonly Fact[] {
  const record = ({ samples, caseSamples = [] }: Side) =>
    createRecord({ cases: [createCase('a', { samples, caseSamples })] });
  const matches: Match[] = [];
  for (;;) {
    const { pairs, searches, secondSearches } = compareRecords({
      head: record(head),
      base: record(base),
      scorer: SCORER,
      matches: new Map([['a', matches]]),
    });
    const isSeen = matches.some(({ draw }) => draw === 1);
    const further = second === null || isSeen ? [] : (secondSearches.get('a') ?? []);
    const due = searches.get('a') ?? further;
    if (due.length === 0) return pairs[0]?.facts ?? [];
    for (const search of due) {
      const [piece] = search.answer;
      const found = RESULTS[piece?.shown ?? '']?.(search.answer.map(({ id }) => id)) ?? DROPPED;
      matches.push(...matchesOf(search, () => (search.draw === 1 && second !== null ? second : found)));
    }
  }
}

it('lists what every run of both sides says, by the kind of run', () => {
  const base = { samples: [fact, other, fact], caseSamples: [says('In five days.'), says('Wait.')] };
  const head = {
    samples: [other, says('Call us.')],
    caseSamples: [fact, says('Some days.'), says('It depends.'), says('In five days.')],
  };
  expect(factsOf(base, head)).toEqual([]);
  expect(factsOf(base, { ...head, samples: [says('Some days.'), says('Call us.')] })).toEqual([
    {
      kind: 'statement',
      text: FACT,
      label: 'yes',
      base: ['said', 'dropped', 'said'],
      baseCase: ['said', 'dropped'],
      head: ['partly', 'contradicted'],
      headCase: ['said', 'partly', 'unknown', 'said'],
      second: null,
      otherText: 'Call us.',
      reason: '',
    },
  ]);
});

it('names everything that contradicts it, and the label that people gave it', () => {
  const labelled = createSample({ statements: [createStatement(FACT, 'yes', { labelKey: 'k' })], score: 1 });
  const two = createSample({
    statements: [createStatement('Call us.'), createStatement('It takes a month.')],
    score: 1,
  });
  expect(factsOf({ samples: [labelled] }, { samples: [two] })).toMatchObject([
    { head: ['contradicted'], otherText: 'Call us. It takes a month.', labelKey: 'k' },
  ]);
  expect(factsOf({ samples: [fact] }, { samples: [other] })[0]).not.toHaveProperty('labelKey');
});

it('what more base runs say comes first', () => {
  const both = createSample({ statements: [createStatement('Ask Ann.'), createStatement(FACT)], score: 1 });
  const found = factsOf({ samples: [both, both, fact] }, { samples: [other] });
  expect(found.map(({ text, base }) => [text, base])).toEqual([
    [FACT, ['said', 'said', 'said']],
    ['Ask Ann.', ['said', 'said', 'dropped']],
  ]);
});

it('keeps the label of the base, also of what the judge was unsure of', () => {
  const unsure = says(FACT, 'unsure');
  expect(factsOf({ samples: [unsure] }, { samples: [other] })).toMatchObject([{ label: 'unsure' }]);
  expect(factsOf({ samples: [says(FACT, 'no')] }, { samples: [other] })).toEqual([]);
});

it('a fact that the first head run says is none, and neither is one of too few base runs', () => {
  expect(factsOf({ samples: [fact] }, { samples: [fact, other] })).toEqual([]);
  expect(factsOf({ samples: [fact, other] }, { samples: [says('Call us.')] })).toEqual([]);
});

it('a later head run that repeats a base answer says what that answer says', () => {
  const base = { samples: [fact, fact, other] };
  const head = { samples: [says('Call us.')], caseSamples: [other, fact] };
  expect(factsOf(base, head)).toMatchObject([{ head: ['contradicted'], headCase: ['dropped', 'said'] }]);
});

it('words that a base answer already had are no news', () => {
  const base = { samples: [says('Call us.'), fact, fact] };
  const head = { samples: [other], caseSamples: [says('Call us.')] };
  expect(factsOf(base, head)).toMatchObject([
    {
      base: ['contradicted', 'said', 'said'],
      head: ['dropped'],
      headCase: ['contradicted'],
      otherText: null,
    },
  ]);
});

it('has the result of a second judge call', () => {
  const side = (sample: Sample) => ({ samples: [sample, sample, sample] });
  expect(factsOf(side(fact), side(other))).toMatchObject([{ second: null, reason: '' }]);
  const said: SearchResult = { status: 'said', by: ['x'] };
  expect(factsOf(side(fact), side(other), said)).toMatchObject([{ second: 'said' }]);
});
