import { contentWords } from '../../text/words.js';

/** Share of content words, of both together, from which on two wordings count as one (Dice). */
export const ALIKE = 0.75;

/** The parts of a wording that are compared. */
export type Words = { readonly content: ReadonlySet<string>; readonly numbers: string };

const NUMBER = /\p{N}+(?:[.,:]\p{N}+)*/gu;

export function readWords(text: string): Words {
  return { content: new Set(contentWords(text)), numbers: (text.match(NUMBER) ?? []).toSorted().join(' ') };
}

/**
 * Whether two wordings share nearly all their content words, and all numbers. It sees no negation and no opposite: it
 * groups the wordings of one side, and replaces a judge if there is none.
 */
export function areAlike(a: Words, b: Words): boolean {
  if (a.numbers !== b.numbers || a.content.size + b.content.size === 0) return false;
  const shared = [...a.content].filter((word) => b.content.has(word)).length;
  return (2 * shared) / (a.content.size + b.content.size) >= ALIKE;
}
