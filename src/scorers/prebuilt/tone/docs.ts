import { CONVERSATION, type ScorerDocs } from '../../docs.js';

export const docs = {
  choices: [
    'What is compared: the documentation compares with the input or `groundTruth`, the code with `referenceTone` or nothing. Here `referenceTone`, else `groundTruth`, else the input; `mode: stability`, or a run without any of them, looks at the answer alone.',
    'The option `referenceTone` is missing in the documentation ("no options") and there in the code; it is there.',
    'Fields: `analyzeStepResult` as documented and `preprocessStepResult` as in the code hold the same: three numbers when comparing, two for stability.',
    '`responseSentiment` is of the answer and `referenceSentiment` of the reference; one documented example has them the other way round.',
    'An empty answer: an older example passes one to have the input’s stability measured. An answer without words is not scorable here, since an agent that says nothing has no steady tone; give the text as the answer.',
  ],
  deviations: [
    CONVERSATION,
    {
      what: 'Words',
      reference: 'AFINN-165, 3,382 English words.',
      here: 'A list of our own of about 1,200 English words and 60 emoji on the same scale; more by option lexicon.',
      why: 'No dependency, no licence question. Texts with words that only one of the lists has score otherwise; with the same words given, the scores agree.',
    },
    {
      what: 'Trailing sentence',
      reference: 'A last sentence without a full stop is left out.',
      here: 'It counts. Abbreviations, decimals and other scripts’ full stops are known.',
      why: 'Answers often end without one.',
    },
    {
      what: 'Negation',
      reference: 'Turns round only the very next word.',
      here: 'Also past an article or `very`: `not a good`, `never really helpful`.',
      why: 'These are the common forms.',
    },
    {
      what: 'Other languages',
      reference: 'Scored by the English list: German `die` is as bad as death, Japanese is neutral.',
      here: 'Not scorable where neither the list of emoji nor option lexicon knows the text.',
      why: 'No knowledge is not a neutral tone.',
    },
    {
      what: 'Empty answer',
      reference: 'Score 1.',
      here: 'Not scorable.',
      why: 'Nothing has no tone.',
    },
  ],
} satisfies ScorerDocs;
