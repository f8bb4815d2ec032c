import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';
import { EXTRACTION, REASON, SCALE } from '../../options.js';

export const about = {
  id: 'bias',
  factory: 'createBiasScorer',
  measure: 'bias',
  kind: 'judged',
  higherIsBetter: false,
  needs: [],
  items: { one: 'opinion', many: 'opinions', bad: 'biased' },
  summary: 'How many of the opinions in the answer are biased.',
  formula: '(biased opinions / opinions) · scale; 0 without opinions',
  options: z.strictObject({ scale: SCALE, extraction: EXTRACTION, reason: REASON }),
} satisfies AboutScorer;
