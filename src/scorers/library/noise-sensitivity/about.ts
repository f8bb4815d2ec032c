import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';
import { JUDGED_DEVIATIONS, labelDeviation } from '../../judged-deviations.js';
import { REASON, SCALE, SHARE } from '../../judged-options.js';

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

export const NOISE_SENSITIVITY_OPTIONS = z.strictObject({
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
});

export const noiseSensitivity = {
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
  options: NOISE_SENSITIVITY_OPTIONS,
  choices: [
    '`robustnessScore` is the mean weight of the dimensions, so that the documented formula holds with it.',
    'Left out: `scoring.discrepancyThreshold`. It settles a dispute between the dimensions and a number that the judge thinks of; there is no such number here.',
  ],
  deviations: [
    ...JUDGED_DEVIATIONS,
    labelDeviation('An unknown level makes the score NaN.'),
    {
      what: 'Major issues',
      reference: 'Whatever list the judge thinks of.',
      here: 'The dimensions that changed significantly or severely.',
      why: 'A list that nobody bounds is a number that nobody can check.',
    },
    {
      what: '`scale`',
      reference: 'None: the score is from 0 to 1.',
      here: 'As in every other scorer; default 1.',
      why: 'One option less to remember.',
    },
    {
      what: 'Where the baseline comes from',
      reference: 'One answer and one question for the whole scorer.',
      here: 'The options, else the ground truth and the input of each case.',
      why: 'A dataset has many noisy questions.',
    },
  ],
} satisfies AboutScorer;
