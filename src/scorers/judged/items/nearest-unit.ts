import { contentWords } from '../../../text/words.js';

/** The candidate that shares most words with a text (Dice), the first of equals; `null` where there is none. */
export function nearestUnit(text: string, candidates: readonly string[]): string | null {
  const wanted = new Set(contentWords(text));
  let best: string | null = null;
  let most = -1;
  for (const candidate of candidates) {
    const words = new Set(contentWords(candidate));
    const shared = [...words].filter((word) => wanted.has(word)).length;
    const likeness = shared === 0 ? 0 : (2 * shared) / (words.size + wanted.size);
    if (likeness > most) {
      best = candidate;
      most = likeness;
    }
  }
  return best;
}
