import { FUNCTION_WORDS, WEAK_WORDS } from './function-words.js';
import { guessLanguage } from './language.js';
import { stemWord } from './stem.js';
import { canonicalStem } from './synonyms.js';

/** A word of a text: as it stands there, in lower case, and the key under which it equals its other forms. */
export type Word = {
  readonly surface: string;
  readonly lower: string;
  readonly key: string;
  readonly content: boolean;
  /** Content, but of any topic. */
  readonly weak: boolean;
};

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Identifiers such as `create_event` and `createEvent` are several words. */
function splitIdentifiers(text: string): string {
  return text.replaceAll('_', ' ').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
}

/** The words of a text in any script, in order. */
export function readWords(text: string): readonly Word[] {
  const language = guessLanguage(text);
  const words: Word[] = [];
  for (const { segment, isWordLike } of segmenter.segment(splitIdentifiers(text.normalize('NFKC')))) {
    if (isWordLike !== true) continue;
    const lower = segment.toLowerCase().replaceAll('’', "'");
    const bare = lower.replace(/'s$|'$/u, '');
    const stem = stemWord(bare, language);
    const grammar = isFunctionWord(lower, language) || isFunctionWord(bare, language);
    const tiny = bare.length < 2 && !/[\p{N}\p{Script=Han}]/u.test(bare);
    const content = !grammar && !tiny && !/^\p{Script=Hiragana}+$/u.test(bare);
    words.push({
      surface: segment,
      lower,
      key: canonicalStem(bare, stem, language),
      content,
      weak: WEAK_WORDS.has(bare) || /^\p{N}$/u.test(bare),
    });
  }
  return words;
}

function isFunctionWord(word: string, language: string): boolean {
  const own = FUNCTION_WORDS[language];
  // Where nothing told the language (a fragment), grammar of either main language is no content.
  if (own === undefined)
    return FUNCTION_WORDS['en']?.has(word) === true || FUNCTION_WORDS['de']?.has(word) === true;
  return own.has(word);
}

/** Keys of the content words; words of any topic only where there is nothing else. */
export function contentKeys(words: readonly Word[]): ReadonlySet<string> {
  const strong = words.filter((word) => word.content && !word.weak);
  const chosen = strong.length > 0 ? strong : words.filter((word) => word.content);
  return new Set(chosen.map((word) => word.key));
}

/** Shortest part of a compound that counts as the same word. */
const COMPOUND_PART = 5;

/** The keys of `wanted` that also stand in `given`, compounds (one written word made of several) included. */
export function sharedKeys(wanted: ReadonlySet<string>, given: ReadonlySet<string>): readonly string[] {
  return [...wanted].filter((key) => given.has(key) || [...given].some((other) => isCompoundOf(key, other)));
}

function isCompoundOf(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (/^[\p{Script=Han}\p{Script=Katakana}]{2,}$/u.test(short)) return long.includes(short);
  // Words of the synonym groups are compared by their group only.
  if (short.length < COMPOUND_PART || short.startsWith('~') || long.startsWith('~')) return false;
  return (
    long.length >= short.length + 4 &&
    /[äöüß]|(?:ung|heit|keit|schaft|tion)s|\p{L}{12,}/u.test(long) &&
    long.startsWith(short)
  );
}

/** True for a key that is a number, or one with its unit; an identifier such as "e24" is a name. */
export function isNumberKey(key: string): boolean {
  return /^\p{N}/u.test(key);
}
