import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';

const VALUE_RULE = 'must be a number from -5 to 5';

export const about = {
  id: 'tone',
  factory: 'createToneScorer',
  measure: 'tone consistency',
  kind: 'code',
  higherIsBetter: true,
  needs: [],
  items: null,
  summary:
    'How close the tone of the answer is to a reference, or how steady it is from sentence to sentence.',
  formula:
    '1 − |sentiment of the answer − sentiment of the reference|, or 1 − variance over its sentences; at least 0. Sentiment: sum of the values of the words (−5 to 5) / words.',
  options: z.strictObject({
    referenceTone: z
      .string({ error: 'must be a text in the wanted tone' })
      .min(1, { error: 'must be a text in the wanted tone' })
      .optional()
      .describe('A text in the wanted tone; default: the expected answer, else the input.'),
    mode: z
      .enum(['auto', 'stability'], { error: 'must be auto or stability' })
      .describe(
        '`stability` looks at the answer alone; `auto` compares where there is something to compare with.',
      )
      .default('auto'),
    lexicon: z
      .record(
        z.string(),
        z.number({ error: VALUE_RULE }).min(-5, { error: VALUE_RULE }).max(5, { error: VALUE_RULE }),
        { error: 'must be words with their values' },
      )
      .describe(
        'Words of your own with values from -5 (worst) to 5 (best), in any language; 0 makes a word neutral.',
      )
      .default({}),
  }),
} satisfies AboutScorer;
