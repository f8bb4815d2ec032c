import { LINKING_WORDS, SHORT_HIRAGANA } from '../../text/function-words.js';
import { claimsOf, isNegator, type StatementClaims, statementWords } from './statement-claims.js';

/** Longer texts (code, tables) are told apart by their beginning; equality always sees the whole. */
const CHARACTERS = 2000;

/** What two statements are held against each other by. What only likely partners need is worked out when asked for. */
export type StatementFeatures = {
  /** Ids of the distinct content words, ascending; ids are good within one reader. */
  readonly content: readonly number[];
  /** Number of character trigrams. */
  readonly length: number;
  /** Character trigrams as numbers, ascending, repeats kept. */
  readonly trigrams: () => Float64Array;
  readonly claims: () => StatementClaims;
};

/** Reads statements' features; each text once. */
export function createFeatureReader(): (text: string) => StatementFeatures {
  const known = new Map<string, StatementFeatures>();
  const ids = new Map<string, number>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const features = readFeatures(text, ids);
    known.set(text, features);
    return features;
  };
}

function readFeatures(text: string, ids: Map<string, number>): StatementFeatures {
  const shown = text.slice(0, CHARACTERS).normalize('NFKC');
  const words = statementWords(shown);
  const lower = words.map((word) => word.lower);
  const content = new Set<number>();
  for (const word of lower) {
    if (LINKING_WORDS.has(word) || isNegator(word) || SHORT_HIRAGANA.test(word)) continue;
    content.add(idOf(singular(word), ids));
  }
  const letters = ` ${lower.join(' ')} `;
  return {
    content: [...content].sort((a, b) => a - b),
    length: letters.length - 2,
    trigrams: once(() => trigramsOf(letters)),
    claims: once(() => claimsOf(shown, words)),
  };
}

function once<Value>(work: () => Value): () => Value {
  let known: { readonly value: Value } | null = null;
  return () => {
    known ??= { value: work() };
    return known.value;
  };
}

function idOf(word: string, ids: Map<string, number>): number {
  const id = ids.get(word) ?? ids.size;
  ids.set(word, id);
  return id;
}

/** Without a final s, which is the plural in many languages. */
function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function trigramsOf(letters: string): Float64Array {
  const trigrams = new Float64Array(letters.length - 2);
  for (let index = 0; index < trigrams.length; index += 1) {
    // Three UTF-16 units of 16 bits: exact in a double.
    trigrams[index] =
      (letters.charCodeAt(index) * 65536 + letters.charCodeAt(index + 1)) * 65536 +
      letters.charCodeAt(index + 2);
  }
  return trigrams.sort();
}
