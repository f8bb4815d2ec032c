import type { Case } from '../ports/dataset.js';
import type { Effects } from '../ports/effects.js';
import { AGENT_FAILURES, type FailureKind } from '../ports/errors.js';
import type { RunRecord, Sample } from '../ports/run-record.js';
import { openAgent, type ProducePlan } from './produce.js';
import { startMeter } from './spending.js';
import { createRepeats, repeated, takeSamples, type Work } from './take-samples.js';

export type CaseSampling = {
  /** The head so far. */
  readonly record: RunRecord;
  /** Ids of the cases to ask again. */
  readonly cases: readonly string[];
  /** Samples wanted of each in all, suite-wide ones included. */
  readonly upTo: number;
};

/** Everything about the head but how often all of its cases are asked. */
type CasePlan = Omit<ProducePlan, 'samples' | 'previous'>;

/**
 * Asks single cases again, to see whether they are really broken. What they answer stands apart from the suite-wide
 * samples and enters no mean. Where provider or judge leave one of these samples without a score, nobody can tell whether
 * the case recovered: that is in `stopped`, since a case must be called broken, or not, for no outage's sake.
 */
export async function sampleCases(
  { record, cases, upTo }: CaseSampling,
  plan: CasePlan,
  effects: Effects,
): Promise<RunRecord> {
  const meter = startMeter(plan.judging, effects);
  await using target = await openAgent({ ...plan, sampling: 'case' }, effects);
  const work = planWork(record, plan.cases, { ids: new Set(cases), upTo });
  const repeats = createRepeats(record.repeats);
  const of = ' of cases that were asked again';
  const { taken, stopped } = await takeSamples(work, of, { plan, target, effects, repeats });
  const lack = stopped === null ? lackOf(taken) : null;
  return {
    ...record,
    cases: record.cases.map((known) => {
      const own = work.filter(({ row }) => row.id === known.id).flatMap((due) => taken.get(due) ?? []);
      return own.length === 0 ? known : { ...known, caseSamples: [...known.caseSamples, ...own] };
    }),
    ...meter.addedTo(record, target.usage()),
    ...repeated(repeats),
    stopped: lack === null ? stopped : { ...lack, reason: effects.redact(lack.reason) },
  };
}

function planWork(
  record: RunRecord,
  rows: readonly Case[],
  { ids, upTo }: { readonly ids: ReadonlySet<string>; readonly upTo: number },
): readonly Work[] {
  const had = new Map(
    record.cases.map(({ id, samples, caseSamples }) => [id, samples.length + caseSamples.length]),
  );
  return rows
    .filter(({ id }) => ids.has(id))
    .flatMap((row) => {
      const from = had.get(row.id) ?? upTo;
      return Array.from({ length: Math.max(0, upTo - from) }, (_, more) => ({ row, index: from + more }));
    });
}

/** Why a sample has no score, where that is not the agent's own doing; `null` where every one can be relied on. */
function lackOf(taken: ReadonlyMap<Work, Sample>): RunRecord['stopped'] {
  for (const [{ row }, { answer, judgements }] of taken) {
    for (const judgement of Object.values(judgements)) {
      if (judgement.status === 'scored') continue;
      const kind: FailureKind = answer.status === 'failed' ? answer.kind : judgement.kind;
      if (AGENT_FAILURES.has(kind)) continue;
      const name = JSON.stringify(row.id.slice(0, 60));
      return { kind, reason: `case ${name} was to be asked again, and had no score: ${judgement.reason}` };
    }
  }
  return null;
}
