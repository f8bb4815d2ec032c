import type { CaseRecord, RunRecord } from '../../ports/run-record.js';

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
 * How much the agent repeats itself: of all suite-wide runs of a case beyond its first, on both sides, the share whose
 * answer the case had on that side before. 0 where no case has two answers on one side. A repeated answer is no evidence
 * of its own: where all are repeated, every rewording of an answer differs from all runs of the base at once.
 */
export function repeatedShare({
  head,
  base,
}: {
  readonly head: RunRecord;
  readonly base: RunRecord | null;
}): number {
  let further = 0;
  let repeated = 0;
  for (const row of [...head.cases, ...(base?.cases ?? [])]) {
    const hashes = hashesOf(row);
    further += Math.max(0, hashes.length - 1);
    repeated += hashes.length - new Set(hashes).size;
  }
  return further === 0 ? 0 : repeated / further;
}

function hashesOf({ samples }: CaseRecord): readonly string[] {
  return samples.filter(({ answer }) => answer.status === 'answered').map(({ answerHash }) => answerHash);
}
