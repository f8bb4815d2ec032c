import { digest } from '../../text/hash.js';
import { contentWords } from '../../text/words.js';

export type Control = {
  readonly text: string;
  /** Its index among the items that it is mixed into. */
  readonly position: number;
};

/**
 * Chooses the control statement of one call, and its place: one that shares no word with the data if there is one. The
 * same salt and seed choose the same, so that equal questions stay equal; nobody outside the run can foretell it.
 *
 * @param foreign Every text that the judge will see.
 * @param places How many items it may be put before or behind.
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
  // Data with words of the whole pool was made to defeat it: then the one with the fewest.
  const text = free ?? turned.toSorted((a, b) => shared(a) - shared(b))[0] ?? '';
  return { text, position };
}
