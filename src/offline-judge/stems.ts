import { contentWords } from '../text/words.js';

/** Endings that English and German put on a word of at least three letters. */
const ENDINGS = /(?<=\p{L}{3})(?:ations?|ments?|ings?|ions?|ung(?:en)?|ed|ly|es|en|e|s)$/u;
/** Letters of a stem: enough to tell topics apart, few enough that "cancel" meets "cancellation". */
const LONGEST_STEM = 6;

/** Words of any topic: sharing one says nothing. */
const WEAK_WORDS = new Set(
  `please thank thanks hello dear thing things way make made get gets got give gives go goes going take takes put use
  need needs want wants like know tell say says show shows see let find help good best better well new many much more
  lot lots people person someone time times today tomorrow now day days week weeks month months year years hour hours
  minute minutes one two three first last next long big small list question questions answer answers`.split(
    /\s+/u,
  ),
);

/** The stems of a text's content words, in any script; words of any topic only if there are no others. */
export function stemsOf(text: string): ReadonlySet<string> {
  // `createEvent` is two words.
  const words = contentWords(text.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')).filter((word) => !isBare(word));
  const strong = words.filter((word) => !WEAK_WORDS.has(word));
  return new Set((strong.length > 0 ? strong : words).map(stemOf));
}

/** The stems that both have. */
export function sharedStems(wanted: ReadonlySet<string>, given: ReadonlySet<string>): readonly string[] {
  return [...wanted].filter((stem) => given.has(stem));
}

/** A digit or a Latin letter alone. */
function isBare(word: string): boolean {
  return /^[\p{N}\p{Script=Latin}]$/u.test(word);
}

function stemOf(word: string): string {
  const bare = word.replace(/['’]s?$/u, '').replace(/(?<=\p{L}{3})ies$/u, 'y');
  return bare
    .replace(ENDINGS, '')
    .slice(0, LONGEST_STEM)
    .replace(/(\p{L})\1$/u, '$1');
}
