import { isDeepStrictEqual } from 'node:util';
import type { Case } from '../model/dataset.js';
import { pairCases } from '../model/pair-cases.js';

/**
 * The cases with what their answers are held against (`groundTruth`, `context`) as the base has it: the change under test
 * cannot move its own yardstick. What the base does not say yet is the head's.
 */
export function keepBaseReferences(
  cases: readonly Case[],
  baseCases: readonly Case[],
): { readonly cases: readonly Case[]; readonly notes: readonly string[] } {
  let edited = 0;
  const kept = pairCases(cases, baseCases).rows.map((row): Case => {
    if (row.kind !== 'pair') return row.head;
    const { groundTruth, context } = row.base;
    const held = {
      ...row.head,
      ...(groundTruth !== undefined && { groundTruth }),
      ...(context !== undefined && { context }),
    };
    if (isDeepStrictEqual(held, row.head)) return row.head;
    edited += 1;
    return held;
  });
  if (edited === 0) return { cases, notes: [] };
  const which = edited === 1 ? '1 case' : `${edited} cases`;
  return {
    cases: kept,
    notes: [
      `The pull request edits the ground truth or context of ${which}: counts after the merge; scored against the base's.`,
    ],
  };
}
