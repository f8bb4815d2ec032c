import { digest } from '../../../text/hash.js';
import { contentWords } from '../../../text/words.js';
import { TOPIC } from './control-pool.js';

/** Where control items of one kind come from, and the only right labels for them. */
export type ControlSource<Label extends string = string> = {
  readonly pool: readonly string[];
  readonly labels: readonly Label[];
  /** What its texts name, in the place that they have for it. */
  readonly topics?: readonly string[];
};

export type Control<Label extends string = string> = {
  readonly text: string;
  /** Its index in the batch that it is mixed into. */
  readonly position: number;
  /** The only right ones. */
  readonly labels: readonly Label[];
};

/** What the controls of one question must not touch: made once, asked for every batch and repeat. */
export type ControlChooser<Label extends string = string> = (batch: {
  readonly items: readonly string[];
  readonly round: string;
}) => readonly Control<Label>[];

const wordsOfPools = new WeakMap<readonly string[], readonly (readonly string[])[]>();

/**
 * Chooses control statements, one of each source: sentences that share no content word with the data, at places in the
 * batch that the data cannot foretell. The same salt and batch give the same controls, so that equal questions stay
 * equal.
 *
 * @param options.foreign Every text that the judge will see: task, conversation, input, answer, tool calls.
 * @returns A chooser of controls in the order of their positions.
 */
export function createControlChooser<Label extends string>(options: {
  readonly salt: string;
  readonly seed: string;
  readonly foreign: readonly string[];
  readonly sources: readonly ControlSource<Label>[];
}): ControlChooser<Label> {
  const seen = options.foreign.join('\n').toLowerCase();
  return ({ items, round }) => {
    const chosen: Control<Label>[] = [];
    for (const [index, { pool, labels, topics }] of options.sources.entries()) {
      const noise = digest([options.salt, options.seed, round, items, ...(index === 0 ? [] : [index])]);
      const first = Number.parseInt(noise.slice(0, 8), 16);
      const position = Number.parseInt(noise.slice(8, 16), 16) % (items.length + index + 1);
      const text = chooseText(pool, topics ?? [''], first, seen);
      // What was put in before and stands behind it moves on.
      chosen.forEach((each, at) => {
        if (each.position >= position) chosen[at] = { ...each, position: each.position + 1 };
      });
      chosen.push({ text, position, labels });
    }
    return chosen.toSorted((a, b) => a.position - b.position);
  };
}

/** One of the pool with one of the topics, the pool's order first. */
function chooseText(pool: readonly string[], topics: readonly string[], first: number, seen: string): string {
  const words = wordsOf(pool);
  const many = pool.length * topics.length;
  let best = 0;
  let fewest = Number.POSITIVE_INFINITY;
  for (let step = 0; step < many; step++) {
    const index = (first + step) % many;
    const own = words[Math.floor(index / topics.length)] ?? [];
    // Part of a longer word counts as shared too: stricter than needed, and cheap.
    const shared = own.filter((word) => seen.includes(word)).length;
    if (shared < fewest) {
      fewest = shared;
      best = index;
    }
    // Data that has words of the whole pool was made to defeat it: the least touched one is used, and a judge that is
    // talked into it leaves the answer unscored, not better.
    if (fewest === 0) break;
  }
  const topic = topics[best % topics.length] ?? '';
  return (pool[Math.floor(best / topics.length)] ?? '').replace(TOPIC, () => topic);
}

/** Those that it has for every topic. */
function wordsOf(pool: readonly string[]): readonly (readonly string[])[] {
  const known = wordsOfPools.get(pool);
  if (known) return known;
  const words = pool.map((text) => contentWords(text.replace(TOPIC, '')));
  wordsOfPools.set(pool, words);
  return words;
}
