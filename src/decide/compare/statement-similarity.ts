import { GRAMMAR_WORDS, SHORT_HIRAGANA } from '../../text/function-words.js';
import { claimsOf, isNegator, type StatementClaims, statementWords } from './statement-claims.js';

/** At least so similar: the same statement in other words. */
export const REWORDED = 0.75;
/** At least so similar: probably the same statement; a reader sees both texts. */
export const PROBABLY_REWORDED = 0.55;
/** What statements with few content words must reach, since one shared word is soon half of them. */
export const REWORDED_SHORT = 0.85;
export const FEW_WORDS = 2;
/** Statements that contradict each other are never aligned, however alike their letters are. */
export const CONTRADICTION = 0.49;

/**
 * How alike two statements are, 0..1: half the Dice coefficient of their content words, half that of their character
 * trigrams; at most 0.49 where their numbers differ, only one is negated, or each has a proper name that the other
 * lacks. Anything below 0.55 may be returned as 0: it is never aligned.
 */
export function statementSimilarity(a: StatementFeatures, b: StatementFeatures): number {
  // Without content words on either side only the letters are left to compare.
  const words = a.content.length + b.content.length === 0 ? null : diceOf(a.content, b.content);
  const letters = a.length + b.length;
  const most = letters === 0 ? 0 : (2 * Math.min(a.length, b.length)) / letters;
  if (((words ?? most) + most) / 2 < PROBABLY_REWORDED) return 0;
  const trigrams = diceOf(a.trigrams(), b.trigrams());
  const similarity = ((words ?? trigrams) + trigrams) / 2;
  return similarity >= PROBABLY_REWORDED && contradict(a.claims(), b.claims()) ? CONTRADICTION : similarity;
}

/** What a similarity is worth as an alignment; `null` where the statements are two different ones. */
export function alignmentOf(
  similarity: number,
  a: StatementFeatures,
  b: StatementFeatures,
): 'reworded' | 'probably-reworded' | null {
  if (Math.min(a.content.length, b.content.length) <= FEW_WORDS) {
    return similarity >= REWORDED_SHORT ? 'reworded' : null;
  }
  if (similarity >= REWORDED) return 'reworded';
  return similarity >= PROBABLY_REWORDED ? 'probably-reworded' : null;
}

function contradict(a: StatementClaims, b: StatementClaims): boolean {
  return a.numbers !== b.numbers || a.negated !== b.negated || (hasNameBeyond(a, b) && hasNameBeyond(b, a));
}

function hasNameBeyond(a: StatementClaims, b: StatementClaims): boolean {
  return a.names.some((name) => !b.words.has(name));
}

/** Twice what both ascending lists share, over the sum of their lengths. */
function diceOf(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let shared = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const difference = (a[i] ?? 0) - (b[j] ?? 0);
    if (difference === 0) shared += 1;
    if (difference <= 0) i += 1;
    if (difference >= 0) j += 1;
  }
  return a.length + b.length === 0 ? 0 : (2 * shared) / (a.length + b.length);
}

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
    if (GRAMMAR_WORDS.has(word) || isNegator(word) || SHORT_HIRAGANA.test(word)) continue;
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
