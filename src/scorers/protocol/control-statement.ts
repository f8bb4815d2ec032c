import { contentWords } from '../content-words.js';
import { digest } from '../digest.js';
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

let poolWords: readonly (readonly string[])[] | undefined;

/**
 * Chooses control statements: sentences that share no content word with the data, at a place in the batch that the
 * data cannot foretell. The same salt and batch give the same control, so that equal questions stay equal.
 *
 * @param foreign Every text that the judge will see: task, conversation, input, answer, tool calls.
 */
export function createControlChooser(options: {
  readonly salt: string;
  readonly seed: string;
  readonly foreign: readonly string[];
}): ControlChooser {
  const seen = options.foreign.join('\n').toLowerCase();
  return ({ items, round }) => {
    poolWords ??= CONTROL_POOL.map(contentWords);
    const noise = digest([options.salt, options.seed, round, items]);
    const first = Number.parseInt(noise.slice(0, 8), 16);
    const position = Number.parseInt(noise.slice(8, 16), 16) % (items.length + 1);
    return { text: chooseText(first, seen), position };
  };
}

function chooseText(first: number, seen: string): string {
  let best = '';
  let fewest = Number.POSITIVE_INFINITY;
  for (let step = 0; step < CONTROL_POOL.length; step++) {
    const index = (first + step) % CONTROL_POOL.length;
    // Part of a longer word counts as shared too: stricter than needed, and cheap.
    const shared = (poolWords?.[index] ?? []).filter((word) => seen.includes(word)).length;
    if (shared < fewest) {
      fewest = shared;
      best = CONTROL_POOL[index] ?? '';
    }
    // Data that has words of the whole pool was made to defeat it: the least touched one is used, and a judge that is
    // talked into it leaves the answer unscored, not better.
    if (fewest === 0) break;
  }
  return best;
}
