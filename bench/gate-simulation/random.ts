/** A reproducible source of randomness: the same seed gives the same numbers on every machine. */
export type Random = {
  /** Uniform in [0, 1). */
  next(): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** Uniform integer from `least` to `most`, both included. */
  integer(least: number, most: number): number;
  shuffled<Item>(items: readonly Item[]): readonly Item[];
};

/** sfc32, seeded from a text by FNV-1a. */
export function createRandom(seed: string): Random {
  let [a, b, c, count] = [hashOf(`a${seed}`), hashOf(`b${seed}`), hashOf(`c${seed}`), 1];
  const next = () => {
    const sum = (a + b + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let turn = 0; turn < 12; turn += 1) next();
  return {
    next,
    chance: (probability) => next() < probability,
    integer: (least, most) => least + Math.floor(next() * (most - least + 1)),
    shuffled: (items) =>
      items
        .map((item) => ({ item, place: next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ item }) => item),
  };
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash | 0;
}
