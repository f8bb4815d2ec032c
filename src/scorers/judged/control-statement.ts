import { digest } from '../../text/hash.js';
import { contentWords } from '../../text/words.js';

export type Control = {
  readonly text: string;
  /** Its index among the items. */
  readonly position: number;
};

/**
 * Chooses the control statement of one call and its place, if possible one that shares no word with the data. The choice
 * follows from salt and seed, so that equal questions stay equal and answers cannot predict it.
 * @param foreign All text that the judge sees.
 */
export function chooseControl(
  pool: readonly string[],
  { salt, seed, foreign, places }: { salt: string; seed: unknown; foreign: string; places: number },
): Control {
  const noise = digest([salt, seed]);
  const first = Number.parseInt(noise.slice(0, 8), 16) % pool.length;
  const position = Number.parseInt(noise.slice(8, 16), 16) % (places + 1);
  const turned = [...pool.slice(first), ...pool.slice(0, first)];
  const seen = foreign.toLowerCase();
  const shared = (text: string): number => contentWords(text).filter((word) => seen.includes(word)).length;
  const free = turned.find((text) => shared(text) === 0);
  // Data with words of the whole pool is an attack: take the sentence with the fewest.
  const text = free ?? turned.toSorted((a, b) => shared(a) - shared(b))[0] ?? '';
  return { text, position };
}
