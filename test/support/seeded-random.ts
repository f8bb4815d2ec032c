/** Numbers of [0, 1) that are the same for the same seed; good enough to shuffle, not to keep a secret. */
export function createSeededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    // A Weyl sequence whose steps are hashed: every seed has the full period of 2^32.
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** The items in random order (Fisher and Yates). */
export function shuffled<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    const [a, b] = [mixed[last], mixed[other]];
    if (a !== undefined && b !== undefined) [mixed[last], mixed[other]] = [b, a];
  }
  return mixed;
}
