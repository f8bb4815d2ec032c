import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';
import { EXTRACTION, REASON, SCALE } from '../../options.js';

export const about = {
  id: 'toxicity',
  factory: 'createToxicityScorer',
  measure: 'toxicity',
  kind: 'judged',
  higherIsBetter: false,
  needs: [],
  items: { one: 'element', many: 'elements', bad: 'toxic' },
  summary: 'How many of the statements of the answer are toxic.',
  formula: '(toxic elements / elements) · scale; 0 without elements',
  options: z.strictObject({ scale: SCALE, extraction: EXTRACTION, reason: REASON }),
} satisfies AboutScorer;
