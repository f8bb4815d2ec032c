import { CONVERSATION, type ScorerDocs } from '../../docs.js';

export const docs = {
  choices: [
    'Accents and vowel signs count: `schön` and `schon` are two keywords. Completeness, which asks what a text is about, leaves those of Latin, Greek and Arabic letters out.',
    'Fields: `extractStepResult` and `preprocessStepResult` hold the same, as documentation and code differ in the name; `analyzeStepResult` has the documented `totalKeywords` and `matchedKeywords`, not `totalKeywordsLength` and `matchedKeywordsLength` of the code.',
    'One empty side: the documentation says 1 where both texts are empty and 0 where one is, the code gives 1 for every input without keywords. The documentation is followed for empty texts.',
    'Word forms: the documentation promises to handle them, the code compares letter by letter. A regular plural matches its singular here; the sets show words as they are written.',
    'What is compared: the input, never `groundTruth`; documentation and code agree.',
  ],
  deviations: [
    CONVERSATION,
    {
      what: 'Input of stop words alone',
      reference: 'Score 1, whatever the answer says.',
      here: 'Not scorable: the input has no keyword.',
      why: 'A full score for "What is it?" would hide the cases that measure something.',
    },
    {
      what: 'Non-Latin text',
      reference: 'Words between spaces; a sentence in Japanese is one keyword.',
      here: 'Words of any script, those of scripts without spaces by `Intl.Segmenter`; composed characters.',
      why: 'One keyword a sentence matches only the same sentence.',
    },
    {
      what: 'Stop words',
      reference: 'One English list for every language, numbers as words among them.',
      here: 'A list of our own for English, function words of a dozen languages for other text; number words count.',
      why: '`five` may be the answer; `der` and `und` are no keywords.',
    },
    {
      what: 'Technical terms',
      reference: '`Node.js` becomes `nodejs`, `4.5` becomes `45`.',
      here: 'Signs inside a word stay (`node.js`, `c++`, `self-hosted`); bare numbers and single letters go.',
      why: 'The documentation says that they are preserved. Terms of several words count word by word in both.',
    },
  ],
} satisfies ScorerDocs;
