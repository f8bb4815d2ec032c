import { createWordList, FUNCTION_WORDS } from '../text/function-words.js';
import { guessLanguage } from '../text/language.js';
import { wordsOf } from '../text/words.js';
import { canonicalStem, stemWord } from './word-key.js';

/** A word of a text: as it stands there, in lower case, and the key under which it equals its other forms. */
export type Word = {
  readonly surface: string;
  readonly lower: string;
  readonly key: string;
  readonly content: boolean;
  /** Content, but of any topic. */
  readonly weak: boolean;
};

/** Words of any topic: they count only where a text has no other content. */
export const WEAK_WORDS = createWordList(
  `please thank thanks hello hi dear kindly thing things something anything way ways make makes made get gets got
  getting give gives given go goes going gone take takes taken took put use used uses using need needs want wants
  wanted like know tell told say says said show shows see let help helps good great best better well new old many much
  lot lots people person someone anyone everyone time times today now currently really actually simply quite kind sort
  part one two first second last next able available possible different certain several various day days week weeks
  month months year years hour hours minute minutes long short big small high low world come comes came back find
  found look looking try still even always often usually never around become becomes keep keeps work works called call
  part every include includes including information question questions answer answers`,
  `list lists listed display displays enumerate explain describe define summarize summarise summary translate translation classify
  triage extract liste erkläre beschreibe übersetze`,
  `three four five six seven eight nine ten hundred thousand zwei drei vier fünf sechs sieben acht neun zehn hundert tausend`,
  `bitte danke hallo gibt geben machen macht gehen geht tun tut lassen sagen sagt zeigen zeige gut neue neuen neuer alte
  viele viel mehr etwas jemand leute mensch menschen zeit heute jetzt tag tage tagen woche wochen monat monate jahr
  jahre jahren stunde stunden minute minuten lang lange kurz groß klein finden findet immer oft nie erst erste ersten
  zweite letzte nächste frage fragen antwort`,
  '事 物 方 時 年 月 日 人 場合 何 今 前 後 中 分 以内 以上 以下 私 私達 皆 様 可能 必要 利用 等 際 為 他 下 上 内 的 者 回 本',
);

/** Identifiers such as `create_event` and `createEvent` are several words. */
function splitIdentifiers(text: string): string {
  return text.replaceAll('_', ' ').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
}

/** The words of a text in any script, in order. */
export function readWords(text: string): readonly Word[] {
  const language = guessLanguage(text);
  const words: Word[] = [];
  for (const surface of wordsOf(splitIdentifiers(text.normalize('NFKC')), 'numbers')) {
    const lower = surface.toLowerCase().replaceAll('’', "'");
    const bare = lower.replace(/'s$|'$/u, '');
    const grammar = isFunctionWord(lower, language) || isFunctionWord(bare, language);
    const tiny = bare.length < 2 && !/[\p{N}\p{Script=Han}]/u.test(bare);
    const content = !grammar && !tiny && !/^\p{Script=Hiragana}+$/u.test(bare);
    words.push({
      surface,
      lower,
      key: canonicalStem(bare, stemWord(bare, language), language),
      content,
      weak: WEAK_WORDS.has(bare) || /^\p{N}$/u.test(bare),
    });
  }
  return words;
}

function isFunctionWord(word: string, language: string): boolean {
  // Where nothing told the language (a fragment), grammar of either main language is no content.
  const languages = FUNCTION_WORDS.has(language) ? [language] : ['en', 'de'];
  return languages.some((code) => FUNCTION_WORDS.get(code)?.has(word) === true);
}

/** Keys of the content words; words of any topic only where there is nothing else. */
export function contentKeys(words: readonly Word[]): ReadonlySet<string> {
  const strong = words.filter((word) => word.content && !word.weak);
  const chosen = strong.length > 0 ? strong : words.filter((word) => word.content);
  return new Set(chosen.map((word) => word.key));
}

/** The keys of `wanted` that also stand in `given`. */
export function sharedKeys(wanted: ReadonlySet<string>, given: ReadonlySet<string>): readonly string[] {
  return [...wanted].filter((key) => given.has(key));
}

/** True for a key that is a number, or one with its unit; an identifier such as "e24" is a name. */
export function isNumberKey(key: string): boolean {
  return /^\p{N}/u.test(key);
}
