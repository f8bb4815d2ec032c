import { contentWords } from '../../../text/words.js';
import type { Place } from './quote-finder.js';

/** A heading, a label or a courtesy with so many content words of its own says something: it is judged. */
export const LEAST_OWN_WORDS = 3;

export function saysSomething(text: string): boolean {
  return contentWords(text).length >= LEAST_OWN_WORDS;
}

/** Content words with which a unit inside a wider quote, or a value under a heading, is a statement of its own. */
export const LEAST_LUMPED_WORDS = 2;

/** One unit of an answer that can be judged alone. */
export type Unit = {
  /** As it is judged: one line, without list marks; labels and table headers spelled out. Code keeps its lines. */
  readonly text: string;
  /** Where it stands in the answer, folded-in neighbours included. */
  readonly start: number;
  readonly end: number;
  /** Where it stands without them, and without its list mark. */
  readonly own: Place;
  /** True where quoting a part stands for quoting it all: code, table rows, JSON members. */
  readonly solid: boolean;
};

/** A stretch of an answer before labels and courtesies are folded into their neighbours. */
export type Piece = Unit & { readonly role: 'statement' | 'label' | 'courtesy' | 'noise' };
