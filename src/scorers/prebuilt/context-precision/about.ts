import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';
import { CONTEXT, REASON, SCALE } from '../../options.js';

export const about = {
  id: 'context-precision',
  factory: 'createContextPrecisionScorer',
  measure: 'context precision',
  kind: 'judged',
  higherIsBetter: true,
  needs: ['context'],
  items: { one: 'context', many: 'contexts', bad: 'irrelevant' },
  summary: 'Whether the useful pieces of context stand before the useless ones.',
  formula:
    '(sum over the relevant contexts of relevant ones so far / their position) / relevant contexts · scale; 0 where none is relevant',
  options: z.strictObject({ scale: SCALE, context: CONTEXT, reason: REASON }),
  codeOnly: ['contextExtractor'],
} satisfies AboutScorer;
