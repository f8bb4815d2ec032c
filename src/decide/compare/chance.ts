/** Probability that at least `least` of `of` happen, each independently with this chance. */
export function binomialTail(least: number, of: number, chance: number): number {
  let tail = 0;
  // By logarithms: of thousands the first terms are too small for a number.
  let term = of * Math.log(1 - chance);
  for (let count = 0; count <= of; count += 1) {
    if (count >= least) tail += Math.exp(term);
    term += Math.log(((of - count) / (count + 1)) * (chance / (1 - chance)));
  }
  return Math.min(1, tail);
}

/** How many ways there are to choose `some` of so many. */
export function waysToChoose(of: number, some: number): number {
  let ways = 1;
  for (let count = 1; count <= some; count += 1) ways = (ways * (of - some + count)) / count;
  return ways;
}
