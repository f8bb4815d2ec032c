import { contentWords } from '../../../text/words.js';
import { digest } from '../../digest.js';
import { CONTROL_POOL } from './control-pool.js';

export type Control = {
  readonly text: string;
  /** Index among the items of its batch, from 0 to their number. */
  readonly position: number;
};

/** What the controls of one question must not touch: made once, asked for every batch and repeat. */
export type ControlChooser = (batch: {
  readonly items: readonly string[];
  readonly round: string;
}) => Control;

const wordsOfPools = new WeakMap<readonly string[], readonly (readonly string[])[]>();

/**
 * Chooses control statements: sentences that share no content word with the data, at a place in the batch that the
 * data cannot foretell. The same salt and batch give the same control, so that equal questions stay equal.
 *
 * @param options.foreign Every text that the judge will see: task, conversation, input, answer, tool calls.
 * @param options.pool Where the sentences come from; default: sentences that answer nobody's question.
 */
export function createControlChooser(options: {
  readonly salt: string;
  readonly seed: string;
  readonly foreign: readonly string[];
  readonly pool?: readonly string[];
}): ControlChooser {
  const pool = options.pool ?? CONTROL_POOL;
  const seen = options.foreign.join('\n').toLowerCase();
  return ({ items, round }) => {
    const noise = digest([options.salt, options.seed, round, items]);
    const first = Number.parseInt(noise.slice(0, 8), 16);
    const position = Number.parseInt(noise.slice(8, 16), 16) % (items.length + 1);
    return { text: chooseText(pool, first, seen), position };
  };
}

function chooseText(pool: readonly string[], first: number, seen: string): string {
  const words = wordsOf(pool);
  let best = '';
  let fewest = Number.POSITIVE_INFINITY;
  for (let step = 0; step < pool.length; step++) {
    const index = (first + step) % pool.length;
    // Part of a longer word counts as shared too: stricter than needed, and cheap.
    const shared = (words[index] ?? []).filter((word) => seen.includes(word)).length;
    if (shared < fewest) {
      fewest = shared;
      best = pool[index] ?? '';
    }
    // Data that has words of the whole pool was made to defeat it: the least touched one is used, and a judge that is
    // talked into it leaves the answer unscored, not better.
    if (fewest === 0) break;
  }
  return best;
}

function wordsOf(pool: readonly string[]): readonly (readonly string[])[] {
  const known = wordsOfPools.get(pool);
  if (known) return known;
  const words = pool.map(contentWords);
  wordsOfPools.set(pool, words);
  return words;
}
