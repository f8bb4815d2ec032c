import { describe } from 'vitest';
import { equalSamples, KEPT_SHARE } from '../../src/decide/compare/sample-scores.js';
import {
  DROP_OF_ONE_ANSWER,
  FEW_BASE_RUNS,
  FEWEST_BASE_RUNS,
  NOISY,
  requiredRuns,
  SPARE_RUNS,
  WARNS_FROM,
} from '../../src/decide/gate/broken-case.js';
import {
  FAILS_AT_ONCE,
  FAILS_BELOW,
  LEAST_WEIGHT,
  MOST_RUNS,
  SAMPLES_UP_TO,
} from '../../src/decide/gate/false-alarm-levels.js';
import { NEAR } from '../../src/decide/gate/floor-rule.js';
import { FEWEST_PAIRS } from '../../src/decide/gate/mean-rule.js';
import { ERROR_SHARE, isComplete } from '../../src/decide/gate/usable-record.js';
import type { CaseRecord } from '../../src/ports/run-record.js';
import { DEFAULT_GATE } from '../../src/settings/defaults.js';
import { boundary, testBoundaries } from '../support/boundaries.js';
import { askGate, createCases, decide, type GateScene } from '../support/gate.js';
import {
  createCase,
  createPairedCase,
  createRecord,
  createSample,
  createScoredCase,
  createUnscoredSample,
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
