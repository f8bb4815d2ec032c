import type { FailureKind } from '../../ports/errors.js';
import type { RunRecord } from '../../ports/run-record.js';
import { counted, grouped } from '../../text/counts.js';
import { type Failure, failureOf } from '../compare/unscored-case.js';
import { oneLine } from './gate-words.js';

/** Share of the cases. */
export const ERROR_SHARE = 0.05;

/** Most cases without a score that a run may have: one, or 5 %. */
export function errorLimit(cases: number): number {
  return Math.max(1, ERROR_SHARE * cases);
}

/** One suite-wide run over all cases, of which too many have no score. */
export type SpoiltRun = {
  readonly failures: readonly [Failure, ...Failure[]];
  /** `8 of 8 cases have no score in run 2`; without the run where there is only one. */
  readonly line: string;
};

/** Nobody's failure: the case is gone from the dataset, or there is nothing in it to score. */
const NO_FAULT: ReadonlySet<FailureKind> = new Set(['not-recorded', 'not-scorable']);

/**
 * The first suite-wide run of which more than the error limit has no score under this scorer; `null` where there is none.
 * Each run is held to the limit by itself: what an outage leaves of several runs is fewer of them, and to decide on those
 * would be to decide on other terms than those under which the further ones were asked for.
 *
 * @param innocent kinds that do not count besides what is nobody's fault.
 */
export function findSpoiltRun(
  record: RunRecord,
  scorer: string,
  innocent: ReadonlySet<FailureKind> = new Set(),
): SpoiltRun | null {
  const { cases } = record;
  const runs = cases.reduce((most, { samples }) => Math.max(most, samples.length), 0);
  for (let run = 0; run < runs; run += 1) {
    const failures = cases.flatMap(({ samples }): Failure[] => {
      const sample = samples[run];
      const failure = sample === undefined ? null : failureOf(sample, scorer, record);
      return failure === null || NO_FAULT.has(failure.kind) || innocent.has(failure.kind) ? [] : [failure];
    });
    const [first, ...others] = failures;
    if (first === undefined || failures.length <= errorLimit(cases.length)) continue;
    const have = `${grouped(failures.length)} of ${counted(cases.length, 'case')} ${failures.length === 1 ? 'has' : 'have'} no score`;
    return { failures: [first, ...others], line: runs === 1 ? have : `${have} in run ${run + 1}` };
  }
  return null;
}

/** The same in one line, with the first cause. */
export function renderSpoiltRun({ line, failures: [first] }: SpoiltRun): string {
  return `${line}: ${oneLine(first.reason)}`;
}
