import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';
import { EXTRACTION, REASON, SCALE, SHARE } from '../../options.js';

export const about = {
  id: 'answer-relevancy',
  factory: 'createAnswerRelevancyScorer',
  measure: 'relevancy',
  kind: 'judged',
  higherIsBetter: true,
  needs: [],
  items: { one: 'statement', many: 'statements', bad: 'irrelevant', lost: true },
  takesLabels: true,
  summary: 'How much of the answer belongs to what was asked.',
  formula: '((yes + uncertaintyWeight · unsure) / statements) · scale',
  options: z.strictObject({
    uncertaintyWeight: SHARE.describe('Share of a point that an unsure statement earns.').default(0.3),
    scale: SCALE,
    extraction: EXTRACTION,
    correctness: z
      .enum(['ignore', 'unsure'], { error: 'must be ignore or unsure' })
      .describe('`unsure` gives the stricter reading: on topic but plainly false is unsure.')
      .default('ignore'),
    toolCalls: z
      .enum(['judged', 'ignored'], { error: 'must be judged or ignored' })
      .describe(
        'Tool calls beside a text: judged, and one that nobody asked for counts as a statement, or ignored. An answer of calls alone is scored by all of them.',
      )
      .default('judged'),
    reason: REASON,
  }),
} satisfies AboutScorer;
