import { pairCases } from '../dataset/pair-cases.js';
import type { Case } from '../model/case.js';
import type { Effects } from '../model/effects.js';
import { AGENT_FAILURES, type FailureKind } from '../model/errors.js';
import type { CaseRecord, RunRecord, Sample } from '../model/run-record.js';
import { openAgent, type ProducePlan } from './produce.js';
import { startMeter } from './spending.js';
import { createRepeats, repeated, takeSamples, type Work } from './take-samples.js';

export type CaseSampling = {
  /** One side so far. */
  readonly record: RunRecord;
  /** Ids of the cases to ask again, as the head knows them. */
  readonly caseIds: readonly string[];
  /** Samples wanted of each in all, suite-wide ones included. */
  readonly upTo: number;
};

/** A side's plan without its number of suite-wide runs. */
type CasePlan = Omit<ProducePlan, 'samples' | 'previous'>;

/**
 * Runs single cases again on one side. These answers are kept apart and enter no mean. If one stays unscored, `stopped`
 * has the reason, because the case may have recovered.
 */
export async function sampleCases(
  { record, caseIds, upTo }: CaseSampling,
  plan: CasePlan,
  effects: Effects,
): Promise<RunRecord> {
  const meter = startMeter(plan.judging, effects);
  await using target = await openAgent({ ...plan, sampling: 'case' }, effects);
  const known = recordedCases(plan.cases, record);
  const ids = new Set(caseIds);
  const work = plan.cases
    .filter(({ id }) => ids.has(id))
    .flatMap((row) => dueOf(row, known.get(row), Math.min(upTo, target.maxSamples)));
  const repeats = createRepeats(record.repeats);
  const of = plan.side.name === 'base' ? ' of cases asked again at the base' : ' of cases asked again';
  const { taken, stopped } = await takeSamples(work, of, { plan, target, effects, repeats });
  const lack = stopped === null ? lackOf(taken) : null;
  const more = Map.groupBy(work, ({ row }) => known.get(row));
  return {
    ...record,
    cases: record.cases.map((kept) => {
      const own = (more.get(kept) ?? []).flatMap((due) => taken.get(due) ?? []);
      return own.length === 0 ? kept : { ...kept, caseSamples: [...kept.caseSamples, ...own] };
    }),
    ...meter.addedTo(record, target.usage()),
    ...repeated(repeats),
    stopped: lack === null ? stopped : { ...lack, reason: effects.redact(lack.reason) },
  };
}

/** The record's entry of each row; a stored baseline may have another id. */
function recordedCases(rows: readonly Case[], { cases }: RunRecord): ReadonlyMap<Case, CaseRecord> {
  const pairs = pairCases(rows, cases).rows;
  return new Map(pairs.flatMap((pair) => (pair.kind === 'pair' ? [[pair.head, pair.base] as const] : [])));
}

function dueOf(row: Case, known: CaseRecord | undefined, upTo: number): readonly Work[] {
  if (known === undefined) return [];
  const from = known.samples.length + known.caseSamples.length;
  return Array.from({ length: Math.max(0, upTo - from) }, (_, more) => ({ row, index: from + more }));
}

/** The reason why a sample has no score, unless it is the agent's own doing; else `null`. */
function lackOf(taken: ReadonlyMap<Work, Sample>): RunRecord['stopped'] {
  for (const [{ row }, { answer, judgements }] of taken) {
    for (const judgement of Object.values(judgements)) {
      if (judgement.status === 'scored') continue;
      const kind: FailureKind = answer.status === 'failed' ? answer.kind : judgement.kind;
      if (AGENT_FAILURES.has(kind)) continue;
      const name = JSON.stringify(row.id.slice(0, 60));
      return { kind, reason: `case ${name} ran again and has no score: ${judgement.reason}` };
    }
  }
  return null;
}
