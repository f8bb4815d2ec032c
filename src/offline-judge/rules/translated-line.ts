import { guessLanguage } from '../../text/language.js';
import { type Rule, unsure, yes } from '../rule.js';
import { readWords } from '../tokens.js';

/** How many times as long as its source a translation may be, in words, and how short. */
const LONGEST = 2;
const SHORTEST = 0.4;

/** A translation shares no word with its source; what tells is that it is in the wanted language and of its length. */
export const translatedLine: Rule = ({ statement, request, answer, place }) => {
  if (request.transform !== 'translation' || place < 0) return null;
  const wanted = namedLanguages(`${request.instruction}\n${request.task}`);
  const target = wanted.at(-1) ?? null;
  const language = statement.language;
  if (target !== null && language !== 'und' && language !== target) return null;
  if (target === null && (language === 'und' || language === request.language)) return null;
  const source = readWords(sourceOf(request.input)).length;
  const ratio = answer.words / Math.max(1, source);
  if (ratio > LONGEST || ratio < SHORTEST)
    return unsure('It is in the wanted language, but not of the length of the source.');
  if (target !== null && guessLanguage(sourceOf(request.input)) === target) return null;
  return yes('It is in the wanted language and has the length of the source.');
};

/** What stands behind the instruction's colon or line, else all of it. */
function sourceOf(input: string): string {
  return (
    /^[^\n:：]{0,80}[:：]\s*([\s\S]+)$/.exec(input)?.[1] ??
    /^[^\n]{0,80}\n([\s\S]+)$/.exec(input)?.[1] ??
    input
  );
}

const NAMED = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'ja',
  'zh',
  'ko',
  'ru',
  'el',
  'ar',
  'he',
  'th',
  'hi',
];

let names: ReadonlyMap<string, string> | undefined;

/** Names of languages, in several languages, in lower case → code. */
function languageNames(): ReadonlyMap<string, string> {
  if (names !== undefined) return names;
  const made = new Map<string, string>();
  for (const locale of ['en', 'de', 'ja', 'fr', 'es']) {
    const display = new Intl.DisplayNames([locale], { type: 'language' });
    for (const code of NAMED) {
      const name = display.of(code);
      if (name !== undefined) made.set(name.toLowerCase(), code);
    }
  }
  names = made;
  return made;
}

/** Codes of the languages that a text names, in order of mention. */
function namedLanguages(text: string): readonly string[] {
  const lower = text.toLowerCase();
  const found: { at: number; code: string }[] = [];
  for (const [name, code] of languageNames()) {
    const at = /^[\p{Script=Latin}\s]+$/u.test(name)
      ? lower.search(new RegExp(`(?<!\\p{L})${name}(?:e|en|em|er|es|s)?(?!\\p{L})`, 'u'))
      : lower.indexOf(name);
    if (at >= 0) found.push({ at, code });
  }
  return [...new Set(found.sort((a, b) => a.at - b.at).map(({ code }) => code))];
}
