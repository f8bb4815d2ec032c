import { pairCases } from '../dataset/pair-cases.js';
import type { Case } from '../ports/dataset.js';
import type { CaseRecord, RunRecord } from '../ports/run-record.js';
import { digest } from '../text/hash.js';

/** What a run asks, and under which task each case is judged. */
export type AskedUnder = {
  readonly cases: readonly Case[];
  /** By case id. */
  readonly tasks: ReadonlyMap<string, string | null>;
};

/** A task in a record: long enough that two tasks never meet, and not the text itself, which a store may not keep. */
export function hashTask(task: string | null): string {
  return digest(task, 24);
}

/** The tasks of a run as its record keeps them: each text once, by its hash. */
export function keepTasks(
  { cases, tasks }: AskedUnder,
  redact: (text: string) => string,
): RunRecord['tasks'] {
  const texts = cases.map(({ id }) => tasks.get(id) ?? null).filter((task) => task !== null);
  return Object.fromEntries(texts.map((task) => [hashTask(task), redact(task)]));
}

/** The record's cases that the run asks too, and that were judged under another task than today's. */
export function casesOfOtherTask(record: RunRecord, asked: AskedUnder): ReadonlySet<CaseRecord> {
  return new Set(
    pairKnown(record, asked).flatMap(({ row, known }) =>
      known === null || known.taskHash === hashTask(asked.tasks.get(row.id) ?? null) ? [] : [known],
    ),
  );
}

/**
 * The tasks of a run that is held against a record alone: no files of a base are there to lend their task, so the record
 * lends those that its answers were judged under. A prompt that is under test never becomes the yardstick. What the record
 * did not ask has its row's own task, else the one that it has for rows without.
 *
 * `null` if the record does not carry what is needed.
 */
export function lendTasks(record: RunRecord, asked: AskedUnder): AskedUnder['tasks'] | null {
  const lent = pairKnown(record, asked).map(({ row, known }) => {
    const today = asked.tasks.get(row.id) ?? null;
    return {
      row,
      task: known === null ? undefined : carriedTask(record, known, today),
      isNew: known === null,
    };
  });
  if (lent.some(({ task, isNew }) => task === undefined && !isNew)) return null;
  const shared = lent.find(({ row, task }) => row.task === undefined && task !== undefined)?.task ?? null;
  return new Map(lent.map(({ row, task }) => [row.id, task === undefined ? (row.task ?? shared) : task]));
}

/** The task that a case was judged under, where the record, or what it might have been, tells; else `undefined`. */
function carriedTask(
  { tasks }: RunRecord,
  { taskHash }: CaseRecord,
  today: string | null,
): string | null | undefined {
  const known = Object.hasOwn(tasks, taskHash) ? tasks[taskHash] : undefined;
  // A text without a secret that it had, or one that was edited, is not the task.
  return [today, null, known].find((task) => task !== undefined && hashTask(task) === taskHash);
}

/** The run's cases, each with the record's case that asks the same. */
function pairKnown(
  record: RunRecord,
  { cases }: Pick<AskedUnder, 'cases'>,
): readonly { readonly row: Case; readonly known: CaseRecord | null }[] {
  return pairCases(cases, record.cases).rows.map((row) => ({
    row: row.head,
    known: row.kind === 'pair' ? row.base : null,
  }));
}
