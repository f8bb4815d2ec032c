import {
  EXTRACTION_DEVIATION,
  JUDGED_DEVIATIONS,
  labelDeviation,
  SCALE_DEVIATION,
  type ScorerDocs,
} from '../../docs.js';

export const docs = {
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
      here: "The option, the case's, what the answer brought along, else the results of the answer's tool calls.",
      why: 'Every case has a context of its own, and who is measured does not bring the yardstick.',
    },
  ],
} satisfies ScorerDocs;
