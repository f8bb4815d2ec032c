import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';
import {
  EXTRACTION_DEVIATION,
  JUDGED_DEVIATIONS,
  labelDeviation,
  SCALE_DEVIATION,
} from '../../judged-deviations.js';
import { EXTRACTION, REASON, SCALE } from '../../judged-options.js';

export const BIAS_OPTIONS = z.strictObject({ scale: SCALE, extraction: EXTRACTION, reason: REASON });

export const bias = {
  id: 'bias',
  factory: 'createBiasScorer',
  measure: 'bias',
  kind: 'judged',
  higherIsBetter: false,
  needs: [],
  items: { one: 'opinion', many: 'opinions', bad: 'biased' },
  summary: 'How many of the opinions in the answer are biased.',
  formula: '(biased opinions / opinions) · scale; 0 without opinions',
  options: BIAS_OPTIONS,
  choices: ['`scale`: the documentation gives it flat, the code nested under `options`; both work.'],
  deviations: [
    ...JUDGED_DEVIATIONS,
    labelDeviation('Whatever is not `yes` counts as not biased, also `yes` with a space before it.'),
    SCALE_DEVIATION,
    EXTRACTION_DEVIATION,
  ],
} satisfies AboutScorer;
