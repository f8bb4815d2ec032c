import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';
import { JUDGED_DEVIATIONS, labelDeviation, SCALE_DEVIATION } from '../../judged-deviations.js';
import { CONTEXT, REASON, SCALE } from '../../judged-options.js';

export const CONTEXT_PRECISION_OPTIONS = z.strictObject({ scale: SCALE, context: CONTEXT, reason: REASON });

export const contextPrecision = {
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
  options: CONTEXT_PRECISION_OPTIONS,
  codeOnly: ['contextExtractor'],
  choices: [
    'What a context must be useful for: documented is the expected output, the code takes the answer. It is the ground truth where there is one, else the answer.',
    '`contextExtractor` goes before `context`, as documented.',
  ],
  deviations: [
    ...JUDGED_DEVIATIONS,
    labelDeviation('Whatever is not `yes` counts as irrelevant.'),
    SCALE_DEVIATION,
    {
      what: 'Order',
      reference: 'The index that the judge wrote down; a wrong one moves the score.',
      here: 'The index of the context itself; equal texts at two places are two contexts.',
      why: 'The order is known and need not be told.',
    },
    {
      what: 'No context',
      reference: 'An error, at once or in the run.',
      here: 'Not scorable; it may also come from the case, the answer or its tool results.',
      why: 'One case without context must not stop the others.',
    },
  ],
} satisfies AboutScorer;
