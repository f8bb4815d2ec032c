import { isDeepStrictEqual } from 'node:util';
import type { Case } from '../ports/dataset.js';
import { UserError } from '../ports/errors.js';
import type { SuiteSettings } from '../ports/settings.js';
import { aboutScorer } from '../scorers/catalog.js';
import { pairCases } from './pair-cases.js';

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
    if (row.kind !== 'pair') return row.head;
    const { id, task, groundTruth, context } = row.base;
    const held = {
      ...row.head,
      ...(groundTruth !== undefined && { groundTruth }),
      ...(context !== undefined && { context }),
    };
    if (!isDeepStrictEqual(held, row.head)) edited += 1;
    return { ...held, ...(task !== undefined && { task }), ...(id !== row.head.id && { askedAs: id }) };
  });
  if (edited === 0) return { cases: kept, notes: [] };
  const which = edited === 1 ? '1 case' : `${edited} cases`;
  return {
    cases: kept,
    notes: [
      `The pull request edits the ground truth or context of ${which}: counts after the merge; scored against the base's.`,
    ],
  };
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
