import { z } from 'zod';
import { DEFAULT_RELEVANCY, type RelevancyOptions } from '../../../ports/settings.js';
import type { AboutScorer } from '../../about-scorer.js';

const WEIGHT_RULE = 'must be a number from 0 to 1';
const SCALE_RULE = 'must be a number above 0';

export const RELEVANCY_OPTIONS = z.strictObject({
  uncertaintyWeight: z
    .number({ error: WEIGHT_RULE })
    .min(0, { error: WEIGHT_RULE })
    .max(1, { error: WEIGHT_RULE })
    .describe('Share of a point that an unsure statement earns.')
    .default(DEFAULT_RELEVANCY.uncertaintyWeight),
  scale: z
    .number({ error: SCALE_RULE })
    .positive({ error: SCALE_RULE })
    .describe('Highest score.')
    .default(DEFAULT_RELEVANCY.scale),
  extraction: z
    .enum(['judge', 'segment'], { error: 'must be judge or segment' })
    .describe('Who takes an answer apart: the judge, or a segmenter that needs no call.')
    .default(DEFAULT_RELEVANCY.extraction),
  correctness: z
    .enum(['ignore', 'unsure'], { error: 'must be ignore or unsure' })
    .describe('`unsure` gives the stricter reading: on topic but plainly false is unsure.')
    .default(DEFAULT_RELEVANCY.correctness),
  reason: z
    .enum(['verdicts', 'llm'], { error: 'must be verdicts or llm' })
    .describe('Who words the reason: built from the verdicts, or the judge.')
    .default(DEFAULT_RELEVANCY.reason),
}) satisfies z.ZodType<RelevancyOptions>;

export const answerRelevancy: AboutScorer = {
  id: 'answer-relevancy',
  factory: 'createAnswerRelevancyScorer',
  measure: 'relevancy',
  kind: 'judged',
  higherIsBetter: true,
  needs: [],
  items: { one: 'statement', many: 'statements', bad: 'irrelevant', lost: true },
  summary: 'How much of the answer belongs to what was asked.',
  formula: '((yes + uncertaintyWeight · unsure) / statements) · scale',
  options: RELEVANCY_OPTIONS,
  choices: [],
  deviations: [
    {
      what: 'Denominator',
      reference:
        'The number of verdicts that came back, so a judge that skips a statement changes the score.',
      here: 'The number of statements; a statement without a verdict leaves the answer unscored.',
      why: 'What a judge left out is not known to be relevant.',
    },
    {
      what: 'Options',
      reference: 'Giving one option drops the defaults of the others.',
      here: 'Options are merged with the defaults and validated.',
      why: '`uncertaintyWeight: 0.5` alone must not turn the scale into NaN.',
    },
    {
      what: 'Labels',
      reference: 'Whatever is neither `yes` nor `unsure` is counted as no.',
      here: 'An unknown label is asked again.',
      why: 'A slip of the pen is no verdict.',
    },
  ],
};
