import { JUDGED_DEVIATIONS, SCALE_DEVIATION, type ScorerDocs } from '../../docs.js';

export const docs = {
  choices: [
    'Mode `both`: documented are two analyses, 70 % user and 30 % system; the code has one and counts it twice. There are two here.',
    '`missingElements` are the requirements that are not fulfilled; `primaryIntent` is the prompt itself, shortened.',
  ],
  deviations: [
    ...JUDGED_DEVIATIONS,
    SCALE_DEVIATION,
    {
      what: 'Scores of the parts',
      reference:
        'Numbers that the judge thinks of; nobody checks that they fit its own list of requirements.',
      here: 'One verdict for every sentence of the prompts and for every aspect; the parts are shares of them (met 1, partly 0.5).',
      why: 'A number that follows from verdicts can be explained and repeated.',
    },
    {
      what: 'No requirements',
      reference: 'Whatever the judge says.',
      here: 'The part is left out and the others count for it.',
      why: '0 ÷ 0 is no score.',
    },
    {
      what: 'A prompt that is missing',
      reference: 'An error.',
      here: 'Mode `both` goes by the other one; where the only one is missing, the run is not scorable.',
      why: 'One case must not stop the others.',
    },
  ],
} satisfies ScorerDocs;
