import { measureSharedWords, readWords, type Words } from '../text/words.js';

/** A case's id and everything that it says: question, variables, expected answer, tags. */
export type CaseText = { readonly id: string; readonly text: string };

/** The cases, the one that shares most of the paragraph's words first. Equal ones keep the dataset's order. */
export function orderByNearness(paragraph: string, cases: readonly CaseText[]): readonly string[] {
  const words = readWords(paragraph);
  return cases
    .map(({ id, text }) => ({ id, near: measureNearness(words, readWords(text)) }))
    .toSorted((a, b) => b.near - a.near)
    .map(({ id }) => id);
}

/** In both directions: a long paragraph is near to a short question that it answers. */
function measureNearness(paragraph: Words, row: Words): number {
  return measureSharedWords(paragraph, row) + measureSharedWords(row, paragraph);
}
