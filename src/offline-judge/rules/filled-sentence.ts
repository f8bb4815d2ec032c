import { hasQuantity, hasTimeExpression } from '../calendar-words.js';
import { type Rule, yes } from '../rule.js';

/** Words in a sentence that does nothing but fill in what was asked. */
const LONGEST = 14;

/** The word that a question is about: behind its verb, as in "Where are you?" and "When does your shop open?". */
const ASKED_ABOUT =
  /(?<!\p{L})(?:am|are|is|was|were|do|does|did|can|could|will|would|has|have|had|bin|bist|ist|sind|seid|war(?:en)?|haben|habt|hast|hat|kann|können|werden|wird)\s+(\p{L}+)/iu;

/** By the words that a question may be about: how a sentence opens that speaks of the same. */
const SPEAKS_OF: readonly (readonly [asked: RegExp, opening: RegExp])[] = [
  [/^(?:you|sie|ihr|du)$/i, /^(?:we|i|our|my|wir|ich|unser\p{L}*|mein\p{L}*)(?!\p{L})|\bfind (?:us|me)\b/iu],
  [
    /^(?:your|ihre?\p{L}?|eure?\p{L}?|deine?\p{L}?)$/iu,
    /^(?:we|our|it|they|wir|unser\p{L}*|sie|er|es)(?!\p{L})|\bfind (?:us|it|them)\b/iu,
  ],
  [/^(?:i|we|ich|wir)$/i, /^(?:you|your|we|there|it|sie|ihr|du|es)(?!\p{L})/iu],
  [/^(?:my|our|mein\p{L}*|unser\p{L}*)$/iu, /^(?:your|it|they|you|ihre?\p{L}?|er|sie|es)(?!\p{L})/iu],
  [/^(?:he|she|they|er)$/i, /^(?:he|she|they|er|sie)(?!\p{L})/iu],
  [
    /^(?:it|that|this|the|das|es|der|die)$/i,
    /^(?:it|that|this|they|es|das|er|sie|you will have it)(?!\p{L})/iu,
  ],
];

/** Verbs that say little themselves, so that the rest of the sentence is what it tells. */
const LIGHT =
  /(?:^|[\s'])(?:m|re|s|am|are|is|was|were|be|find|found|have it|went|go|goes|live|lives|lived|stay|stays|stayed|come|comes|came|happen(?:s|ed)|took place|bin|ist|sind|war|waren|liegt|liegen|finden)(?=\s)/iu;

const PAST = /(?<!\p{L})(?:was|were|did|had|been|since|ago|\p{L}+ed|war|waren|seit)(?!\p{L})/iu;

/** A preposition of place with what it governs: an article with its noun, a number or a name. */
const PLACE =
  /(?<=\s)(?:[Ii]n|[Oo]n|[Aa]t|near|to|behind|under|above|below|opposite|beside|inside|outside|between|by|auf|bei|neben|hinter|unter|über|im|gegenüber|zwischen) (?:(?:the|an?|der|die|das|dem|den|einem|einer) \p{L}|\p{N}|\p{Lu})|(?<=\s)am \p{Lu}/u;
const FROM_TO = /(?<!\p{L})(?:from|between|von|zwischen) \S+ (?:to|till|until|and|bis|und) \S+/iu;
/** Says what somebody is: an article, a possessive or a name behind the verb. */
const IS_SOMEBODY =
  /^\S+ ?(?:'m|'re|'s|am|are|is|was|were|bin|ist|sind) (?:(?:an?|the|my|your|our|his|her|their|ein|eine|der|die|das|unser\p{L}*) \p{L}|\p{Lu}\p{L})/u;
const IS_SO_MANY =
  /^\S+ ?(?:'m|'re|'s|am|are|is|was|were|bin|ist|sind) (?:(?:about|only|just|around|roughly|almost|nearly|already|now|exactly|etwa|rund|nur) )*(?:an? \p{L}+ of )?(\S+)(?: (\p{L}+))?/iu;
/** What tells how far or how long, and neither how old nor how many. */
const STRETCH = /^(?:second|minute|hour|met|kilomet|km|mile|sekunde|stunde|meile)/i;

/**
 * A short sentence about the very thing that the question is about, with a light verb and a phrase of the kind that was asked
 * for: "We are at the station." fills in "Where are you?", and "We are open on weekdays." does not.
 */
export const filledSentence: Rule = ({ statement, request, place, answer }) => {
  const { text, words } = statement;
  if (request.kind !== 'question' || !statement.clause || statement.code || place !== 0) return null;
  if (words.length > LONGEST || answer.words > 2 * LONGEST || /[?!]$/.test(text)) return null;
  const asked = ASKED_ABOUT.exec(request.instruction)?.[1] ?? '';
  const plain = text.replaceAll('’', "'");
  if (!SPEAKS_OF.some(([about, opening]) => about.test(asked) && opening.test(plain))) return null;
  if (!LIGHT.test(plain)) return null;
  if (PAST.test(plain) && !PAST.test(request.instruction)) return null;
  return fills(request.expected, plain, request.instruction)
    ? yes('It fills in what the question left open.')
    : null;
};

function fills(expected: string, text: string, question: string): boolean {
  switch (expected) {
    case 'place':
      return PLACE.test(text) && !(hasTimeExpression(text) && !/\p{Lu}/u.test(text.slice(1)));
    case 'time':
      return hasTimeExpression(text) || (FROM_TO.test(text) && hasQuantity(text));
    case 'person':
      return IS_SOMEBODY.test(text);
    case 'quantity': {
      const [, number = '', unit = ''] = IS_SO_MANY.exec(text) ?? [];
      return (
        hasQuantity(number) && (!STRETCH.test(unit) || !/\b(?:old|many)\b|\b(?:alt|viele)\b/i.test(question))
      );
    }
    default:
      return false;
  }
}
