import { CONVERSATION, type ScorerDocs } from '../../docs.js';

export const docs = {
  choices: [
    'With or without confidence: the documentation gives `ratio · confidence` as the score in one place and the ratio alone in another; the code and every documented result have the ratio alone. So does this; `confidence` stands beside it.',
    'The ratio: the documentation says sequence matching, the code counts the longest common subsequence. Both give the documented examples; the code is followed, because it is symmetric and never below the other (Ratcliff and Obershelp, as in difflib).',
    '`changes`: the documented examples count runs of characters, the code counts words. Words here.',
    'Fields: `analyzeStepResult` as documented and `preprocessStepResult` as in the code hold the same four numbers.',
    'What is compared: the documentation compares with `groundTruth` in its example, the code with the input. Here `groundTruth` where it is given, else the input.',
  ],
  deviations: [
    CONVERSATION,
    {
      what: 'Linear memory',
      reference: 'A table of length × length numbers: 8,000 by 8,000 characters end the process.',
      here: 'Bit-parallel with one row of carries (Hyyrö 2004): memory grows with the sum of the lengths. Beyond 5·10⁹ pairs of characters (70,000 by 70,000) not scorable.',
      why: 'One long answer must not take the run down.',
    },
    {
      what: 'Characters',
      reference: 'UTF-16 units.',
      here: 'Characters as a reader counts them, composed (NFC).',
      why: 'An emoji or an accent is one character, however it is written.',
    },
    {
      what: 'Order of words in `changes`',
      reference: 'Words are compared as a bag: `one two three` to `three two one` is no change.',
      here: 'Words that moved count: the longer text’s words less the longest common sequence.',
      why: 'Documented as operations needed to turn one text into the other. The score does not depend on it.',
    },
  ],
} satisfies ScorerDocs;
