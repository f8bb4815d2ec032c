import { FUNCTION_WORDS as SHARED } from '../text/function-words.js';

/** Negation, comparison and place say little alone; in a pair of statements they tell one from the other. */
const LISTS = [
  // English
  `hers theirs nor without onto between through during above below done having not no few more most other own same
  we're they're that's there's don't doesn't didn't isn't aren't wasn't can't won't`,
  // German
  `doch zwischen bist hatte nicht kein keine nein mich dich ihn mein dein unser wer wo wann warum`,
  // French, Spanish, Portuguese, Italian, Dutch
  `sans avait pas sin sem é não nós senza è non sì met zonder voor niet geen nee`,
  // Russian, Chinese
  'не 不 有',
];

/** Words that hold sentences together and say little alone, in a dozen languages; lower case. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set([
  ...SHARED,
  ...LISTS.flatMap((list) => list.split(/\s+/u)),
]);
