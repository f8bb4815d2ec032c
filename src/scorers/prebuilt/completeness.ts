import { z } from 'zod';
import { summarizeWords } from '../../text/values.js';
import { findEmoji, listWords, splitGraphemes } from '../../text/words.js';
import { notScorable } from '../builder/steps.js';
import { createRunScorer, defineCodeScorer } from '../define-scorer.js';
import { readAnswerText, readInputText } from '../messages/read-run.js';
import { CODE_SCORER } from '../scorer.js';

/**
 * Covered elements ÷ the input's elements (words, verbs in base form), from 0 to 1. An input without elements is not
 * scorable.
 */
export const completeness = defineCodeScorer(
  {
    ...CODE_SCORER,
    id: 'completeness',
    factory: 'createCompletenessScorer',
    measure: 'completeness',
    summary: "Share of the input's words that the answer takes up.",
    formula: 'covered elements / input elements',
    options: z.strictObject({}),
  },
  (names) =>
    createRunScorer(names)
      .preprocess(({ run }) => {
        const inputElements = extractElements(readInputText(run));
        const outputElements = extractElements(readAnswerText(run));
        if (inputElements.length === 0)
          return notScorable('The input has no words that an answer could cover.');
        return {
          inputElements,
          outputElements,
          missingElements: findMissingElements(inputElements, outputElements),
          elementCounts: { input: inputElements.length, output: outputElements.length },
        };
      })
      .generateScore(({ results: { preprocessStepResult: elementSets } }) => {
        return (
          (elementSets.inputElements.length - elementSets.missingElements.length) /
          elementSets.inputElements.length
        );
      })
      .generateReason(({ results: { preprocessStepResult: elementSets } }) => {
        const { inputElements, missingElements: missing } = elementSets;
        const covered = `${inputElements.length - missing.length} of ${inputElements.length} elements of the input are covered`;
        return missing.length === 0 ? `${covered}.` : `${covered}. Missing: ${summarizeWords(missing)}.`;
      }),
  2,
);

/**
 * Accents, stress marks and vowel signs of Latin, Greek and Arabic letters. Marks that make another Cyrillic letter
 * (й, ё) stay.
 */
const ACCENTS =
  /(?<=[\p{Script=Latin}\p{Script=Greek}][\u0300-\u036f]{0,20})[\u0300-\u036f]|[\u0301\u064b-\u0652\u0670\u0640]/gu;
/** Identifiers, which start with a small letter; names with an inner capital also occur in small letters. */
const CAMEL_CASE = /^\p{Ll}{2,}\p{N}*\p{Lu}/u;
const CAMEL_BORDER = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const NOT = /(?:n['’]t|(?<=^can)not)$/iu;
const CLITIC = /['’](?:s|re|ve|ll|d|m)$/iu;

/** Words up to this length must match exactly. */
const MAX_EXACT_LENGTH = 3;
/** Least share of the longer word that the shorter one covers. */
const MIN_OVERLAP = 0.6;
/** Longer ones are not words, and would cost the square of their length. */
const MAX_WORD_LENGTH = 64;

const MODAL = /^(?:will|would|can|could|shall|should|may|might|must)$/u;
const HELPING = /^(?:be|have)$/u;
/** Words between an auxiliary and its verb. */
const BETWEEN = /^(?:not|never|also|only|just|still|already|now|then|always|often)$|ly$/u;
/** No verb follows these: `can you …`, `the can of …`, `will of the people`. */
const NO_VERB_NEXT =
  /^(?:i|you|he|she|it|we|they|the|a|an|this|that|these|those|my|your|his|her|its|our|their|of|in|on|at|for|to|and|or)$/u;

/** A text's distinct words in order, then its emoji: small letters, no accents, `camelCase` and hyphens split. */
export function extractElements(text: string): string[] {
  const parts = listWords(text.normalize('NFC'), 'hyphens').flatMap(splitWord).map(removeAccents);
  const seen = new Set<string>();
  const words = removeAuxiliaries(parts).filter((word) => {
    const stem = stemWord(word);
    return !seen.has(stem) && seen.add(stem);
  });
  return [...words, ...new Set(findEmoji(text))];
}

function splitWord(word: string): string[] {
  const negated = NOT.test(word);
  const bare = negated ? restoreVerb(word.replace(NOT, '')) : word.replace(CLITIC, '');
  const parts = bare
    .split(/['’.,-]/u)
    .flatMap((part) => (CAMEL_CASE.test(part) ? part.split(CAMEL_BORDER) : [part]));
  return negated ? [...parts, 'not'] : parts;
}

/** `won't` and `can't` without their `n't`. */
function restoreVerb(rest: string): string {
  if (/^wo$/iu.test(rest)) return 'will';
  return /^(?:ca|sha)$/iu.test(rest) ? `${rest}${rest.length === 2 ? 'n' : 'll'}` : rest;
}

function removeAccents(word: string): string {
  return word.toLowerCase().normalize('NFD').replace(ACCENTS, '').normalize('NFC');
}

/** The elements that the others do not cover: exactly for short words, else by more than 60% of the longer word. */
export function findMissingElements(elements: readonly string[], others: readonly string[]): string[] {
  const stems = new Set(others.map(stemWord));
  const words = new Set(others);
  const within = new Set(others.flatMap(listLargeParts));
  return elements.filter((element) => {
    if (stems.has(stemWord(element))) return false;
    if (splitGraphemes(element).length <= MAX_EXACT_LENGTH) return true;
    return !within.has(element) && !listLargeParts(element).some((part) => words.has(part));
  });
}

/** Every part of a word with more than 60% of its length, itself included. */
function listLargeParts(word: string): string[] {
  const signs = splitGraphemes(word);
  if (signs.length > MAX_WORD_LENGTH) return [word];
  const parts: string[] = [];
  for (let length = Math.floor(MIN_OVERLAP * signs.length) + 1; length <= signs.length; length++) {
    for (let from = 0; from + length <= signs.length; from++) {
      parts.push(signs.slice(from, from + length).join(''));
    }
  }
  return parts;
}

/** English words without auxiliaries before their verb: `will reach` becomes `reach`. */
function removeAuxiliaries(words: readonly string[]): string[] {
  return words.filter((word, at) => word !== '' && !isAuxiliary(word, words.slice(at + 1, at + 4)));
}

function isAuxiliary(word: string, after: readonly string[]): boolean {
  const next = after.find((other) => !BETWEEN.test(other));
  if (next === undefined) return false;
  if (MODAL.test(word)) return !NO_VERB_NEXT.test(next);
  return (
    HELPING.test(BASE_OF.get(word) ?? word) &&
    (BASE_OF.has(next) || (/(?:ed|ing)$/u.test(next) && stemWord(next) !== next))
  );
}

/** Base form first, then its irregular forms. */
const IRREGULAR = `do doing|go going|age aged|be am is are was were been being|have has had having|do does did done|go goes went gone|say said|
make made|know knew known|think thought|take took taken|see saw seen|come came|give gave given|find found|tell told|
become became|show shown|leave left|feel felt|bring brought|begin began begun|keep kept|hold held|write wrote written|
stand stood|hear heard|mean meant|meet met|run ran|pay paid|sit sat|speak spoke spoken|lead led|grow grew grown|
lose lost|fall fell fallen|send sent|build built|understand understood|draw drew drawn|break broke broken|
spend spent|rise rose risen|drive drove driven|buy bought|wear wore worn|choose chose chosen|seek sought|
throw threw thrown|catch caught|deal dealt|win won|forget forgot forgotten|sell sold|fight fought|teach taught|
eat ate eaten|sing sang sung|fly flew flown|sleep slept|bear bore borne|swim swam swum|drink drank drunk|
ride rode ridden|shake shook shaken|steal stole stolen|hide hid hidden|freeze froze frozen|bind bound|
get got gotten|learn learnt|burn burnt|spell spelt|lend lent|blow blew blown|arise arose arisen|
use used using|die died dying|lie lying|tie tied tying|see seeing|agree agreed agreeing|free freed freeing`;

const BASE_OF: ReadonlyMap<string, string> = new Map(
  IRREGULAR.split('|').flatMap((line) => {
    const [base = '', ...forms] = line.trim().split(/\s+/);
    return forms.map((form): [string, string] => [form, base]);
  }),
);

/** The common part of an English verb's forms, by spelling: `mak` for make and making. Other words may lose an end too. */
export function stemWord(word: string): string {
  const baseForm = BASE_OF.get(word) ?? word;
  const stem = /^([a-z]{3,}?)(?:ed|ing|e)$/u.exec(baseForm)?.[1];
  if (stem === undefined || !/[aeiouy]/u.test(stem)) return baseForm;
  return stem.replace(/i$/u, 'y').replace(/([bdgmnprt])\1$/u, '$1');
}
