import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';
import { REASON, SCALE, SHARE } from '../../options.js';

export const about = {
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
  options: z.strictObject({
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
  }),
} satisfies AboutScorer;
