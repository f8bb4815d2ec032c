import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';
import { JUDGED_DEVIATIONS, labelDeviation } from '../../judged-deviations.js';
import { REASON, SCALE, SHARE } from '../../judged-options.js';

export const ANSWER_SIMILARITY_OPTIONS = z.strictObject({
  requireGroundTruth: z
    .boolean({ error: 'must be true or false' })
    .describe('`true` leaves a case without ground truth unscored; `false` gives it 0.')
    .default(true),
  semanticThreshold: SHARE.describe(
    'What a unit earns that the answer says in other words; one in the same words earns 1. A partial one earns half of it.',
  ).default(1),
  exactMatchBonus: SHARE.describe(
    'What a unit in the same words earns on top; the whole is then measured against it.',
  ).default(0),
  missingPenalty: SHARE.describe(
    'What a unit costs that the answer lacks or contradicts, besides what it does not earn.',
  ).default(0.15),
  contradictionPenalty: SHARE.describe(
    'What a unit costs that the answer contradicts, off the whole score.',
  ).default(1),
  extraInfoPenalty: SHARE.describe(
    'What a statement costs that the ground truth does not hold; all together at most 0.2.',
  ).default(0.05),
  scale: SCALE,
  reason: REASON,
});

export const answerSimilarity = {
  id: 'answer-similarity',
  factory: 'createAnswerSimilarityScorer',
  measure: 'similarity to the wanted answer',
  kind: 'judged',
  higherIsBetter: true,
  verdictCalls: 2,
  needs: ['groundTruth'],
  items: { one: 'point', many: 'points', bad: 'missing' },
  summary: 'How much of the wanted answer the answer says, in whatever words.',
  formula:
    'max(0, units earned / (units · (1 + exactMatchBonus)) − contradicted · contradictionPenalty − min(0.2, extra · extraInfoPenalty)) · scale; a unit earns 1 + exactMatchBonus (exact), semanticThreshold (semantic), half of it (partial) or −missingPenalty (missing, contradicted)',
  options: ANSWER_SIMILARITY_OPTIONS,
  choices: [
    '`requireGroundTruth`: the documentation says that without it a missing ground truth scores 0, and so it does; with it the code throws, here the run is unscored.',
    'A contradicted unit is in `matches` as `missing` and in `contradictions`, as the arithmetic of the code has it.',
  ],
  deviations: [
    ...JUDGED_DEVIATIONS,
    labelDeviation('An unknown match type earns and costs nothing.'),
    {
      what: 'Defaults',
      reference:
        '`semanticThreshold` 0.8 and `exactMatchBonus` 0.2, so that a perfect paraphrase reaches 0.67.',
      here: '1 and 0: a perfect paraphrase reaches 1. Give 0.8 and 0.2 for the scores of the reference.',
      why: 'Saying the same in other words is not a mistake.',
    },
    {
      what: 'No units',
      reference: 'Score 0.',
      here: 'Not scorable.',
      why: '0 ÷ 0 is no score.',
    },
    {
      what: 'Units',
      reference: 'Whatever lists the judge makes of both texts.',
      here: 'Both texts are taken apart by rule; one verdict for each unit.',
      why: 'The same ground truth must have the same number of units in every run.',
    },
    {
      what: '`outputUnit`',
      reference: 'Named by the judge.',
      here: 'The unit of the answer that shares most words with the unit of the ground truth.',
      why: 'It explains; nothing is counted by it.',
    },
  ],
} satisfies AboutScorer;
