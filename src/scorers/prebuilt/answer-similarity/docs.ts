import { JUDGED_DEVIATIONS, labelDeviation, type ScorerDocs } from '../../docs.js';

export const docs = {
  choices: [
    '`requireGroundTruth`: the documentation says that without it a missing ground truth scores 0, and so it does; with it the code throws, here the run is unscored.',
    'A contradicted unit is in `matches` as `missing` and in `contradictions`, as the arithmetic of the code has it.',
  ],
  deviations: [
    ...JUDGED_DEVIATIONS,
    labelDeviation('An unknown match type earns and costs nothing.'),
    {
      what: 'Defaults',
      reference:
        '`semanticThreshold` 0.8 and `exactMatchBonus` 0.2, so that a perfect paraphrase reaches 0.67.',
      here: '1 and 0: a perfect paraphrase reaches 1. Give 0.8 and 0.2 for the scores of the reference.',
      why: 'Saying the same in other words is not a mistake.',
    },
    {
      what: 'No units',
      reference: 'Score 0.',
      here: 'Not scorable.',
      why: '0 ÷ 0 is no score.',
    },
    {
      what: 'Units',
      reference: 'Whatever lists the judge makes of both texts.',
      here: 'Both texts are taken apart by rule; one verdict for each unit.',
      why: 'The same ground truth must have the same number of units in every run.',
    },
    {
      what: '`outputUnit`',
      reference: 'Named by the judge.',
      here: 'The unit of the answer that shares most words with the unit of the ground truth.',
      why: 'It explains; nothing is counted by it.',
    },
  ],
} satisfies ScorerDocs;
