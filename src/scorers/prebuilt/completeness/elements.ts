import { graphemeCount, graphemesOf } from '../../../text/graphemes.js';
import { emojiOf, wordsOf } from '../../../text/words.js';
import { baseForm } from './verb-forms.js';

/**
 * Accents of Latin and Greek letters, stress marks, vowel signs and the stretching sign of Arabic ones. What makes another
 * letter of a Cyrillic one (й, ё) stays.
 */
const ACCENTS =
  /(?<=[\p{Script=Latin}\p{Script=Greek}][\u0300-\u036f]{0,20})[\u0300-\u036f]|[\u0301\u064b-\u0652\u0670\u0640]/gu;
/** Identifiers, which begin with a small letter; names with a capital inside are also written all in small letters. */
const CAMEL_CASE = /^\p{Ll}{2,}\p{N}*\p{Lu}/u;
const CAMEL_BORDER = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const NOT = /(?:n['’]t|(?<=^can)not)$/iu;
const CLITIC = /['’](?:s|re|ve|ll|d|m)$/iu;

/** Words of at most this many characters must be met exactly. */
const SHORT = 3;
/** Share of the longer word that the shorter one must be, where it is a part of it. */
const OVERLAP = 0.6;
/** What is longer is no word of a language; taking it apart would cost the square of its length. */
const LONGEST = 64;

const MODAL = /^(?:will|would|can|could|shall|should|may|might|must)$/u;
const HELPING = /^(?:be|have)$/u;
/** May stand between an auxiliary and its verb. */
const BETWEEN = /^(?:not|never|also|only|just|still|already|now|then|always|often)$|ly$/u;
/** After these there is no verb: `can you …`, `the can of …`, `will of the people`. */
const NO_VERB_NEXT =
  /^(?:i|you|he|she|it|we|they|the|a|an|this|that|these|those|my|your|his|her|its|our|their|of|in|on|at|for|to|and|or)$/u;

/**
 * What a text is about, word by word: every word once, in order, in small letters without accents, verb forms as their
 * base form, `camelCase` and hyphened words in their parts, then its emoji. Any script.
 */
export function extractElements(text: string): string[] {
  const parts = wordsOf(text.normalize('NFC'), 'hyphens').flatMap(partsOf).map(plain);
  return [...new Set([...withoutAuxiliaries(parts).map(baseForm), ...emojiOf(text)])];
}

function partsOf(word: string): string[] {
  const negated = NOT.test(word);
  const bare = negated ? wholeVerb(word.replace(NOT, '')) : word.replace(CLITIC, '');
  const parts = bare
    .split(/['’.,-]/u)
    .flatMap((part) => (CAMEL_CASE.test(part) ? part.split(CAMEL_BORDER) : [part]));
  return negated ? [...parts, 'not'] : parts;
}

/** What `won't` and `can't` leave without their `n't`. */
function wholeVerb(rest: string): string {
  if (/^wo$/iu.test(rest)) return 'will';
  return /^(?:ca|sha)$/iu.test(rest) ? `${rest}${rest.length === 2 ? 'n' : 'll'}` : rest;
}

function plain(word: string): string {
  return word.toLowerCase().normalize('NFD').replace(ACCENTS, '').normalize('NFC');
}

/** The elements that none of the others covers: exactly for short ones, by more than 60 % of the longer word for others. */
export function missingElements(elements: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  const within = new Set(others.flatMap(largeParts));
  return elements.filter((element) => {
    if (known.has(element)) return false;
    if (graphemeCount(element) <= SHORT) return true;
    return !within.has(element) && !largeParts(element).some((part) => known.has(part));
  });
}

/** Every part of a word that is more than 60 % of it, the word itself included. */
function largeParts(word: string): string[] {
  const signs = Array.from(graphemesOf(word));
  if (signs.length > LONGEST) return [word];
  const parts: string[] = [];
  for (let length = Math.floor(OVERLAP * signs.length) + 1; length <= signs.length; length++) {
    for (let from = 0; from + length <= signs.length; from++) {
      parts.push(signs.slice(from, from + length).join(''));
    }
  }
  return parts;
}

/**
 * English words without the auxiliaries that stand before their verb: `will reach`, `has been moved` and `was running`
 * say what `reach`, `moved` and `running` say.
 */
function withoutAuxiliaries(words: readonly string[]): string[] {
  return words.filter((word, at) => word !== '' && !isAuxiliary(word, words.slice(at + 1, at + 4)));
}

function isAuxiliary(word: string, after: readonly string[]): boolean {
  const next = after.find((other) => !BETWEEN.test(other));
  if (next === undefined) return false;
  if (MODAL.test(word)) return !NO_VERB_NEXT.test(next);
  return HELPING.test(baseForm(word)) && baseForm(next) !== next;
}
