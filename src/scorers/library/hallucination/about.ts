import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';
import {
  EXTRACTION_DEVIATION,
  JUDGED_DEVIATIONS,
  labelDeviation,
  SCALE_DEVIATION,
} from '../../judged-deviations.js';
import { CONTEXT, EXTRACTION, REASON, SCALE } from '../../judged-options.js';

export const HALLUCINATION_OPTIONS = z.strictObject({
  scale: SCALE,
  context: CONTEXT,
  extraction: EXTRACTION,
  reason: REASON,
});

export const hallucination = {
  id: 'hallucination',
  factory: 'createHallucinationScorer',
  measure: 'hallucination',
  kind: 'judged',
  higherIsBetter: false,
  needs: ['context'],
  items: { one: 'claim', many: 'claims', bad: 'hallucinated' },
  summary: 'How many of the claims of the answer the context contradicts or does not hold.',
  formula: '((contradicted + unsupported claims) / claims) · scale; 0 without claims',
  options: HALLUCINATION_OPTIONS,
  codeOnly: ['getContext'],
  choices: [
    '`verdict: yes` means hallucinated, as the code counts it.',
    '`getContext` goes before `context`, as documented; it is called once for a run, with step `analyze` and before the answer is taken apart, so that `results` is empty.',
  ],
  deviations: [
    ...JUDGED_DEVIATIONS,
    labelDeviation('`Yes` is compared letter by letter and counts as not hallucinated.'),
    SCALE_DEVIATION,
    EXTRACTION_DEVIATION,
    {
      what: 'No context',
      reference: 'Every claim is held against nothing and so hallucinated.',
      here: 'Not scorable.',
      why: 'The case does not say what the agent was given to know.',
    },
    {
      what: 'Where the context comes from',
      reference: 'The options only.',
      here: "`getContext`, the option, what the answer brought along, the case's, else the results of the answer's tool calls.",
      why: 'Every case has a context of its own.',
    },
  ],
} satisfies AboutScorer;
