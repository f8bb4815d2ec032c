import { addUsage, subtractUsage } from '../ports/answer.js';
import type { Case } from '../ports/dataset.js';
import type { Edges } from '../ports/edges.js';
import { AGENT_FAILURES, type FailureKind, ProviderError } from '../ports/errors.js';
import type { RunRecord, Sample } from '../ports/run-record.js';
import { runPool } from '../workers/work-pool.js';
import { openAgent, type ProducePlan, shortfall } from './produce.js';
import { createProgress } from './progress.js';
import { createRepeats, repeated } from './repeats.js';
import { renderStop } from './stop-reason.js';
import {
  dropContradicted,
  mendSamples,
  type Sampling,
  takeSample,
  WORK_PER_CALL,
  type Work,
} from './take-sample.js';

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
  edges: Edges,
): Promise<RunRecord> {
  const startedAt = edges.now();
  const before = plan.judging.spent();
  await using target = await openAgent({ ...plan, sampling: 'case' }, edges);
  const work = planWork(record, plan.cases, { ids: new Set(cases), upTo });
  const taken = new Map<Work, Sample>();
  const repeats = createRepeats(record.repeats);
  const stopped = await takeSamples(work, taken, { plan, target, edges, repeats });
  const after = plan.judging.spent();
  return {
    ...record,
    cases: record.cases.map((known) => {
      const own = work.filter(({ row }) => row.id === known.id).flatMap((due) => taken.get(due) ?? []);
      return own.length === 0 ? known : { ...known, caseSamples: [...known.caseSamples, ...own] };
    }),
    usage: {
      target: addUsage(record.usage.target, target.usage()),
      judge: addUsage(record.usage.judge, subtractUsage(after.usage, before.usage)),
      reusedVerdicts: record.usage.reusedVerdicts + after.reused - before.reused,
    },
    seconds: record.seconds + (edges.now().getTime() - startedAt.getTime()) / 1000,
    ...repeated(repeats),
    stopped,
  };
}

/** Takes the samples that are due. Resolves with why they cannot be relied on, or `null`. */
async function takeSamples(
  work: readonly Work[],
  taken: Map<Work, Sample>,
  given: Omit<Sampling, 'progress'> & { readonly plan: CasePlan },
): Promise<RunRecord['stopped']> {
  const { plan, edges } = given;
  const short = plan.suite.target.kind === 'prompt' ? shortfall(() => work, given) : null;
  if (short !== null) return { kind: short.kind, reason: short.message };
  const { signal } = edges;
  const of = ' of cases that were asked again';
  const progress = createProgress({ total: work.length, of }, edges);
  const sampling = { ...given, progress };
  try {
    await runPool({
      items: work,
      concurrency: Math.ceil(edges.maxConcurrency * WORK_PER_CALL),
      signal,
      run: async (due) => {
        taken.set(due, await takeSample(due, sampling));
      },
    });
    const write = (due: Work, sample: Sample) => void taken.set(due, sample);
    await mendSamples(work, { ...sampling, read: (due) => taken.get(due), write });
    await dropContradicted(work, { target: given.target, write });
    const lack = lackOf(taken);
    return lack && { ...lack, reason: edges.redact(lack.reason) };
  } catch (thrown) {
    const reason: unknown = signal.aborted ? signal.reason : thrown;
    if (!(reason instanceof ProviderError)) throw reason;
    const line = renderStop(reason, { done: taken.size, due: work.length, of });
    return { kind: reason.kind, reason: edges.redact(line) };
  } finally {
    progress.end();
  }
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
