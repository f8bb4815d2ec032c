import type { ScorerDocs } from '../../docs.js';

export const docs = {
  choices: [],
  deviations: [
    {
      what: 'Denominator',
      reference:
        'The number of verdicts that came back, so a judge that skips a statement changes the score.',
      here: 'The number of statements; a statement without a verdict leaves the answer unscored.',
      why: 'What a judge left out is not known to be relevant.',
    },
    {
      what: 'Repetition',
      reference: 'What an answer says again counts again.',
      here: 'Statements in the same words are one, in the score and in the results.',
      why: 'Eighty copies of one relevant sentence must not hide an irrelevant one.',
    },
    {
      what: 'Tool calls',
      reference: 'Calls beside a text are not judged.',
      here: 'Each is in the results as `called name(arguments)`. Beside a text one that is *no* counts as a statement; one that is *yes* or *unsure* does not enter the score.',
      why: 'A call that nobody asked for is as irrelevant as a sentence, and ten needed look-ups must not dilute a bad sentence.',
    },
    {
      what: 'Options',
      reference: 'Giving one option drops the defaults of the others.',
      here: 'Options are merged with the defaults and validated.',
      why: '`uncertaintyWeight: 0.5` alone must not turn the scale into NaN.',
    },
    {
      what: 'Labels',
      reference: 'Whatever is neither `yes` nor `unsure` is counted as no.',
      here: 'An unknown label is asked again.',
      why: 'A slip of the pen is no verdict.',
    },
  ],
} satisfies ScorerDocs;
