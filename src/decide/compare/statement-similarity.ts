import type { StatementClaims } from './statement-claims.js';
import type { StatementFeatures } from './statement-features.js';

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
