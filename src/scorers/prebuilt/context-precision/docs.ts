import { JUDGED_DEVIATIONS, labelDeviation, SCALE_DEVIATION, type ScorerDocs } from '../../docs.js';

export const docs = {
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
} satisfies ScorerDocs;
