import { datasetFingerprint } from '../files/fingerprint.js';
import type { Judging } from '../judging/open-judging.js';
import { hashTask, keepTasks } from '../judging/record-tasks.js';
import { type Answer, addUsage, NO_USAGE, subtractUsage } from '../ports/answer.js';
import type { Case } from '../ports/dataset.js';
import type { Edges } from '../ports/edges.js';
import { ProviderError } from '../ports/errors.js';
import type { Journal } from '../ports/journal.js';
import {
  type CaseRecord,
  RUN_RECORD_FORMAT,
  RUN_RECORD_VERSION,
  type RunRecord,
  type Sample,
  type TaskSource,
} from '../ports/run-record.js';
import type { SuiteSettings } from '../ports/settings.js';
import type { Target } from '../ports/target.js';
import { limitTarget } from '../target/limit-target.js';
import { openTarget } from '../target/open-target.js';
import { runPool } from '../workers/work-pool.js';
import { createProgress } from './progress.js';
import { type AskedSide, type Asking, fingerprintTarget, recallAnswers } from './recall-answers.js';
import { createRepeats, repeated } from './repeats.js';
import { renderStop } from './stop-reason.js';
import {
  answerHash,
  dropContradicted,
  mendSamples,
  redacted,
  type Sampling,
  takeSample,
  WORK_PER_CALL,
  type Work,
} from './take-sample.js';

export type ProducePlan = {
  /** The suite with this side's own target. */
  readonly suite: SuiteSettings;
  readonly side: AskedSide;
  /** The suite's working directory, relative to the repository's top; empty at the top. */
  readonly directory: string;
  readonly watched: string | null;
  readonly cases: readonly Case[];
  /** By case id. */
  readonly tasks: ReadonlyMap<string, string | null>;
  readonly taskSource: TaskSource;
  /** Suite-wide samples a case wanted in all, those of `previous` included. */
  readonly samples: number;
  readonly previous: RunRecord | null;
  readonly judging: Judging;
  readonly journal: Journal;
};

/**
 * The first half of a run: asks the target and judges its answers, sample by sample, and resolves with the run record.
 * What cannot be had is in the record as failed or unscored; a run that could not go on says so in `stopped`.
 * Throws `UserError` for what the user must mend (a missing prompt file, an unknown program).
 */
export async function produce(plan: ProducePlan, edges: Edges): Promise<RunRecord> {
  const { suite, side, cases, previous, judging } = plan;
  const startedAt = edges.now();
  const spentBefore = judging.spent();
  await using target = await openAgent({ ...plan, sampling: 'suite' }, edges);
  const known = new Map(previous?.cases.map((row) => [row.id, row]));
  const taken = new Map<string, (Sample | undefined)[]>(
    cases.map((row) => [row.id, [...(known.get(row.id)?.samples ?? [])]]),
  );
  const repeats = createRepeats(previous?.repeats);
  const stopped = await takeSamples(plan, taken, { target, edges, repeats });
  const spent = judging.spent();
  return {
    format: RUN_RECORD_FORMAT,
    version: RUN_RECORD_VERSION,
    tool: edges.version,
    suite: suite.name,
    directory: plan.directory,
    createdAt: startedAt.toISOString(),
    commit: side.commit,
    watched: plan.watched,
    dataset: datasetFingerprint(cases),
    target: target.description,
    ...(target.model !== undefined && { targetModel: target.model }),
    taskSource: plan.taskSource,
    tasks: keepTasks(plan, edges.redact),
    judge: judging.fingerprint,
    scorers: judging.scorers.map((scorer) => scorer.fingerprint),
    cases: cases.map((row) => ({
      ...caseRecord(row, taken.get(row.id) ?? [], stopped),
      taskHash: hashTask(plan.tasks.get(row.id) ?? null),
      caseSamples: known.get(row.id)?.caseSamples ?? [],
    })),
    usage: {
      target: addUsage(previous?.usage.target ?? NO_USAGE, target.usage()),
      judge: addUsage(previous?.usage.judge ?? NO_USAGE, subtractUsage(spent.usage, spentBefore.usage)),
      reusedVerdicts: (previous?.usage.reusedVerdicts ?? 0) + spent.reused - spentBefore.reused,
    },
    seconds: (previous?.seconds ?? 0) + (edges.now().getTime() - startedAt.getTime()) / 1000,
    ...repeated(repeats),
    ...(previous?.labelCheck && { labelCheck: previous.labelCheck }),
    stopped,
    text: 'full',
  };
}

/**
 * Opens this side's agent, held to the run's budget; what an earlier run got of it and did not finish with is not asked
 * again. Throws `UserError` for what the user must mend.
 */
export async function openAgent(
  asking: Asking & Pick<ProducePlan, 'journal'>,
  edges: Edges,
): Promise<Target> {
  const { suite, side, journal } = asking;
  const target = await openTarget(suite.target, {
    tree: side.reader,
    root: side.root,
    chat: suite.target.kind === 'prompt' ? edges.chat('target', suite.provider) : null,
    env: edges.env,
    redact: edges.redact,
  });
  const limited = suite.target.kind === 'command' ? limitTarget(target, edges.budget) : target;
  const { env, version } = edges;
  const fingerprint = await fingerprintTarget(asking, { journal, env, version });
  return recallAnswers(limited, { journal, fingerprint, asking, safe: (answer) => redacted(answer, edges) });
}

/** Why the budget does not cover what is due; what an earlier run paid for costs nothing. */
export function shortfall(
  due: () => Iterable<Work>,
  { target, edges }: { readonly target: Target; readonly edges: Pick<Edges, 'budget'> },
): ProviderError | null {
  const all = [...due()];
  if (edges.budget.shortfall(all.length) === null) return null;
  const unpaid = all.filter(({ row, index }) => target.isKept?.(row, index) !== true);
  return edges.budget.shortfall(unpaid.length);
}

type Taken = ReadonlyMap<string, (Sample | undefined)[]>;

/** Takes what is missing, then asks once more where that may help. Resolves with why it stopped early, or `null`. */
async function takeSamples(
  plan: ProducePlan,
  taken: Taken,
  { target, edges, repeats }: Pick<Sampling, 'target' | 'edges' | 'repeats'>,
): Promise<RunRecord['stopped']> {
  const wanted = Math.min(plan.samples, target.maxSamples);
  const due = countMissing(plan.cases, taken, wanted);
  // A round of samples that cannot be finished decides nothing, so it is not begun.
  const short =
    plan.suite.target.kind === 'prompt'
      ? shortfall(() => missing(plan.cases, taken, wanted), { target, edges })
      : null;
  if (short !== null) return { kind: short.kind, reason: short.message };
  const of = plan.previous !== null ? ' of another run' : plan.side.name === 'base' ? ' of the base' : '';
  const progress = createProgress({ total: due, of }, edges);
  try {
    const all: Work[] = [];
    const sampling = { plan, target, edges, repeats, progress };
    await runPool({
      items: missing(plan.cases, taken, wanted),
      concurrency: Math.ceil(edges.maxConcurrency * WORK_PER_CALL),
      signal: edges.signal,
      run: async (work) => {
        all.push(work);
        taken.get(work.row.id)?.splice(work.index, 1, await takeSample(work, sampling));
      },
    });
    const write = ({ row, index }: Work, sample: Sample) => void taken.get(row.id)?.splice(index, 1, sample);
    const read = ({ row, index }: Work) => taken.get(row.id)?.[index];
    await mendSamples(all, { ...sampling, read, write });
    await dropContradicted(all, { target, write });
    return null;
  } catch (thrown) {
    const reason = edges.signal.aborted ? edges.signal.reason : thrown;
    if (!(reason instanceof ProviderError)) throw reason;
    const done = due - countMissing(plan.cases, taken, wanted);
    return { kind: reason.kind, reason: edges.redact(renderStop(reason, { done, due, of })) };
  } finally {
    progress.end();
  }
}

/** Every case's first sample before any second one, so that a run cut short has seen all cases. */
function* missing(cases: readonly Case[], taken: Taken, wanted: number): Generator<Work> {
  for (let index = 0; index < wanted; index += 1) {
    for (const row of cases) {
      const samples = taken.get(row.id) ?? [];
      if (samples[index] !== undefined) continue;
      // Samples end in any order; the place is reserved so that each lands at its own index.
      while (samples.length <= index) samples.push(undefined);
      yield { row, index };
    }
  }
}

function countMissing(cases: readonly Case[], taken: Taken, wanted: number): number {
  const had = cases.flatMap((row) => (taken.get(row.id) ?? []).filter((sample) => sample !== undefined));
  return Math.max(0, wanted * cases.length - had.length);
}

function caseRecord(
  row: Case,
  samples: readonly (Sample | undefined)[],
  stopped: RunRecord['stopped'],
): Omit<CaseRecord, 'caseSamples'> {
  const done = samples.filter((sample) => sample !== undefined);
  if (done.length === 0 && stopped !== null) {
    const answer: Answer = { status: 'failed', kind: stopped.kind, message: stopped.reason };
    done.push({ answer, answerHash: answerHash(answer), judgements: {} });
  }
  return {
    id: row.id,
    inputHash: row.inputHash,
    input: row.input,
    tags: row.tags,
    samples: done,
  };
}
