import { JUDGED_DEVIATIONS, labelDeviation, type ScorerDocs } from '../../docs.js';

export const docs = {
  choices: [
    '`robustnessScore` is the mean weight of the dimensions, so that the documented formula holds with it.',
    'Left out: `scoring.discrepancyThreshold`. It settles a dispute between the dimensions and a number that the judge thinks of; there is no such number here.',
  ],
  deviations: [
    ...JUDGED_DEVIATIONS,
    labelDeviation('An unknown level makes the score NaN.'),
    {
      what: 'Major issues',
      reference: 'Whatever list the judge thinks of.',
      here: 'The dimensions that changed significantly or severely.',
      why: 'A list that nobody bounds is a number that nobody can check.',
    },
    {
      what: '`scale`',
      reference: 'None: the score is from 0 to 1.',
      here: 'As in every other scorer; default 1.',
      why: 'One option less to remember.',
    },
    {
      what: 'Where the baseline comes from',
      reference: 'One answer and one question for the whole scorer.',
      here: 'The options, else the ground truth and the input of each case.',
      why: 'A dataset has many noisy questions.',
    },
  ],
} satisfies ScorerDocs;
