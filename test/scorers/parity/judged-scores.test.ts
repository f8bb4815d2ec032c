import { describe, expect, test } from 'vitest';
import type { ScoredJudgement, VerdictLabel } from '../../../src/model/verdict.js';
import type { ItemOptions } from '../../../src/scorers/judged/item-spec.js';
import { answerRelevancy, computeRelevancy } from '../../../src/scorers/prebuilt/answer-relevancy.js';
import { answerSimilarity, computeSimilarity } from '../../../src/scorers/prebuilt/answer-similarity.js';
import { faithfulness, hallucination } from '../../../src/scorers/prebuilt/claims.js';
import {
  computeContextRelevance,
  contextPrecision,
  contextRelevance,
} from '../../../src/scorers/prebuilt/contexts.js';
import { bias, toxicity } from '../../../src/scorers/prebuilt/harms.js';
import { computeNoiseRobustness, noiseSensitivity } from '../../../src/scorers/prebuilt/noise-sensitivity.js';
import { computeAlignment } from '../../../src/scorers/prebuilt/prompt-alignment.js';
import { labeller, type Openable, open } from '../../support/item-scorers.js';
import {
  type AgreedShare,
  BIAS_SCORES,
  CONTEXT_RELEVANCE_SCORES,
  FAITHFULNESS_SCORES,
  HALLUCINATION_SCORES,
  NOISE_SCORES,
  PRECISION_SCORES,
  RELEVANCY_SCORES,
  SIMILARITY_SCORES,
  TOXICITY_SCORES,
} from './agreed-judged-scores.js';

/** The reference rounds to hundredths. */
const HALF = 0.005 + 1e-9;
const same = (score: number | null, expected: number) => {
  expect(score).not.toBeNull();
  expect(Math.abs((score ?? Number.NaN) - expected)).toBeLessThanOrEqual(HALF);
};
const itemsOf = (labels: string) => labels.split(' ').map((label) => ({ label, text: label }));

/** The score that a scorer gives these labels, by the way of a second look: its own arithmetic, without a judge. */
function scoreOf<Options extends ItemOptions>(scorer: Openable<Options>, labels: string): number {
  const statements = itemsOf(labels).map(({ label }, index) => ({
    label,
    text: label,
    quote: label,
    reason: '',
    result: 'unsure' as const,
    key: `key ${index}`,
  }));
  const judgement: ScoredJudgement = { status: 'scored', score: -1, reason: '', statements, flags: [] };
  const opened = open(
    scorer,
    labeller(() => ''),
  );
  return opened.withVerdicts(judgement, new Map()).score;
}

const ROWS: readonly (readonly [
  string,
  readonly AgreedShare[],
  (labels: string, options: object) => number | null,
])[] = [
  ['faithfulness', FAITHFULNESS_SCORES, (labels) => scoreOf(faithfulness, labels)],
  ['hallucination', HALLUCINATION_SCORES, (labels) => scoreOf(hallucination, labels)],
  ['bias', BIAS_SCORES, (labels) => scoreOf(bias, labels)],
  ['toxicity', TOXICITY_SCORES, (labels) => scoreOf(toxicity, labels)],
  ['context-precision', PRECISION_SCORES, (labels) => scoreOf(contextPrecision, labels)],
  [
    'answer-similarity, with the defaults of the reference',
    SIMILARITY_SCORES,
    (labels, options) => computeSimilarity(itemsOf(labels), answerSimilarity.about.options.parse(options)),
  ],
  [
    'context-relevance',
    CONTEXT_RELEVANCE_SCORES,
    (labels, options) =>
      computeContextRelevance(itemsOf(labels), contextRelevance.about.options.parse(options)),
  ],
  [
    'noise-sensitivity',
    NOISE_SCORES,
    (labels, options) =>
      computeNoiseRobustness(itemsOf(labels), noiseSensitivity.about.options.parse(options).scoring),
  ],
  [
    'answer-relevancy',
    RELEVANCY_SCORES,
    (labels, options) => {
      const { uncertaintyWeight, scale } = answerRelevancy.about.options.parse(options);
      const verdicts = itemsOf(labels).map(({ label }) => ({ result: label as VerdictLabel }));
      return computeRelevancy(verdicts, uncertaintyWeight) * scale;
    },
  ],
];

describe.each(ROWS)('%s scores given verdicts like the reference', (_, agreed, score) => {
  test.each(agreed)('$labels $options', ({ labels, score: expected, options }) => {
    same(score(labels, options), expected);
  });
});

describe('prompt-alignment weighs given dimensions like the reference', () => {
  type Dimensions = readonly [intent: number, requirements: number, completeness: number, fit: number];
  /** Dimensions, and what the reference makes of them in each mode. */
  const WEIGHED: readonly (readonly [Dimensions, user: number, system: number])[] = [
    [[1, 1, 1, 1], 1, 1],
    [[0, 0, 0, 0], 0, 0],
    [[1, 0, 0, 0], 0.4, 0.35],
    [[0, 1, 0, 0], 0.3, 0.35],
    [[0, 0, 1, 0], 0.2, 0.15],
    [[0, 0, 0, 1], 0.1, 0.15],
    [[0.5, 0.5, 1, 0.5], 0.6, 0.58],
    [[1, 0.5, 0.5, 0.75], 0.73, 0.71],
    [[0.5, 0.25, 0, 0.25], 0.3, 0.3],
  ];
  const QUARTERS = [0, 0.25, 0.5, 0.75, 1];
  const USER = ['fulfilled', 'unfulfilled', 'met', 'partly-met', 'unmet'] as const;
  const SYSTEM = ['kept', 'broken', 'followed', 'partly-followed', 'ignored'] as const;

  /** The share of labels of which the dimensions are these shares. */
  function shareOf(sides: readonly (typeof USER | typeof SYSTEM)[], dimensions: Dimensions) {
    const [intent, requirements, completeness, fit] = dimensions;
    const done = QUARTERS.indexOf(requirements);
    const labels = sides.flatMap(([fulfilled, unfulfilled, met, partly, unmet]) => {
      const aspect = (credit: number) => (credit === 1 ? met : credit === 0.5 ? partly : unmet);
      const [form, tone] = fit > 0.5 ? [1, 2 * fit - 1] : [2 * fit, 0];
      return [
        ...Array.from({ length: 4 }, (_, index) => (index < done ? fulfilled : unfulfilled)),
        ...[intent, completeness, form, tone].map(aspect),
      ];
    });
    return computeAlignment(labels.map((label) => ({ label, text: label })));
  }

  test.each(WEIGHED)('%j is %d for the user, %d for the system', (dimensions, user, system) => {
    same(shareOf([USER], dimensions), user);
    same(shareOf([SYSTEM], dimensions), system);
    // With both, the reference counts the weights of the user twice; ours are those of each side, as documented.
    same(shareOf([USER, SYSTEM], dimensions), 0.7 * user + 0.3 * system);
  });
});
