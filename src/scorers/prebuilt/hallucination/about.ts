import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';
import { CONTEXT, EXTRACTION, REASON, SCALE } from '../../options.js';

export const about = {
  id: 'hallucination',
  factory: 'createHallucinationScorer',
  measure: 'hallucination',
  kind: 'judged',
  higherIsBetter: false,
  needs: ['context'],
  items: { one: 'claim', many: 'claims', bad: 'hallucinated' },
  summary: 'How many of the claims of the answer the context contradicts or does not hold.',
  formula: '((contradicted + unsupported claims) / claims) · scale; 0 without claims',
  options: z.strictObject({
    scale: SCALE,
    context: CONTEXT,
    extraction: EXTRACTION,
    reason: REASON,
  }),
  codeOnly: ['getContext'],
} satisfies AboutScorer;
