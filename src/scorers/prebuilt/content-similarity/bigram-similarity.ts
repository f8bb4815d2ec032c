import { graphemesOf, numberSymbols } from '../../../text/graphemes.js';

/** More than any text has kinds of characters; two of them still fit one exact number. */
const KINDS = 2 ** 26;

/**
 * The Sørensen–Dice coefficient of two texts over pairs of neighbouring characters, each pair as often as it occurs:
 * `2 · common pairs ÷ (pairs + pairs)`, from 0 to 1. Equal texts give 1, two empty ones too; a text of one character
 * has no pair and gives 0 against any other. Memory grows with the sum of the lengths.
 */
export function bigramSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  const signs = numberSymbols(graphemesOf(a), graphemesOf(b));
  const pairs = Math.max(0, signs.a.length - 1) + Math.max(0, signs.b.length - 1);
  if (signs.a.length < 2 || signs.b.length < 2) return 0;
  const open = new Map<number, number>();
  for (const pair of pairsOf(signs.a)) open.set(pair, (open.get(pair) ?? 0) + 1);
  let common = 0;
  for (const pair of pairsOf(signs.b)) {
    const left = open.get(pair) ?? 0;
    if (left === 0) continue;
    open.set(pair, left - 1);
    common += 1;
  }
  return (2 * common) / pairs;
}

function* pairsOf(signs: Uint32Array): Generator<number> {
  for (let at = 1; at < signs.length; at++) yield (signs[at - 1] ?? 0) * KINDS + (signs[at] ?? 0);
}
