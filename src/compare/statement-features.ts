import { FUNCTION_WORDS } from './function-words.js';
import { isNegated, isNegator } from './negation.js';
import { numbersOf } from './numbers.js';
import { properNames } from './proper-names.js';
import { wordsOf } from './words.js';

/** Longer texts (code, tables) are told apart by their beginning; equality always sees the whole. */
const CHARACTERS = 2000;
/** Particles and endings of Japanese: short words of hiragana alone. */
const SHORT_HIRAGANA = /^\p{Script=Hiragana}{1,2}$/u;

/** What two statements are held against each other by. */
export type StatementFeatures = {
  /** Ids of the distinct content words, ascending; ids are good within one reader. */
  readonly content: readonly number[];
  /** Character trigrams as numbers, ascending, repeats kept. */
  readonly trigrams: Float64Array;
  readonly numbers: string;
  readonly negated: boolean;
  /** Lower case. */
  readonly names: readonly string[];
  /** All words, lower case. */
  readonly words: ReadonlySet<string>;
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
  const words = wordsOf(shown);
  const lower = words.map((word) => word.lower);
  const content = lower.filter(
    (word) => !FUNCTION_WORDS.has(word) && !isNegator(word) && !SHORT_HIRAGANA.test(word),
  );
  const contentIds = new Set(content.map((word) => idOf(singular(word), ids)));
  return {
    content: [...contentIds].sort((a, b) => a - b),
    trigrams: trigramsOf(shown),
    numbers: numbersOf(shown, lower),
    negated: isNegated(shown, lower),
    names: properNames(words),
    words: new Set(lower),
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

function trigramsOf(text: string): Float64Array {
  const letters = ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()} `;
  const trigrams = new Float64Array(Math.max(0, letters.length - 2));
  for (let index = 0; index < trigrams.length; index += 1) {
    // Three UTF-16 units of 16 bits: exact in a double.
    trigrams[index] =
      (letters.charCodeAt(index) * 65536 + letters.charCodeAt(index + 1)) * 65536 +
      letters.charCodeAt(index + 2);
  }
  return trigrams.sort();
}
