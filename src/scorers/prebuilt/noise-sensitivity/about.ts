import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';
import { REASON, SCALE, SHARE } from '../../options.js';

const TEXT_RULE = 'must be a text';
const TEXT = z.string({ error: TEXT_RULE }).min(1, { error: 'must not be empty' });

const SCORING = z.strictObject({
  impactWeights: z
    .strictObject({
      none: SHARE.default(1),
      minimal: SHARE.default(0.85),
      moderate: SHARE.default(0.6),
      significant: SHARE.default(0.3),
      severe: SHARE.default(0.1),
    })
    .prefault({})
    .describe('What a dimension is worth by how much the noise changed it.'),
  penalties: z
    .strictObject({
      majorIssuePerItem: SHARE.describe(
        'What each dimension costs that changed significantly or severely.',
      ).default(0.1),
      maxMajorIssuePenalty: SHARE.describe('What they cost at most, all together.').default(0.3),
    })
    .prefault({}),
});

export const about = {
  id: 'noise-sensitivity',
  factory: 'createNoiseSensitivityScorerLLM',
  measure: 'robustness against noise',
  kind: 'judged',
  higherIsBetter: true,
  needs: ['groundTruth'],
  items: { one: 'dimension', many: 'dimensions', bad: 'damaged' },
  summary: 'How little an answer suffers when the question is mixed with noise.',
  formula:
    'max(0, mean weight of the dimensions − min(major issues · majorIssuePerItem, maxMajorIssuePenalty)) · scale; weights: none 1, minimal 0.85, moderate 0.6, significant 0.3, severe 0.1',
  options: z.strictObject({
    baselineResponse: TEXT.describe(
      'The answer without the noise. Default: the ground truth of the case.',
    ).optional(),
    noisyQuery: TEXT.describe(
      'The question with the noise, where the input is the one without. Default: the input.',
    ).optional(),
    noiseType: TEXT.describe('What kind of noise it is, in words, for example misinformation.').optional(),
    scoring: SCORING.prefault({}).describe('Weights and penalties.'),
    scale: SCALE,
    reason: REASON,
  }),
} satisfies AboutScorer;
