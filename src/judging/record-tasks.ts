import { pairCases } from '../dataset/pair-cases.js';
import type { Case } from '../model/case.js';
import type { CaseRecord, RunRecord } from '../model/run-record.js';
import { digest } from '../text/json.js';

export type CaseTasks = {
  readonly cases: readonly Case[];
  /** By case id. */
  readonly tasks: ReadonlyMap<string, string | null>;
};

/** A task in a record: its hash, since a store may not keep the text. */
export function hashTask(task: string | null): string {
  return digest(task, 24);
}

/** The tasks of a run as its record keeps them: each text once, by its hash. */
export function hashTasks({ cases, tasks }: CaseTasks, redact: (text: string) => string): RunRecord['tasks'] {
  const texts = cases.map(({ id }) => tasks.get(id) ?? null).filter((task) => task !== null);
  return Object.fromEntries(texts.map((task) => [hashTask(task), redact(task)]));
}

/** The record's cases in this run that were judged under another task than today's. */
export function findRetaskedCases(record: RunRecord, current: CaseTasks): ReadonlySet<CaseRecord> {
  return new Set(
    pairWithRecord(record, current).flatMap(({ row, known }) =>
      known === null || known.taskHash === hashTask(current.tasks.get(row.id) ?? null) ? [] : [known],
    ),
  );
}

/**
 * The tasks of a run that is compared with a record alone, without the base's files: the record's tasks, never those of a
 * prompt under test. A new case has its row's task, else the suite's in the record. `null` if the record has no tasks.
 */
export function inheritTasks(record: RunRecord, current: CaseTasks): CaseTasks['tasks'] | null {
  const inherited = pairWithRecord(record, current).map(({ row, known }) => {
    const today = current.tasks.get(row.id) ?? null;
    return {
      row,
      task: known === null ? undefined : findCarriedTask(record, known, today),
      isNew: known === null,
    };
  });
  if (inherited.some(({ task, isNew }) => task === undefined && !isNew)) return null;
  const shared =
    inherited.find(({ row, task }) => row.task === undefined && task !== undefined)?.task ?? null;
  return new Map(
    inherited.map(({ row, task }) => [row.id, task === undefined ? (row.task ?? shared) : task]),
  );
}

/** The task that a case was judged under, if the record or a candidate has it; else `undefined`. */
function findCarriedTask(
  { tasks }: RunRecord,
  { taskHash }: CaseRecord,
  today: string | null,
): string | null | undefined {
  const recordedTask = Object.hasOwn(tasks, taskHash) ? tasks[taskHash] : undefined;
  // A redacted or edited text is not the task.
  return [today, null, recordedTask].find((task) => task !== undefined && hashTask(task) === taskHash);
}

/** The run's cases, each with the record's case of the same input. */
function pairWithRecord(
  record: RunRecord,
  { cases }: CaseTasks,
): readonly { readonly row: Case; readonly known: CaseRecord | null }[] {
  return pairCases(cases, record.cases).rows.map((row) => ({
    row: row.head,
    known: row.kind === 'pair' ? row.base : null,
  }));
}
