import { guessLanguage } from '../text/language.js';
import { isClause, type Opening, openingOf } from './clause.js';
import { formOf, type StatementForm } from './statement-form.js';
import { contentKeys, readWords, type Word } from './tokens.js';

/** A piece of text with what the rules look at. */
export type TextView = {
  readonly text: string;
  readonly words: readonly Word[];
  readonly keys: ReadonlySet<string>;
  readonly language: string;
  /** A full sentence rather than a name, number, label or other short phrase. */
  readonly clause: boolean;
  readonly opening: Opening;
  readonly form: StatementForm;
  /** Where the text is of the form `label: value` (or `"label": value`, `label = value`). */
  readonly field: { readonly label: string; readonly value: string } | null;
  /** Opens with a list mark. */
  readonly listItem: boolean;
  readonly code: boolean;
};

const LIST_MARK = /^\s*(?:[-*+•‣▪◦–・]|\d{1,3}[.)]|[a-z][.)])\s+(?:\[[ x]\]\s+)?/iu;
const FIELD =
  /^["'`*_#\s]*([\p{L}][^:=：\n"|]{0,60}?)["'`*_\s]*(?:[:：]|\s=|=>)["'*_\s]*(?!\/\/)(\S[\s\S]*)$/u;
/** Bounded: a mark that never ends would be looked for to the end of the text, from each mark anew. */
const EMPHASIS = /(\*\*|__|~~|`)(?=\S)([\s\S]{0,400}?\S)\1/gu;
/** Longest label, in words. */
const LABEL_WORDS = 5;

/** Takes the marks of lists and emphasis off a line. */
export function plainText(text: string): string {
  return text
    .replace(LIST_MARK, '')
    .replace(/^\s*(?:#{1,6}|>)\s+/u, '')
    .replace(EMPHASIS, '$2')
    .trim();
}

export function viewText(text: string): TextView {
  const code = /^\s*(?:```|~~~)/.test(text);
  const plain = code ? text : plainText(text);
  const words = readWords(plain);
  const language = guessLanguage(plain);
  const clause = !code && isClause(plain, words, language);
  return {
    text: plain,
    words,
    keys: contentKeys(words),
    language,
    clause,
    opening: openingOf(plain, words),
    form: formOf({ text: plain, words, language, clause }),
    field: code ? null : fieldOf(plain),
    listItem: LIST_MARK.test(text),
    code,
  };
}

function fieldOf(text: string): TextView['field'] {
  const found = FIELD.exec(text);
  const [, label, value] = found ?? [];
  if (label === undefined || value === undefined) return null;
  if (/^\d{2}\b/.test(value) && /\d$/.test(label)) return null;
  return readWords(label).length <= LABEL_WORDS ? { label: label.trim(), value: value.trim() } : null;
}
