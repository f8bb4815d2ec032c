import {
  EXTRACTION_DEVIATION,
  JUDGED_DEVIATIONS,
  labelDeviation,
  SCALE_DEVIATION,
  type ScorerDocs,
} from '../../docs.js';

export const docs = {
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
      here: "`getContext`, the option, the case's, what the answer brought along, else the results of the answer's tool calls.",
      why: 'Every case has a context of its own, and who is measured does not bring the yardstick.',
    },
  ],
} satisfies ScorerDocs;
