import { addUsage } from '../model/answer.js';
import type { Repeat, RunRecord } from '../model/run-record.js';

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
  const repeats = mergeRepeats(parts);
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
    ...(repeats.length > 0 && { repeats }),
    stopped: parts.find(({ stopped }) => stopped !== null)?.stopped ?? null,
  };
}

function mergeRepeats(parts: readonly RunRecord[]): readonly Repeat[] {
  const same = Map.groupBy(
    parts.flatMap(({ repeats }) => repeats ?? []),
    ({ of, why }) => JSON.stringify([of, why]),
  );
  return [...same.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ ...first, count: group.reduce((sum, { count }) => sum + count, 0) }];
  });
}
