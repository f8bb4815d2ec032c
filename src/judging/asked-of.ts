import type { Case } from '../ports/dataset.js';
import type { Asked } from '../scorers/scorer.js';

/** What was asked of the agent in a case: what its answers are held against. */
export function askedOf(row: Case, tasks: ReadonlyMap<string, string | null>): Asked {
  const { history, input, groundTruth, context } = row;
  return {
    task: tasks.get(row.id) ?? null,
    history,
    input,
    ...(groundTruth !== undefined && { groundTruth }),
    ...(context !== undefined && { context }),
  };
}
