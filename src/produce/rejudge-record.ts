import { buildScoreInput, judgeAnswer } from '../judging/judge-answer.js';
import type { Judging } from '../judging/open-judging.js';
import { hashTask, hashTasks } from '../judging/record-tasks.js';
import type { Case } from '../model/case.js';
import type { Effects } from '../model/effects.js';
import type { CaseRecord, RunRecord, Sample, TaskSource } from '../model/run-record.js';
import type { Judgement } from '../model/verdict.js';
import { runPool } from '../workers/worker-pool.js';
import { findStopCause } from './progress.js';
import { NOTHING_SPENT, startMeter } from './spending.js';
import { findFaultyJudgement, retryInRounds, SAMPLES_PER_CALL } from './take-samples.js';

/** Tasks, judge and scorers of the new judging. */
export type RejudgePlan = {
  readonly cases: readonly Case[];
  /** By case id. */
  readonly tasks: ReadonlyMap<string, string | null>;
  readonly taskSource: TaskSource;
  readonly judging: Judging;
};

/**
 * A record's answers, judged by today's judge; the agent does not run. Questions come from the dataset, by input, so
 * answers to removed questions stay unscored. `stopped` is set if the judge failed or the run ended.
 */
export async function rejudgeRecord(
  record: RunRecord,
  plan: RejudgePlan,
  effects: Effects,
): Promise<RunRecord> {
  const { judging } = plan;
  const meter = startMeter(judging, effects);
  const findRow = createRowFinder(plan.cases);
  const asked = record.cases.map((known) => draftCase(known, findRow(known), judging));
  const stopped = await judgeCases(asked, plan, effects);
  return {
    ...record,
    tool: effects.version,
    taskSource: plan.taskSource,
    // Removed cases keep the task of their scores.
    tasks: { ...record.tasks, ...hashTasks(plan, effects.redact) },
    judge: judging.fingerprint,
    scorers: judging.scorers.map((scorer) => scorer.fingerprint),
    cases: asked.map(({ known, row, samples, caseSamples }) => ({
      ...known,
      taskHash: row === undefined ? known.taskHash : hashTask(plan.tasks.get(row.id) ?? null),
      samples,
      caseSamples,
    })),
    ...meter.addedTo(NOTHING_SPENT),
    stopped: stopped === null ? record.stopped : { ...stopped, reason: effects.redact(stopped.reason) },
  };
}

/** Number of stored answers that `rejudgeRecord` judges. */
export function countRejudged(record: RunRecord, cases: readonly Case[]): number {
  const findRow = createRowFinder(cases);
  const samples = record.cases
    .filter((known) => findRow(known) !== undefined)
    .flatMap((known) => [...known.samples, ...known.caseSamples]);
  return samples.filter(({ answer }) => answer.status === 'answered').length;
}

/** A stored case on its way to new judgements. */
type CaseDraft = {
  readonly known: CaseRecord;
  readonly row: Case | undefined;
  readonly samples: Sample[];
  readonly caseSamples: Sample[];
};

function draftCase(known: CaseRecord, row: Case | undefined, { scorers }: Judging): CaseDraft {
  const gone: Judgement = {
    status: 'unscored',
    kind: 'not-recorded',
    reason: 'the dataset no longer has this case, so its answer was not judged again',
  };
  const judgements = row === undefined ? scorers.map(({ id }) => [id, gone] as const) : [];
  const start = (sample: Sample): Sample => ({ ...sample, judgements: Object.fromEntries(judgements) });
  return { known, row, samples: known.samples.map(start), caseSamples: known.caseSamples.map(start) };
}

async function judgeCases(
  asked: readonly CaseDraft[],
  { tasks, judging }: RejudgePlan,
  { signal, maxConcurrency }: Effects,
): Promise<RunRecord['stopped']> {
  const { scorers } = judging;
  const work = asked.flatMap(({ row, samples, caseSamples }) =>
    [samples, caseSamples].flatMap((list) =>
      list.flatMap((sample, index) => (row === undefined ? [] : { row, list, sample, index })),
    ),
  );
  const many = Math.ceil(maxConcurrency * SAMPLES_PER_CALL);
  const judge = async ({ row, list, sample, index }: (typeof work)[number]) => {
    const request = buildScoreInput(row, tasks);
    const judgements = await judgeAnswer({ scorers, request, answer: sample.answer, signal });
    list[index] = { ...sample, judgements };
  };
  try {
    await runPool({ items: work, concurrency: many, signal, run: judge });
    await retryInRounds({
      all: work,
      isOdd: ({ list, sample, index }) =>
        findFaultyJudgement(list[index]?.judgements ?? {}, sample.answer) !== null,
      retry: judge,
      concurrency: { few: many, many },
      signal,
    });
    return null;
  } catch (thrown) {
    const { kind, message: reason } = findStopCause(thrown, signal);
    return { kind, reason };
  }
}

/** Finds the row of a stored case; a renamed case is the same case, as in pairing. */
function createRowFinder(cases: readonly Case[]): (known: CaseRecord) => Case | undefined {
  const byInput = Map.groupBy(cases, ({ inputHash }) => inputHash);
  return ({ id, inputHash }) => {
    const rows = byInput.get(inputHash) ?? [];
    return rows.find((row) => row.id === id) ?? rows[0];
  };
}
