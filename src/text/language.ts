import { FUNCTION_WORDS } from './function-words.js';
import { wordsOf } from './words.js';

const SCRIPTS: readonly (readonly [language: string, script: RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
];

const NOT_LATIN = /[^\p{Script=Latin}\P{L}]/u;

/** Share of a text's letters that another script needs before the text counts as being in it. */
const SCRIPT_SHARE = 0.2;

/** The language that a text is most likely in, as an ISO 639-1 code; `und` where nothing tells. */
export function guessLanguage(text: string): string {
  if (NOT_LATIN.test(text)) {
    const letters = text.match(/\p{L}/gu)?.length ?? 0;
    for (const [language, script] of SCRIPTS) {
      if ((text.match(script)?.length ?? 0) / letters >= SCRIPT_SHARE) return language;
    }
  }
  const hits = new Map<string, number>(/[äöüß]/i.test(text) ? [['de', 1]] : []);
  for (const word of wordsOf(text.toLowerCase().replaceAll('’', "'"))) {
    for (const language of languagesOf().get(word) ?? []) hits.set(language, (hits.get(language) ?? 0) + 1);
  }
  let best = 'und';
  let most = 0;
  for (const language of FUNCTION_WORDS.keys()) {
    const found = hits.get(language) ?? 0;
    if (found > most) {
      most = found;
      best = language;
    }
  }
  return best;
}

let languages: Map<string, string[]> | undefined;

/** The languages of every function word. */
function languagesOf(): ReadonlyMap<string, readonly string[]> {
  if (languages !== undefined) return languages;
  languages = new Map();
  for (const [language, list] of FUNCTION_WORDS) {
    for (const word of list) languages.set(word, [...(languages.get(word) ?? []), language]);
  }
  return languages;
}

const CAPITALISED = /(?<!\p{L})\p{Lu}[\p{L}\p{M}]*/gu;

/** Whether a text is in Latin letters for the most part and not plainly in another language than English. */
export function looksEnglish(text: string): boolean {
  // With a capital it may be a part of a name: Los Angeles is no Spanish.
  const language = guessLanguage(text.replaceAll(CAPITALISED, ''));
  return language === 'en' || (language === 'und' && !NOT_LATIN.test(text));
}
