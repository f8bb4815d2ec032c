import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';
import { CONTEXT, EXTRACTION, REASON, SCALE } from '../../options.js';

export const about = {
  id: 'faithfulness',
  factory: 'createFaithfulnessScorer',
  measure: 'faithfulness',
  kind: 'judged',
  higherIsBetter: true,
  needs: ['context'],
  items: { one: 'claim', many: 'claims', bad: 'contradicted' },
  summary: 'How many of the claims of the answer the context bears out.',
  formula: '(supported claims / claims) · scale',
  options: z.strictObject({
    scale: SCALE,
    context: CONTEXT,
    extraction: EXTRACTION,
    reason: REASON,
  }),
} satisfies AboutScorer;
