import { refersBack } from '../../text/sentences.js';
import { cutText } from '../../text/values.js';

/** A bold line is a heading below all others. */
export const BOLD_LEVEL = 7;
const MAX_PATH_LENGTH = 8;
const MAX_STEP_LENGTH = 100;

type Sentences = readonly { readonly text: string }[];

/** Follows the headings, lists and indented lines of an answer from top to bottom. Results are paths, outermost step first. */
export type Outline = {
  /** The path to a heading, which holds for the text below it. */
  openHeading(level: number, text: string): readonly string[];
  /** The path of each sentence of a paragraph or list item. It includes indented text that follows. */
  openBlock(block: {
    readonly indent: number;
    readonly isItem: boolean;
    readonly sentences: Sentences;
  }): readonly (readonly string[])[];
  /** The path of code or a table with this indentation. */
  below(indent: number): readonly string[];
};

type Parent = { readonly indent: number; readonly isItem: boolean; readonly text: string };

export function createOutline(): Outline {
  const headings: { readonly level: number; readonly text: string }[] = [];
  const parents: Parent[] = [];
  /** The text that a sentence such as "It does" refers to. */
  let subject = '';

  const buildPath = (more: readonly string[] = []) =>
    [...[...headings, ...parents].slice(-MAX_PATH_LENGTH).map(({ text }) => text), ...more].slice(
      -MAX_PATH_LENGTH,
    );
  /** A paragraph introduces the list, table or code after it. */
  const closeParents = (indent: number, isIntroduced: boolean) => {
    for (let last = parents.at(-1); last !== undefined; last = parents.at(-1)) {
      const isAbove = last.indent < indent || (isIntroduced && last.indent === indent && !last.isItem);
      if (isAbove) return;
      parents.pop();
    }
  };

  return {
    openHeading(level, text) {
      while ((headings.at(-1)?.level ?? 0) >= level) headings.pop();
      parents.length = 0;
      subject = '';
      const above = buildPath();
      headings.push({ level, text: cutText(text, MAX_STEP_LENGTH) });
      return above;
    },
    openBlock({ indent, isItem, sentences }) {
      closeParents(indent, isItem);
      if (isItem) subject = '';
      const above = buildPath();
      const places = sentences.map(({ text }) => {
        if (refersBack(text)) return subject === '' ? above : buildPath([subject]);
        subject = cutText(text, MAX_STEP_LENGTH);
        return above;
      });
      const text = (isItem ? sentences[0] : sentences.at(-1))?.text ?? '';
      parents.push({ indent, isItem, text: cutText(text, MAX_STEP_LENGTH) });
      return places;
    },
    below(indent) {
      closeParents(indent, true);
      return buildPath();
    },
  };
}
