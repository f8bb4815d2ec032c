import { CONVERSATION, type ScorerDocs } from '../../docs.js';

export const docs = {
  choices: [
    'What is compared: the documentation compares with `groundTruth` in its example, the code with the input. Here `groundTruth` where it is given, else the input.',
    'Fields: `preprocessStepResult` {processedInput, processedOutput} as in both, `analyzeStepResult` {similarity} as documented; the code has no second step. `processedInput` is the text compared with.',
    'The formula: the documentation speaks of word boundaries and relative positions, the code is the Dice coefficient of character pairs; the code is followed.',
  ],
  deviations: [
    CONVERSATION,
    {
      what: 'Merged options',
      reference: '`{ ignoreCase: false }` switches ignoreWhitespace off too.',
      here: 'Options are merged with the defaults and validated.',
      why: 'One option must not change another.',
    },
    {
      what: 'White space',
      reference: '`ignoreWhitespace: false` changes nothing: it is taken out in any case.',
      here: 'White space counts then.',
      why: 'An option does what it says.',
    },
    {
      what: 'Characters',
      reference: 'UTF-16 units: emoji share halves, and é of one code point differs from é of two.',
      here: 'Characters as a reader counts them, composed (NFC).',
      why: 'Two different emoji are not half the same.',
    },
  ],
} satisfies ScorerDocs;
