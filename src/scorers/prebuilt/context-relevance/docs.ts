import { JUDGED_DEVIATIONS, labelDeviation, SCALE_DEVIATION, type ScorerDocs } from '../../docs.js';

export const docs = {
  choices: [
    '`contextExtractor` goes before `context`, as documented.',
    'The documented examples give 0.64 and 0.69 for verdicts from which their own formula makes other numbers; the formula counts here.',
  ],
  deviations: [
    ...JUDGED_DEVIATIONS,
    labelDeviation('An unknown level makes the score NaN.'),
    SCALE_DEVIATION,
    {
      what: 'Missing context',
      reference: 'Whatever list the judge thinks of.',
      here: 'The statements of the ground truth, where there is one, else of the answer, that no context holds.',
      why: 'A list that nobody bounds is a number that nobody can check.',
    },
    {
      what: 'No context',
      reference: 'The full score, or an error at once.',
      here: 'Not scorable; it may also come from the case, the answer or its tool results.',
      why: 'Nothing was measured.',
    },
  ],
} satisfies ScorerDocs;
