import { describe, expect, it } from 'vitest';
import { compareRecords } from '../../../src/decide/compare/compare-records.js';
import type { StatementChange } from '../../../src/model/comparison.js';
import type { RunRecord } from '../../../src/model/run-record.js';
import type { JudgedStatement } from '../../../src/model/verdict.js';
import { createCase, createRecord, createSample, createStatement, SCORER } from '../../support/records.js';
import { createSeededRandom, shuffled } from '../../support/seeded-random.js';

const CASES = 50;
const BASE_RUNS = 3;
/** Share of the answers with a sentence that nobody asked for. */
const STRAYS = 0.05;
/** Pairs of runs of each kind, each with seeds of its own. */
const SEEDS = 5;

const SUBJECTS = ['refund', 'invoice', 'password', 'delivery', 'voucher', 'address'];
const VERBS = ['is handled by', 'depends on', 'can be changed in', 'appears in', 'belongs to'];
const PLACES = ['the billing page', 'the portal', 'our support desk', 'the settings', 'the monthly report'];
const ASIDES = [
  'By the way our office dog is called Bruno.',
  'Our founder started the company in a garage.',
  'The weather in our town is mild this week.',
  'Green tea reached Europe long ago.',
  'Follow us for photos of the new building.',
  'We sponsor a local rowing club.',
];

type Agent = {
  /** Asides that the agent knows. */
  readonly asides: readonly string[];
  /** What it adds to the answers of the first cases, and to how many of them. */
  readonly added?: { readonly text: string; readonly cases: number; readonly share: number };
};

/** Answers with the same facts in changing order and words, now and then with an aside that the judge calls irrelevant. */
function runAgent({ asides, added }: Agent, seed: number, samples: number): RunRecord {
  const random = createSeededRandom(seed);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? '';
  const rows = Array.from({ length: CASES }, (_, index) => {
    const facts = SUBJECTS.map((subject, at) => {
      const what = `${subject} ${VERBS[(index + at) % 5]} ${PLACES[(index * 3 + at) % 5]}`;
      return [`The ${what} for every customer.`, `Your ${what} for each customer.`];
    });
    const answer = () => {
      const said: JudgedStatement[] = facts.map((wordings) => createStatement(pick(wordings)));
      if (random() < STRAYS) said.push(createStatement(pick(asides), 'no'));
      if (added !== undefined && index < added.cases && random() < added.share) {
        said.push(createStatement(added.text, 'no'));
      }
      return createSample({ statements: shuffled(said, random) });
    };
    return createCase(`c${index}`, { samples: Array.from({ length: samples }, answer) });
  });
  return createRecord({ cases: rows });
}

type Listed = Readonly<Record<StatementChange['kind'], readonly StatementChange[]>>;

function listed(head: RunRecord, base: RunRecord): Listed {
  const { pairs } = compareRecords({ head, base, scorer: SCORER });
  const changes = pairs.flatMap(({ statements }) => statements);
  const of = (kind: StatementChange['kind']) => changes.filter((change) => change.kind === kind);
  return {
    'newly-irrelevant': of('newly-irrelevant'),
    stray: of('stray'),
    'still-irrelevant': of('still-irrelevant'),
    'no-longer-irrelevant': of('no-longer-irrelevant'),
    'says-otherwise': of('says-otherwise'),
    lost: of('lost'),
    'partly-lost': of('partly-lost'),
  };
}

describe('two runs of one noisy agent on 50 cases', () => {
  it.each([
    [1, 'one habit', ASIDES.slice(0, 1)],
    [2, 'one habit', ASIDES.slice(0, 1)],
    [3, 'one habit', ASIDES.slice(0, 1)],
    [1, 'many asides', ASIDES],
    [2, 'many asides', ASIDES],
    [3, 'many asides', ASIDES],
  ] as const)(
    'with several head runs list at most 2 newly irrelevant statements, and none lost: %i head runs, %s',
    (headRuns, _, asides) => {
      const found = Array.from({ length: SEEDS }, (_each, seed) =>
        listed(runAgent({ asides }, 2 * seed + 1, headRuns), runAgent({ asides }, 2 * seed + 2, BASE_RUNS)),
      );
      const most = Math.max(...found.map((each) => each['newly-irrelevant'].length));
      expect(most).toBeLessThanOrEqual(headRuns === 1 ? CASES / 4 : 2);
      expect(found.flatMap(({ lost }) => lost)).toEqual([]);
      // What is not listed as new is shown as irrelevant now and then.
      if (headRuns > 1) expect(found.flatMap(({ stray }) => stray).length).toBeGreaterThan(SEEDS);
    },
  );
});

describe('a change that adds a statement to the answers of a noisy agent', () => {
  const text = 'Upgrade to the yearly plan today.';

  /** How often the added statement is listed, and as what. */
  function addedTo(cases: number, headRuns: number, share = 1) {
    const head = runAgent({ asides: ASIDES, added: { text, cases, share } }, 101, headRuns);
    const found = listed(head, runAgent({ asides: ASIDES }, 102, BASE_RUNS));
    const of = (changes: readonly StatementChange[]) =>
      changes.filter((change) => change.text === text).length;
    return { newly: of(found['newly-irrelevant']), stray: of(found.stray) };
  }

  it.each([
    ['to every answer, one head run', 50, 1],
    ['to three, one head run', 3, 1],
    ['to one, three head runs', 1, 3],
  ] as const)('is newly irrelevant: %s', (_, cases, headRuns) => {
    expect(addedTo(cases, headRuns)).toEqual({ newly: cases, stray: 0 });
  });

  it('in most of its runs, whichever is shown', () => {
    const { newly, stray } = addedTo(50, 3, 0.9);
    // In 2 or 3 of 3 runs: 0.972 of the cases.
    expect(newly).toBeGreaterThan(44);
    expect(newly + stray).toBeLessThanOrEqual(50);
  });

  it('is no longer newly irrelevant if the runs of the case alone do not repeat it', () => {
    const [fact, aside] = [createStatement('The refund takes five days.'), createStatement(text, 'no')];
    const plain = createSample({ statements: [fact] });
    const strayed = createSample({ statements: [fact, aside] });
    const base = createRecord({ cases: [createCase('x', { samples: [plain, plain, plain] })] });
    const head = (...caseSamples: (typeof plain)[]) =>
      createRecord({ cases: [createCase('x', { samples: [strayed], caseSamples })] });
    expect(listed(head(), base)['newly-irrelevant']).toMatchObject([{ text, head: { runs: 1, of: 1 } }]);
    expect(listed(head(strayed, strayed), base)['newly-irrelevant']).toMatchObject([
      { head: { runs: 3, of: 3 } },
    ]);
    expect(listed(head(plain), base).stray).toMatchObject([{ head: { runs: 1, of: 2 } }]);
  });
});
