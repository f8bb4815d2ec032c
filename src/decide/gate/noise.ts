/** Pooled standard deviation of the values of each group around their own mean; `null` where no group has two values. */
export function pooledDeviation(groups: readonly (readonly number[])[]): number | null {
  let squares = 0;
  let freedom = 0;
  for (const values of groups) {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    for (const value of values) squares += (value - mean) ** 2;
    freedom += Math.max(0, values.length - 1);
  }
  return freedom === 0 ? null : Math.sqrt(squares / freedom);
}

/**
 * Standard deviation of one measuring, from the differences between two measurings of the same things: a difference
 * has twice the variance. `null` without any.
 */
export function deviationOfRepeats(differences: readonly number[]): number | null {
  if (differences.length === 0) return null;
  const squares = differences.reduce((sum, difference) => sum + difference ** 2, 0);
  return Math.sqrt(squares / (2 * differences.length));
}
