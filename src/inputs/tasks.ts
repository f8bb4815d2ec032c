import type { Case } from '../model/dataset.js';
import type { TaskSource } from '../model/run-record.js';
import { type PromptFile, systemPromptOf } from './prompt-file.js';

export type ResolvedTasks = {
  /** By case id; `null`: nothing says what the agent is for, so only the input counts. */
  readonly tasks: ReadonlyMap<string, string | null>;
  /** Where the cases without a task of their own got theirs; `case` where every case has its own. */
  readonly source: TaskSource;
  /** Lines for the report. */
  readonly notes: readonly string[];
};

/**
 * One task judges both sides, and the change under test cannot move it: a case's own task, else the suite's (already
 * the base's), else the base's system prompt; only where the base has no prompt file, the head's. A case that the
 * base's dataset has too keeps the task that it has there, under a new id also.
 */
export function resolveTasks(request: {
  readonly cases: readonly Case[];
  /** Empty where the base has no readable dataset. */
  readonly baseCases: readonly Case[];
  readonly suiteTask: string | null;
  readonly basePrompt: PromptFile | null;
  readonly headPrompt: PromptFile | null;
}): ResolvedTasks {
  const { cases, baseCases } = request;
  const before = baseRows(cases, baseCases);
  const own = new Map(cases.map((row) => [row.id, (before.get(row.id) ?? row).task ?? null]));
  const shared = sharedTask(request);
  const source = cases.every((row) => own.get(row.id) !== null) && cases.length > 0 ? 'case' : shared.source;
  const edited = cases.filter((row) => (row.task ?? null) !== own.get(row.id)).length;
  return {
    tasks: new Map(cases.map((row) => [row.id, own.get(row.id) ?? shared.task])),
    source,
    notes: [
      ...(edited > 0
        ? [
            `The pull request edits the task of ${edited === 1 ? '1 case' : `${edited} cases`}: counts after the merge; judged under the base's.`,
          ]
        : []),
      ...(source === 'head-prompt'
        ? ["The base has no prompt file, so answers are judged against the pull request's own system prompt."]
        : []),
    ],
  };
}

/** The base's row of each case, by the case's id: the one of the same id, else one whose id is gone and input is the same. */
function baseRows(cases: readonly Case[], baseCases: readonly Case[]): ReadonlyMap<string, Case> {
  const ids = new Set(cases.map((row) => row.id));
  const before = new Map(baseCases.map((row) => [row.id, row]));
  const gone = Map.groupBy(
    baseCases.filter((row) => !ids.has(row.id)),
    (row) => row.inputHash,
  );
  for (const row of cases) {
    const renamed = before.has(row.id) ? undefined : gone.get(row.inputHash)?.shift();
    if (renamed !== undefined) before.set(row.id, renamed);
  }
  return before;
}

function sharedTask(request: {
  readonly suiteTask: string | null;
  readonly basePrompt: PromptFile | null;
  readonly headPrompt: PromptFile | null;
}): { readonly task: string | null; readonly source: TaskSource } {
  const { suiteTask, basePrompt, headPrompt } = request;
  if (suiteTask !== null) return { task: suiteTask, source: 'suite' };
  const prompt = basePrompt ?? headPrompt;
  const task = prompt === null ? null : systemPromptOf(prompt);
  if (task === null) return { task, source: 'none' };
  return { task, source: basePrompt === null ? 'head-prompt' : 'base-prompt' };
}
