import type { Case } from '../model/case.js';
import { UserError } from '../model/errors.js';
import type { Note } from '../model/notes.js';
import type { TaskSource } from '../model/run-record.js';
import type { Suite } from '../model/suite.js';
import { aboutScorer } from '../scorers/catalog.js';
import { type PromptFile, systemPromptOf } from './prompt-file.js';

/** Possible sources of the task for cases without their own. */
type TaskGivers = {
  readonly suiteTask: string | null;
  readonly basePrompt: PromptFile | null;
  readonly headPrompt: PromptFile | null;
};

/**
 * One task for both sides, which the change cannot influence: the case's own, else the suite's, else the base's
 * system prompt. The head's prompt counts only if the suite or its prompt file is new.
 */
export function resolveTasks({ cases, ...givers }: TaskGivers & { readonly cases: readonly Case[] }): {
  /** By case id; `null`: only the input counts. */
  readonly tasks: ReadonlyMap<string, string | null>;
  /** The source for cases without their own task; `case` if every case has one. */
  readonly source: TaskSource;
} {
  const shared = sharedTask(givers);
  const isOwn = cases.length > 0 && cases.every(({ task }) => task !== undefined);
  return {
    tasks: new Map(cases.map(({ id, task }) => [id, task ?? shared.task])),
    source: isOwn ? 'case' : shared.source,
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
 * Throws `UserError` for a scorer that needs ground truth if no case has any. Returns a line for each scorer if some
 * cases lack it.
 */
export function checkReferences(
  { name, dataset, scorers }: Pick<Suite, 'name' | 'dataset' | 'scorers'>,
  cases: readonly Case[],
): readonly Note[] {
  const without = cases.filter(({ groundTruth }) => groundTruth === undefined).length;
  const needing = scorers.filter(
    ({ use }) =>
      use.kind === 'prebuilt' &&
      aboutScorer(use.id)?.needs.includes('groundTruth') === true &&
      // One option replaces the case's own value for all cases.
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
  return needing.map((scorer) => ({
    kind: 'no-ground-truth',
    scorer: scorer.name,
    missing: without,
    of: cases.length,
  }));
}
