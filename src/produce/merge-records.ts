import { addUsage } from '../model/answer.js';
import type { RunRecord } from '../model/run-record.js';
import { createRepeats, repeated } from './take-samples.js';

/** Both sides' records of all shards. */
export type MergedRecords = {
  /** `null` if the base did not run and was not judged again. */
  readonly base: RunRecord | null;
  readonly head: RunRecord;
};

/**
 * The parts of one record as a whole, with the cases in the order of `ids`. Calls and tokens add up; the time is the
 * slowest part's. Throws `RangeError` without a part.
 */
export function mergeRecords(parts: readonly RunRecord[], ids: readonly string[]): RunRecord {
  const [first] = parts;
  if (first === undefined) throw new RangeError('no record to merge');
  const placeOf = new Map(ids.map((id, index) => [id, index]));
  const place = (id: string) => placeOf.get(id) ?? ids.length;
  const { repeats: _, ...same } = first;
  return {
    ...same,
    createdAt: parts.map(({ createdAt }) => createdAt).reduce((a, b) => (b < a ? b : a)),
    tasks: Object.fromEntries(parts.flatMap(({ tasks }) => Object.entries(tasks))),
    cases: parts.flatMap(({ cases }) => cases).toSorted((a, b) => place(a.id) - place(b.id)),
    usage: {
      target: parts.map(({ usage }) => usage.target).reduce(addUsage),
      judge: parts.map(({ usage }) => usage.judge).reduce(addUsage),
    },
    seconds: Math.max(...parts.map(({ seconds }) => seconds)),
    ...repeated(createRepeats(parts.flatMap(({ repeats }) => repeats ?? []))),
    stopped: parts.find(({ stopped }) => stopped !== null)?.stopped ?? null,
  };
}
