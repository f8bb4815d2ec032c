import { FUNCTION_WORDS as SHARED } from '../text/function-words.js';

/** Words that hold a sentence together and do not tell one statement from another; lower case. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set([
  ...SHARED,
  "i've",
  "i'd",
  "i'll",
  'ihre',
  'ihren',
]);

/** Several of these in a text tell German, where every noun has a capital. */
export const GERMAN_MARKS: ReadonlySet<string> = new Set(
  'der das und ist nicht ein eine einen für von zu auf den dem des im wir sie werden wird bei mit kein keine'.split(
    ' ',
  ),
);
