import { isDeepStrictEqual } from 'node:util';
import type { Case } from '../ports/dataset.js';
import { UserError } from '../ports/errors.js';
import type { TaskSource } from '../ports/run-record.js';
import type { SuiteSettings } from '../ports/settings.js';
import { aboutScorer } from '../scorers/catalog.js';
import { counted } from '../text/counts.js';
import { pairCases } from './pair-cases.js';
import { type PromptFile, systemPromptOf } from './prompt-file.js';

/** Who may say what the agent is for, of all cases without a task of their own. */
type TaskGivers = {
  readonly suiteTask: string | null;
  readonly basePrompt: PromptFile | null;
  readonly headPrompt: PromptFile | null;
};

type ResolvedTasks = {
  /** By case id; `null`: nothing says what the agent is for, so only the input counts. */
  readonly tasks: ReadonlyMap<string, string | null>;
  /** Where the cases without a task of their own got theirs; `case` where every case has its own. */
  readonly source: TaskSource;
  /** Lines for the report. */
  readonly notes: readonly string[];
};

/**
 * One task judges both sides, and the change under test cannot move it: a case's own task, else the suite's (already
 * the base's), else the base's system prompt; the head's only where the suite is new, or the base's prompt file cannot be had.
 *
 * Cases are paired as they are for the delta: one with the same input at base keeps the task that it has there, whatever
 * its id is now. One with a new input is another case and has its own row's task, also under a known id. So a pull
 * request can set a case's task by editing its input; against a stored baseline such a case enters no delta, only the
 * floor, and where an edited case brings another task, a note says so.
 */
export function resolveTasks(
  request: TaskGivers & {
    readonly cases: readonly Case[];
    /** Empty where the base has no readable dataset. */
    readonly baseCases: readonly Case[];
  },
): ResolvedTasks {
  const { cases, baseCases } = request;
  const { rows } = pairCases(cases, baseCases);
  const own = new Map(
    rows.map((row) => [row.head.id, (row.kind === 'pair' ? row.base : row.head).task ?? null]),
  );
  const shared = sharedTask(request);
  const source = cases.every((row) => own.get(row.id) !== null) && cases.length > 0 ? 'case' : shared.source;
  const kept = rows.filter((row) => row.kind === 'pair' && row.head.task !== row.base.task).length;
  const replaced = rows.filter((row) => row.kind === 'edited' && row.head.task !== row.was.task).length;
  const edits = 'The pull request edits';
  return {
    tasks: new Map(cases.map((row) => [row.id, own.get(row.id) ?? shared.task])),
    source,
    notes: [
      ...(kept > 0
        ? [`${edits} the task of ${counted(kept, 'case')}: counts after the merge; judged under the base's.`]
        : []),
      ...(replaced > 0
        ? [
            `${edits} both input and task of ${counted(replaced, 'case')}: judged under the pull request's task.`,
          ]
        : []),
    ],
  };
}

function sharedTask({ suiteTask, basePrompt, headPrompt }: TaskGivers): {
  readonly task: string | null;
  readonly source: TaskSource;
} {
  if (suiteTask !== null) return { task: suiteTask, source: 'suite' };
  const prompt = basePrompt ?? headPrompt;
  const task = prompt === null ? null : systemPromptOf(prompt);
  if (task === null) return { task, source: 'none' };
  return { task, source: basePrompt === null ? 'head-prompt' : 'base-prompt' };
}

/**
 * The cases as the base asks them: with what their answers are held against (`groundTruth`, `context`), and with what a
 * prompt may name or an agent is told besides the input (`task`, `id`). The change under test can neither move its own
 * yardstick nor, through a row, what the base's agent says. What the base does not say yet is the head's.
 */
export function askAsBase(
  cases: readonly Case[],
  baseCases: readonly Case[],
): { readonly cases: readonly Case[]; readonly notes: readonly string[] } {
  let edited = 0;
  const kept = pairCases(cases, baseCases).rows.map((row): Case => {
    if (row.kind !== 'pair' || row.head === row.base) return row.head;
    const { id, task, groundTruth, context } = row.base;
    const held = {
      ...row.head,
      ...(groundTruth !== undefined && { groundTruth }),
      ...(context !== undefined && { context }),
    };
    if (!isDeepStrictEqual(held, row.head)) edited += 1;
    return { ...held, ...(task !== undefined && { task }), ...(id !== row.head.id && { askedAs: id }) };
  });
  const note = `The pull request edits the ground truth or context of ${counted(edited, 'case')}: counts after the merge; scored against the base's.`;
  return { cases: kept, notes: edited === 0 ? [] : [note] };
}

/**
 * Refuses a scorer that needs ground truth where no case has any: it could never score anything.
 * @returns a line for each scorer for which some cases lack it. Throws `UserError`.
 */
export function checkReferences(
  { name, dataset, scorers }: Pick<SuiteSettings, 'name' | 'dataset' | 'scorers'>,
  cases: readonly Case[],
): readonly string[] {
  const without = cases.filter(({ groundTruth }) => groundTruth === undefined).length;
  const needing = scorers.filter(
    ({ use }) =>
      use.kind === 'prebuilt' &&
      aboutScorer(use.id)?.needs.includes('groundTruth') === true &&
      // The same for every case, instead of the case's own.
      use.options['baselineResponse'] === undefined,
  );
  if (without === 0 || needing.length === 0) return [];
  if (without === cases.length) {
    throw new UserError(
      needing.map(
        (scorer) =>
          `scorers: suite ${JSON.stringify(name)} scores ${scorer.name}, which needs the wanted answer as \`groundTruth\`, and no case of ${dataset} has one; add it to the rows, or remove the scorer`,
      ),
    );
  }
  return needing.map(
    (scorer) =>
      `${scorer.name} has nothing to score in ${without} of ${cases.length} cases: they have no \`groundTruth\`.`,
  );
}
