import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';
import { EXTRACTION, REASON, SCALE, SHARE } from '../../judged-options.js';

export const RELEVANCY_OPTIONS = z.strictObject({
  uncertaintyWeight: SHARE.describe('Share of a point that an unsure statement earns.').default(0.3),
  scale: SCALE,
  extraction: EXTRACTION,
  correctness: z
    .enum(['ignore', 'unsure'], { error: 'must be ignore or unsure' })
    .describe('`unsure` gives the stricter reading: on topic but plainly false is unsure.')
    .default('ignore'),
  reason: REASON,
});

export const answerRelevancy = {
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
} satisfies AboutScorer;
