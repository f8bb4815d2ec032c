import { FUNCTION_WORDS } from './function-words.js';

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

/** Share of a text's letters that another script needs before the text counts as being in it. */
const SCRIPT_SHARE = 0.2;

/** The language that a text is most likely in, as an ISO 639-1 code; `und` where nothing tells. */
export function guessLanguage(text: string): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return 'und';
  for (const [language, script] of SCRIPTS) {
    if ((text.match(script)?.length ?? 0) / letters >= SCRIPT_SHARE) return language;
  }
  const words = text.toLowerCase().match(/[\p{L}']+/gu) ?? [];
  let best = 'und';
  let most = 0;
  for (const [language, list] of Object.entries(FUNCTION_WORDS)) {
    let hits = words.filter((word) => list.has(word)).length;
    if (language === 'de' && /[äöüß]/i.test(text)) hits += 1;
    if (hits > most) {
      most = hits;
      best = language;
    }
  }
  return best;
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
export function namedLanguages(text: string): readonly string[] {
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
