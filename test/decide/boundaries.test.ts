import { describe } from 'vitest';
import { equalSamples, KEPT_SHARE } from '../../src/decide/compare/sample-scores.js';
import {
  alignmentOf,
  CONTRADICTION,
  createFeatureReader,
  FEW_WORDS,
  PROBABLY_REWORDED,
  REWORDED,
  REWORDED_SHORT,
  statementSimilarity,
} from '../../src/decide/compare/statement-similarity.js';
import { STRAYS_BY_CHANCE, tellStrays } from '../../src/decide/compare/tell-strays.js';
import {
  DROP_OF_ONE_ANSWER,
  FEW_BASE_RUNS,
  FEWEST_BASE_RUNS,
  NOISY,
  requiredRuns,
  SPARE_RUNS,
  WARNS_FROM,
} from '../../src/decide/gate/broken-case.js';
import { decideGate } from '../../src/decide/gate/decide-gate.js';
import {
  FAILS_AT_ONCE,
  FAILS_BELOW,
  LEAST_WEIGHT,
  MOST_RUNS,
  SAMPLES_UP_TO,
  SPREAD_SAMPLES_UP_TO,
  STATEMENTS_FAIL_BELOW,
} from '../../src/decide/gate/false-alarm-levels.js';
import { NEAR } from '../../src/decide/gate/floor-rule.js';
import { FEWEST_PAIRS } from '../../src/decide/gate/mean-rule.js';
import type { GateInput } from '../../src/decide/gate/rule.js';
import { CLEAR_FALL, FEWEST_FALLS, LEAST_SHARE } from '../../src/decide/gate/spread-rule.js';
import { MOST_CONFIRMED } from '../../src/decide/gate/statements-rule.js';
import { ERROR_SHARE, isComplete } from '../../src/decide/gate/usable-record.js';
import { AGREES_UP_TO, weighFall } from '../../src/decide/gate/weigh-fall.js';
import type { CaseRecord } from '../../src/ports/run-record.js';
import { wordsOf } from '../../src/scorers/measure-words.js';
import { DEFAULT_GATE } from '../../src/settings/defaults.js';
import { boundary, testBoundaries } from '../support/boundaries.js';
import { askGate, createCases, decide, type GateScene } from '../support/gate.js';
import {
  createBaseline,
  createCase,
  createComparison,
  createPairedCase,
  createRecord,
  createSample,
  createScoredCase,
  createStatementChange,
  createUnscoredSample,
  SCORER,
} from '../support/records.js';

const STEP = 0.01;
const outcomeOf = (rule: string, scene: GateScene) =>
  decide(scene).findings.find((finding) => finding.rule === rule)?.outcome;

describe('MEAN', () => {
  type Moves = { readonly falls: number; readonly rises: number; readonly p: number };
  /** Single runs that moved by 0.1, so that chance is that of a coin. */
  const moved = ({ falls, rises }: Moves): GateScene => ({
    base: [...createCases(falls, [0.9]), ...createCases(rises, [0.8], 'r')],
    head: [...createCases(falls, [0.8]), ...createCases(rises, [0.9], 'r')],
  });
  const chance = (row: {
    constant: number;
    value: number;
    outcome: (scene: GateScene) => unknown;
    below: [Moves, unknown];
    above: [Moves, unknown];
  }) =>
    boundary<Moves>({
      ...row,
      outcome: (moves) => [decide(moved(moves)).mean?.p.toFixed(5), row.outcome(moved(moves))],
      below: [row.below[0], [row.below[0].p.toFixed(5), row.below[1]]],
      above: [row.above[0], [row.above[0].p.toFixed(5), row.above[1]]],
    });
  const ask = (scene: GateScene) => askGate({ ...scene, canSample: true }).kind;
  /** Twenty cases that all fell by this much; the last by one hundredth less where it is no multiple. */
  const fell = (drop: number): GateScene => {
    const hundredths = Math.round(drop * 2000);
    const head = Array.from({ length: 20 }, (_, index) => {
      const size = Math.floor((hundredths + index) / 20);
      return createScoredCase(`c${index}`, [0.9 - size / 100]);
    });
    return { base: createCases(20, [0.9]), head };
  };

  testBoundaries({
    'a chance below 1.6 % fails': chance({
      constant: FAILS_BELOW,
      value: 0.016,
      outcome: (scene) => outcomeOf('mean', scene),
      below: [{ falls: 29, rises: 14, p: 0.01577 }, 'fails'],
      above: [{ falls: 26, rises: 12, p: 0.01678 }, 'holds'],
    }),
    'a chance of up to 20 % is looked at again': chance({
      constant: SAMPLES_UP_TO,
      value: 0.2,
      outcome: ask,
      below: [{ falls: 8, rises: 4, p: 0.19385 }, 'more-samples'],
      above: [{ falls: 14, rises: 9, p: 0.20244 }, 'decided'],
    }),
    'a chance of at most 0.1 % fails at once': chance({
      constant: FAILS_AT_ONCE,
      value: 0.001,
      outcome: ask,
      below: [{ falls: 10, rises: 0, p: 0.00098 }, 'decided'],
      above: [{ falls: 25, rises: 7, p: 0.00105 }, 'more-samples'],
    }),
    'twice max-drop fails at once': boundary({
      constant: 2 * DEFAULT_GATE.maxDrop,
      value: 0.04,
      outcome: (drop) => ask(fell(drop)),
      below: [0.0395, 'more-samples'],
      above: [0.04, 'decided'],
    }),
    'max-drop': boundary({
      constant: DEFAULT_GATE.maxDrop,
      value: 0.02,
      outcome: (drop) => outcomeOf('mean', fell(drop)),
      below: [0.0195, 'holds'],
      above: [0.02, 'fails'],
    }),
    'off below 5 pairs': boundary({
      constant: FEWEST_PAIRS,
      value: 5,
      outcome: (count) =>
        outcomeOf('mean', { base: createCases(count, [0.9]), head: createCases(count, [0.9]) }),
      below: [FEWEST_PAIRS - 1, 'off'],
      above: [FEWEST_PAIRS, 'holds'],
    }),
    'decided on three runs': boundary({
      constant: MOST_RUNS,
      value: 3,
      outcome: (runs) => {
        const scores = (score: number) => Array.from({ length: runs }, () => score);
        return ask({
          base: [...createCases(5, [0.9]), createScoredCase('r', [0.8])],
          head: [...createCases(5, scores(0.8)), createScoredCase('r', scores(0.9))],
        });
      },
      below: [MOST_RUNS - 1, 'more-samples'],
      above: [MOST_RUNS, 'decided'],
    }),
    'what a rewording would do as often weighs half': boundary<Omit<Moves, 'p'>>({
      constant: LEAST_WEIGHT,
      value: 0.5,
      outcome: ({ falls, rises }) => {
        const threeRuns = (fallen: number, risen: number) => [
          ...createCases(falls, [fallen, fallen, fallen]),
          ...createCases(rises, [risen, risen, risen], 'r'),
        ];
        return outcomeOf('mean', { base: threeRuns(0.9, 0.8), head: threeRuns(0.8, 0.9) });
      },
      // As often as 3.13 % and 3.27 %.
      below: [{ falls: 5, rises: 0 }, 'fails'],
      above: [{ falls: 9, rises: 2 }, 'holds'],
    }),
    'as many runs as 95 % of the cases have': boundary({
      constant: KEPT_SHARE,
      value: 0.95,
      outcome: (share) => {
        const long = Math.round(share * 100);
        const pairs = Array.from({ length: 100 }, (_, index) =>
          createPairedCase(`c${index}`, { headScores: index < long ? [90, 90, 90] : [90] }),
        );
        return equalSamples(pairs).headRuns;
      },
      below: [KEPT_SHARE - STEP, 1],
      above: [KEPT_SHARE, 3],
    }),
  });
});

/** A case that gave one and the same answer so many times. */
function repeated(id: string, score: number, runs: number): CaseRecord {
  const samples = Array.from({ length: runs }, () => createSample({ score, answerHash: `answer ${id}` }));
  return createCase(id, { samples });
}

describe('CASE', () => {
  const runs = (count: number, score: number) => Array.from({ length: count }, () => score);
  const lone = (drop: number, options: { base?: number; head?: number } = {}) =>
    outcomeOf('case', {
      base: [createScoredCase('c', runs(options.base ?? 3, 1))],
      head: [createScoredCase('c', runs(options.head ?? 4, 1 - drop))],
    });
  /** One of so many cases fell in all of its head runs. */
  const among = (cases: number, headRuns: number) =>
    outcomeOf('case', {
      base: createCases(cases, runs(5, 1)),
      head: [createScoredCase('c0', runs(headRuns, 0)), ...createCases(cases, runs(headRuns, 1)).slice(1)],
    });

  testBoundaries({
    'case-drop': boundary({
      constant: DEFAULT_GATE.caseDrop,
      value: 0.5,
      outcome: lone,
      below: [DEFAULT_GATE.caseDrop - STEP, 'warns'],
      above: [DEFAULT_GATE.caseDrop, 'fails'],
    }),
    'a drop of 0.3 warns': boundary({
      constant: WARNS_FROM,
      value: 0.3,
      outcome: lone,
      below: [WARNS_FROM - STEP, undefined],
      above: [WARNS_FROM, 'warns'],
    }),
    'a drop of one repeated text fails from 0.7': boundary({
      constant: DROP_OF_ONE_ANSWER,
      value: 0.7,
      outcome: (drop) =>
        outcomeOf('case', {
          base: [...createCases(400, [1, 1, 1]), createScoredCase('x', [1, 1, 1])],
          head: [...createCases(400, [1, 1, 1]), repeated('x', 1 - drop, 7)],
        }),
      below: [DROP_OF_ONE_ANSWER - STEP, 'warns'],
      above: [DROP_OF_ONE_ANSWER + STEP, 'fails'],
    }),
    'fewer than three base runs only warn': boundary({
      constant: FEWEST_BASE_RUNS,
      value: 3,
      outcome: (base) => lone(1, { base, head: 6 }),
      below: [FEWEST_BASE_RUNS - 1, 'warns'],
      above: [FEWEST_BASE_RUNS, 'fails'],
    }),
    'one run more with three or four base runs': boundary({
      constant: FEW_BASE_RUNS,
      value: 4,
      outcome: (base) => lone(1, { base, head: 3 }),
      below: [FEW_BASE_RUNS, 'warns'],
      above: [FEW_BASE_RUNS + 1, 'fails'],
    }),
    'three runs up to 30 cases': boundary({
      constant: requiredRuns({ cases: 30, baseRuns: 5, deviation: null }),
      value: 3,
      outcome: (cases) => among(cases, 3),
      below: [30, 'fails'],
      above: [31, 'warns'],
    }),
    'four runs up to 100 cases': boundary({
      constant: requiredRuns({ cases: 100, baseRuns: 5, deviation: null }),
      value: 4,
      outcome: (cases) => among(cases, 4),
      below: [100, 'fails'],
      above: [101, 'warns'],
    }),
    'five runs above 100 cases': boundary({
      constant: requiredRuns({ cases: 101, baseRuns: 5, deviation: null }),
      value: 5,
      outcome: (headRuns) => among(101, headRuns),
      below: [4, 'warns'],
      above: [5, 'fails'],
    }),
    'runs that differ by 0.25 take two more': boundary({
      constant: NOISY,
      value: 25,
      outcome: (deviation) => requiredRuns({ cases: 1, baseRuns: 5, deviation }),
      below: [NOISY - 1, 3],
      above: [NOISY, 5],
    }),
    'as many tries as runs are needed, where answers repeat': boundary({
      constant: requiredRuns({ cases: 1, baseRuns: 3, deviation: null }),
      value: 4,
      outcome: (tries) => {
        const samples = Array.from({ length: tries }, (_, index) =>
          createSample({ score: 0, answerHash: `answer ${index % 2}` }),
        );
        return outcomeOf('case', {
          base: [createScoredCase('c', [1, 1, 1])],
          head: [createCase('c', { samples })],
        });
      },
      below: [3, 'warns'],
      above: [4, 'fails'],
    }),
    'eight runs more where answers repeat': boundary({
      constant: SPARE_RUNS,
      value: 8,
      outcome: (spare) => {
        const needed = requiredRuns({ cases: 1, baseRuns: 3, deviation: null });
        const samples = Array.from({ length: needed + spare }, (_, index) =>
          createSample({ score: 0, answerHash: `answer ${index % 2}` }),
        );
        const head = [createCase('c', { samples: samples.slice(0, 3), caseSamples: samples.slice(3) })];
        return askGate({ base: [createScoredCase('c', [1, 1, 1])], head, canSample: true }).kind;
      },
      below: [SPARE_RUNS - 1, 'more-samples'],
      above: [SPARE_RUNS, 'decided'],
    }),
  });
});

describe('SPREAD', () => {
  type Moves = {
    readonly falls: number;
    readonly rises?: number;
    readonly of?: number;
    readonly drop?: number;
    readonly runs?: number;
    /** So many cases give one and the same answer on a side. */
    readonly same?: number;
  };
  const moved = ({ falls, rises = 0, of = 20, drop = 0.3, runs = 3, same = 0 }: Moves): GateScene => {
    const side = (fallen: number, risen: number) =>
      Array.from({ length: of }, (_, index) => {
        const score = index < falls ? fallen : index < falls + rises ? risen : 0.9;
        const scores = Array.from({ length: runs }, () => score);
        return index < same ? repeated(`c${index}`, score, runs) : createScoredCase(`c${index}`, scores);
      });
    return { base: side(0.9, 0.9 - drop), head: side(0.9 - drop, 0.9), settings: { maxDrop: 1 } };
  };
  const outcome = (moves: Moves) => outcomeOf('spread', moved(moves));

  testBoundaries({
    'a case fell clearly by 0.2': boundary<Moves>({
      constant: CLEAR_FALL,
      value: 20,
      outcome,
      below: [{ falls: 3, drop: 0.19 }, undefined],
      above: [{ falls: 3, drop: 0.2 }, 'fails'],
    }),
    'one clear fall is none': boundary<Moves>({
      constant: FEWEST_FALLS,
      value: 2,
      outcome,
      below: [{ falls: FEWEST_FALLS - 1 }, undefined],
      above: [{ falls: FEWEST_FALLS }, 'fails'],
    }),
    'fewer than 4 % of the cases are none': boundary<Moves>({
      constant: LEAST_SHARE,
      value: 0.04,
      outcome,
      below: [{ falls: 3, of: 100 }, undefined],
      above: [{ falls: 4, of: 100 }, 'fails'],
    }),
    'a chance of up to 30 % is looked at again': boundary<Moves>({
      constant: SPREAD_SAMPLES_UP_TO,
      value: 0.3,
      outcome: (moves) => askGate({ ...moved({ ...moves, runs: 1 }), canSample: true }).kind,
      // 29.1 % and 30.4 %, that of a coin.
      below: [{ falls: 8, rises: 5 }, 'more-samples'],
      above: [{ falls: 9, rises: 6 }, 'decided'],
    }),
    'a rewording weighs the third power of how much the agent repeats itself': boundary<Moves>({
      constant: 3,
      value: 3,
      outcome,
      // 9 % of rewordings would look like this: 1.5 % and 1.9 % count.
      below: [{ falls: 7, rises: 2, same: 11 }, 'fails'],
      above: [{ falls: 7, rises: 2, same: 12 }, 'holds'],
    }),
  });
});

describe('STATEMENTS', () => {
  type Gains = {
    readonly gained: number;
    /** So many other statements are looked at. */
    readonly others?: number;
    readonly lost?: number;
    readonly runs?: number;
    /** So many of twenty cases give one and the same answer on a side. */
    readonly same?: number;
  };
  const ask = (gains: Gains, more: Pick<GateInput, 'canSample' | 'confirmed'> = { canSample: false }) => {
    const { gained, others = 0, lost = 0, runs = 1, same = 0 } = gains;
    const say = (count: number, name: string, said: { readonly head: number; readonly base: number }) =>
      Array.from({ length: count }, (_, index) => ({
        ...{ id: `${name}${index}`, text: 'By the way.', headRuns: runs, baseRuns: 3 },
        ...said,
      }));
    const cases = [...say(gained, 'c', { head: runs, base: 0 }), ...say(lost, 'lost', { head: 0, base: 3 })];
    const side = (each: number) => [
      ...Array.from({ length: same }, (_, index) => repeated(`c${index}`, 0.9, each)),
      ...createCases(
        20 - same,
        Array.from({ length: each }, () => 0.9),
        'other',
      ),
    ];
    return decideGate({
      comparison: createComparison({
        pairs: Array.from({ length: 20 }, (_, index) => createPairedCase(`c${index}`)),
        shared: [{ cases }, ...Array.from({ length: others }, () => ({ cases: [] }))],
      }),
      settings: DEFAULT_GATE,
      baseline: createBaseline(),
      head: createRecord({ cases: side(runs) }),
      base: createRecord({ cases: side(3) }),
      ...more,
    });
  };
  const outcome = (gains: Gains) => {
    const answer = ask(gains);
    return (
      answer.kind === 'decided' && answer.decision.findings.find(({ rule }) => rule === 'statements')?.outcome
    );
  };

  testBoundaries({
    'a chance below 0.5 % fails, of several statements one as many times rarer': boundary<Gains>({
      constant: STATEMENTS_FAIL_BELOW,
      value: 0.005,
      outcome,
      // Five gains are 1 of 1,024 by chance: 0.49 % and 0.59 %.
      below: [{ gained: 5, others: 4 }, 'fails'],
      above: [{ gained: 5, others: 5 }, 'holds'],
    }),
    'a chance of up to 20 % is looked at again': boundary<Gains>({
      constant: SAMPLES_UP_TO,
      value: 0.2,
      outcome: (gains) => ask(gains, { canSample: true }).kind,
      // Four gains are 1 of 256: 19.9 % and 20.3 %.
      below: [{ gained: 4, others: 50 }, 'more-samples'],
      above: [{ gained: 4, others: 51 }, 'decided'],
    }),
    'ten cases are judged again at a time': boundary({
      constant: MOST_CONFIRMED,
      value: 10,
      outcome: (gained) => {
        const answer = ask({ gained }, { canSample: false, confirmed: new Set() });
        return answer.kind === 'confirm' && answer.cases.length === gained;
      },
      below: [MOST_CONFIRMED, true],
      above: [MOST_CONFIRMED + 1, false],
    }),
    'a rewording weighs the third power of how much the agent repeats itself': boundary<Gains>({
      constant: 3,
      value: 3,
      outcome,
      // 6.3 % of rewordings would look like this: 0.40 % and 0.57 % count.
      below: [{ gained: 6, lost: 1, runs: 3, same: 8 }, 'fails'],
      above: [{ gained: 6, lost: 1, runs: 3, same: 9 }, 'holds'],
    }),
  });
});

describe('a fall against a stored baseline', () => {
  testBoundaries({
    'shows against the base of today where chance explains it in up to 10 %': boundary({
      constant: AGREES_UP_TO,
      value: 0.1,
      outcome: (chance) => {
        const comparison = createComparison();
        const control = { kind: 'measured', comparison, storedMean: 90 } as const;
        const facts = { control, stale: false, words: wordsOf(createRecord(), SCORER) };
        return weighFall(facts, { real: true, open: false, since: '', chanceIn: () => chance }).outcome;
      },
      below: [AGREES_UP_TO, 'fails'],
      above: [AGREES_UP_TO + STEP, 'holds'],
    }),
  });
});

describe('FLOOR', () => {
  const threshold = 0.8;
  const settings = { threshold };
  const near = (distance: number) =>
    askGate({ head: createCases(10, [threshold + distance]), settings, canSample: true }).kind;

  testBoundaries({
    'the threshold, literally': boundary({
      constant: threshold,
      value: 0.8,
      outcome: (mean) => outcomeOf('floor', { head: createCases(10, [mean]), settings }),
      below: [threshold - STEP, 'fails'],
      above: [threshold, 'holds'],
    }),
    'within 0.05 above it': boundary({
      constant: NEAR,
      value: 0.05,
      outcome: near,
      below: [NEAR, 'more-samples'],
      above: [NEAR + STEP, 'decided'],
    }),
    'within 0.05 below it': boundary({
      constant: NEAR,
      value: 0.05,
      outcome: (distance) => near(-distance),
      below: [NEAR, 'more-samples'],
      above: [NEAR + STEP, 'decided'],
    }),
  });
});

describe('errors and baseline', () => {
  const unscored = (all: number, failed: number) => [
    ...createCases(all - failed, [0.9]),
    ...Array.from({ length: failed }, (_, index) =>
      createCase(`u${index}`, { samples: [createUnscoredSample()] }),
    ),
  ];
  const scored = (all: number, failed: number) => [
    ...createCases(all - failed, [0.9]),
    ...createCases(failed, [0.9], 'u'),
  ];
  const undecided = (all: number) => (failed: number) =>
    decide({ base: scored(all, failed), head: unscored(all, failed) }).outcome;

  testBoundaries({
    '5 % of the cases without a score': boundary({
      constant: ERROR_SHARE,
      value: 0.05,
      outcome: undecided(100),
      below: [100 * ERROR_SHARE, 'pass'],
      above: [100 * ERROR_SHARE + 1, 'inconclusive'],
    }),
    'one case without a score, however few there are': boundary({
      constant: 1,
      value: 1,
      outcome: undecided(6),
      below: [1, 'pass'],
      above: [2, 'inconclusive'],
    }),
    'a record with more may not serve as a baseline': boundary({
      constant: ERROR_SHARE,
      value: 0.05,
      outcome: (failed) => isComplete(createRecord({ cases: unscored(100, failed) })),
      below: [100 * ERROR_SHARE, true],
      above: [100 * ERROR_SHARE + 1, false],
    }),
    'a record with more cases that were not run may not either': boundary({
      constant: ERROR_SHARE,
      value: 0.05,
      outcome: (silent) => {
        const notRun = Array.from({ length: silent }, (_, index) => createCase(`s${index}`, { samples: [] }));
        return isComplete(createRecord({ cases: [...createCases(100 - silent, [0.9]), ...notRun] }));
      },
      below: [100 * ERROR_SHARE, true],
      above: [100 * ERROR_SHARE + 1, false],
    }),
    "half of the baseline's cases": boundary({
      constant: 0.5,
      value: 0.5,
      outcome: (share) => {
        const head = [...createCases(20 * share, [0.9]), ...createCases(10, [0.9], 'new')];
        return decide({ base: createCases(20, [0.9]), head }).outcome;
      },
      below: [0.45, 'inconclusive'],
      above: [0.5, 'pass'],
    }),
  });
});

describe('statements', () => {
  const featuresOf = createFeatureReader();
  const few = featuresOf('Refund policy.');
  const more = featuresOf('Refund policy lamps.');
  const aligned = (similarity: number) => alignmentOf(similarity, more, more);
  const strays = ({ head, base }: { readonly head: number; readonly base: number }) => {
    const cases = Array.from({ length: Math.max(head, base) }, (_, index) => ({
      changes: index < head ? [createStatementChange({ text: `Head aside ${index}.` })] : [],
      points: [],
      baseStrays: [index < base ? [`Base aside ${index}`] : [], [], []],
      headRuns: 1,
      searches: [],
    }));
    return tellStrays(cases)[0]?.[0]?.kind;
  };

  testBoundaries({
    'from 0.75 reworded': boundary({
      constant: REWORDED,
      value: 0.75,
      outcome: aligned,
      below: [REWORDED - STEP, 'probably-reworded'],
      above: [REWORDED, 'reworded'],
    }),
    'from 0.55 probably reworded': boundary({
      constant: PROBABLY_REWORDED,
      value: 0.55,
      outcome: aligned,
      below: [PROBABLY_REWORDED - STEP, null],
      above: [PROBABLY_REWORDED, 'probably-reworded'],
    }),
    'statements that can be as alike as that are compared': boundary({
      constant: PROBABLY_REWORDED,
      value: 0.55,
      outcome: (more) => {
        const words =
          'refund lamp island kettle parcel garden window silver pepper candle bottle ribbon saddle';
        const begins = (count: number) => featuresOf(words.split(' ').slice(0, count).join(' '));
        return statementSimilarity(begins(4), begins(4 + more)) > 0;
      },
      // 4 of 11 words are 0.53 of both, 4 of 10 are 0.57.
      below: [7, false],
      above: [6, true],
    }),
    'of few content words from 0.85': boundary({
      constant: REWORDED_SHORT,
      value: 0.85,
      outcome: (similarity) => alignmentOf(similarity, few, more),
      below: [REWORDED_SHORT - STEP, null],
      above: [REWORDED_SHORT, 'reworded'],
    }),
    'two content words are few': boundary({
      constant: FEW_WORDS,
      value: 2,
      outcome: (words) => {
        const text = featuresOf(['refund', 'policy', 'lamps', 'islands'].slice(0, words).join(' '));
        return alignmentOf(REWORDED, text, text);
      },
      below: [FEW_WORDS, null],
      above: [FEW_WORDS + 1, 'reworded'],
    }),
    'contradictions are 0.49 alike at most': boundary({
      constant: CONTRADICTION,
      value: 0.49,
      outcome: (days) =>
        statementSimilarity(
          featuresOf('Lamps can be returned within 30 days of the purchase.'),
          featuresOf(`Lamps can be returned within ${days} days of the purchase.`),
        ),
      below: [31, CONTRADICTION],
      above: [30, 1],
    }),
    'more strays than chance explains in 2.5 %': boundary({
      constant: STRAYS_BY_CHANCE,
      value: 0.025,
      outcome: strays,
      // Of all strays a quarter is the head's, as it has one run of four: 2.43 % and 2.71 %.
      below: [{ head: 7, base: 6 }, 'newly-irrelevant'],
      above: [{ head: 8, base: 8 }, 'stray'],
    }),
  });
});
