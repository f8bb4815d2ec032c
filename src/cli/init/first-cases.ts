import type { ProjectDataset } from '../../project/find-project.js';
import { type NewFile, PLACEHOLDER, renderJsonLines } from './write-project.js';

const FIRST_CASES = {
  frequent: `${PLACEHOLDER} the question that your users ask most often.`,
  detail: `${PLACEHOLDER} a question whose answer depends on one detail.`,
  vague: `${PLACEHOLDER} a request so short that it can be misread.`,
  'off-topic': `${PLACEHOLDER} something that the agent should decline.`,
  'past-bug': `${PLACEHOLDER} a question that once got a bad answer.`,
};

/** The dataset that was found, or five cases to edit. */
export function buildFirstCases(
  name: string,
  dataset: ProjectDataset | null,
  variables: readonly string[],
): {
  readonly path: string;
  readonly files: readonly NewFile[];
  readonly notes: readonly string[];
  readonly todo: readonly string[];
} {
  if (dataset !== null) {
    const notes = dataset.isPromptsOwn ? [] : [`found  ${dataset.path}: the dataset`];
    return { path: dataset.path, files: [], notes, todo: [] };
  }
  const path = `evals/${name}-cases.jsonl`;
  const names = variables.filter((each) => each !== 'input' && each !== 'id');
  const columns = Object.fromEntries(names.map((each) => [each, `${PLACEHOLDER} a ${each}.`]));
  const rows = Object.entries(FIRST_CASES).map(([id, input]) => ({ id, input, ...columns }));
  return {
    path,
    files: [{ path, text: renderJsonLines(rows), about: 'five cases to edit' }],
    notes: [],
    todo: [`In ${path}, write your own cases: 30 or more, since fewer detect only large drops.`],
  };
}
