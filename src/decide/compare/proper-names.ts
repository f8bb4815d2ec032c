import { FUNCTION_WORDS, GERMAN_MARKS } from '../../compare/function-words.js';
import type { Word } from '../../text/compared-words.js';

/**
 * Words that are names by how they are written: a capital where no sentence starts, or capitals beyond the first
 * letter. A first word may be a name too, which its spelling cannot tell. No names where capitals say nothing:
 * headings, German nouns, scripts without case. Lower case.
 */
export function properNames(words: readonly Word[]): readonly string[] {
  const content = words.filter(({ lower }) => !FUNCTION_WORDS.has(lower));
  const capital = content.filter(({ text }) => startsUpper(text));
  const allCapitals = content.length >= 3 && capital.length === content.length;
  if (allCapitals) return [];
  const german =
    new Set(words.filter(({ lower }) => GERMAN_MARKS.has(lower)).map(({ lower }) => lower)).size >= 2;
  return content
    .filter((word) => hasInnerUpper(word.text) || (!german && !word.opensSentence && startsUpper(word.text)))
    .map(({ lower }) => lower);
}

function startsUpper(text: string): boolean {
  const first = String.fromCodePoint(text.codePointAt(0) ?? 0);
  return first !== first.toLowerCase();
}

function hasInnerUpper(text: string): boolean {
  const inner = text.slice(1).replace(/['’].*$/u, '');
  return inner !== inner.toLowerCase();
}
