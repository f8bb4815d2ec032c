import { AGENT_FAILURES, unscoredCase } from '../compare/unscored-case.js';
import type { UnscoredCase } from '../model/comparison.js';
import type { FailureKind } from '../model/errors.js';
import type { RunRecord } from '../model/run-record.js';
import { errorLimit } from './errors.js';
import { counted, oneLine } from './gate-words.js';

/** Nobody's failure: the case is gone from the dataset, or there is nothing in it to score. */
const NO_FAULT: ReadonlySet<FailureKind> = new Set(['not-recorded', 'not-scorable']);

/**
 * Why a base that was run now may not serve as baseline; `null` where it may. More cases than the error limit that
 * provider or judge left without a score make a comparison with the others an accident. Cases that the base's own agent
 * failed do not count: they are what the base is, and a pull request may mend them.
 */
export function unusableBase(record: RunRecord): string | null {
  if (record.stopped !== null) return oneLine(record.stopped.reason);
  const failures = record.cases.flatMap((row): UnscoredCase[] => {
    for (const { id } of record.scorers) {
      const failure = unscoredCase({ row, base: null, head: record, scorer: id });
      if (failure === null || AGENT_FAILURES.has(failure.kind) || NO_FAULT.has(failure.kind)) continue;
      return [failure];
    }
    return [];
  });
  const [first] = failures;
  if (first === undefined || failures.length <= errorLimit(record.cases.length)) return null;
  const have = failures.length === 1 ? 'has' : 'have';
  return `${failures.length.toLocaleString('en-US')} of ${counted(record.cases.length, 'case')} ${have} no score at the base: ${oneLine(first.reason)}`;
}
