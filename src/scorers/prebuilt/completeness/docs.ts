import { CONVERSATION, type ScorerDocs } from '../../docs.js';

export const docs = {
  choices: [
    'Fields: the documentation names `preprocessStepResult` in its list and `extractStepResult` in its example, the code only has the first; both are given, with the same content.',
    'What is compared: the input, never `groundTruth`; documentation and code agree.',
    'The element of a verb: the documentation says "converted to infinitive form", and so it is (`are` → `be`); the words between are kept, as in its example.',
  ],
  deviations: [
    CONVERSATION,
    {
      what: 'Non-Latin text',
      reference: 'Everything but a–z and 0–9 is taken out, so that two texts in Japanese or Arabic score 1.',
      here: 'Words of any script, those of scripts without spaces by `Intl.Segmenter`; composed characters.',
      why: 'An answer in another script is not complete by nature.',
    },
    {
      what: 'Empty input',
      reference: 'An input without elements gives 1 for an empty answer and 0 for any other.',
      here: 'Not scorable: there is nothing to cover.',
      why: '0 ÷ 0 is no score.',
    },
    {
      what: 'camelCase',
      reference:
        'Words become small letters first, so that splitting camelCase, which is documented, never happens.',
      here: '`getUserName` is get, user, name. Names that begin with a capital (PostgreSQL) stay whole.',
      why: 'It is documented; PostgreSQL and postgresql must stay one word.',
    },
    {
      what: 'Missing elements',
      reference: '`missingElements` are those without an exact match, while the score forgives partial ones.',
      here: 'Exactly those that the score misses.',
      why: 'The list explains the score.',
    },
    {
      what: 'Parts of speech',
      reference:
        'A tagger for English guesses them: `will reach` becomes `reach`, `was moved` becomes `move`, `was delayed` becomes `be` and `delayed`.',
      here: 'By spelling: auxiliaries before their verb go, irregular forms, `-ed` and `-ing` become the base form; every other word is an element as it is.',
      why: 'The same rule for every text, and no dependency of several hundred kB. Where the tagger sees an adjective, short inputs differ by up to 0.2.',
    },
    {
      what: 'Contractions',
      reference: "`can't go` becomes do, not, go; `doesn't work` does, not, work.",
      here: "The verb and `not`; of `it's` and `they're` the first word.",
      why: 'Both spellings of a negation say the same.',
    },
  ],
} satisfies ScorerDocs;
