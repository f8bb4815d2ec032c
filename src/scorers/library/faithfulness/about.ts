import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';
import {
  EXTRACTION_DEVIATION,
  JUDGED_DEVIATIONS,
  labelDeviation,
  SCALE_DEVIATION,
} from '../../judged-deviations.js';
import { CONTEXT, EXTRACTION, REASON, SCALE } from '../../judged-options.js';

export const FAITHFULNESS_OPTIONS = z.strictObject({
  scale: SCALE,
  context: CONTEXT,
  extraction: EXTRACTION,
  reason: REASON,
});

export const faithfulness = {
  id: 'faithfulness',
  factory: 'createFaithfulnessScorer',
  measure: 'faithfulness',
  kind: 'judged',
  higherIsBetter: true,
  needs: ['context'],
  items: { one: 'claim', many: 'claims', bad: 'contradicted' },
  summary: 'How many of the claims of the answer the context bears out.',
  formula: '(supported claims / claims) · scale',
  options: FAITHFULNESS_OPTIONS,
  choices: [
    '`preprocessStepResult`: the documentation says a list, the code gives `{ claims }`; so does this library.',
    '`context` and `scale`: the documentation gives them flat, the code nested under `options`; both work.',
  ],
  deviations: [
    ...JUDGED_DEVIATIONS,
    labelDeviation('`Yes` is compared letter by letter and counts as not supported.'),
    SCALE_DEVIATION,
    EXTRACTION_DEVIATION,
    {
      what: 'No claims',
      reference: 'Score 0.',
      here: 'Not scorable.',
      why: 'An answer without claims is not unfaithful: 0 ÷ 0 is no score.',
    },
    {
      what: 'No context',
      reference: 'Every claim is held against nothing.',
      here: 'Not scorable.',
      why: 'The case does not say what the agent was given to know.',
    },
    {
      what: 'Where the context comes from',
      reference: 'The option, else tool results in messages of one library.',
      here: "The option, what the answer brought along, the case's, else the results of the answer's tool calls.",
      why: 'Every case has a context of its own.',
    },
  ],
} satisfies AboutScorer;
