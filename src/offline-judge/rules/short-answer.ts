import { hasQuantity, hasTimeExpression } from '../calendar-words.js';
import type { Expected } from '../request-kind.js';
import { type Rule, type Situation, unsure, yes } from '../rule.js';
import type { TextView } from '../text-view.js';

/** Words in a whole answer that is still a short one. */
const SHORT_WHOLE = 12;
/** Words in a short phrase. */
const SHORT_PHRASE = 6;
/** Words in a sentence such as "It was built in 1889." */
const SHORT_SENTENCE = 9;

const YES_NO =
  /^(?:yes|no|unfortunately|yeah|yep|nope|correct|right|true|false|absolutely|certainly|of course|indeed|not (?:yet|really|quite|at all)|never|always|sure|definitely|maybe|ja|nein|doch|natürlich|richtig|falsch|klar|oui|non|si|sí|sim|não|tak|nie|да|нет|はい|いいえ|ええ|いや|是|不|对|네|아니|لا|نعم)(?![\p{L}-])/iu;
const REASON =
  /^(?:because|due to|owing to|thanks to|as a result of|since|so that|to (?=\p{L})|weil|da |wegen|aufgrund|damit|um |parce que|porque|a causa)|(?:から|ため|ので)(?:です)?[。．.]?$/iu;
const PLACE =
  /^(?:in|on|at|near|under|behind|above|below|next to|beside|inside|outside|between|im|auf|bei|neben|hinter|unter|am|an der|zwischen|à|en|dans|nel|no|na)\s|(?:に|で)(?:あります|います|ございます)|[市県都区町村国駅]/iu;
const LEAD_IN =
  /^(?:(?:it|this|that|they|he|she|there|these|those)(?:'s| is| are| was| were| has| have| will be| takes?| costs?| opens?| starts?| lasts?)|you (?:have|get|need|pay)|you've|your \p{L}+ \p{L}+s|(?:it|they|he|she) \p{L}+(?:s|ed)?|es (?:ist|sind|gibt|war)|das (?:ist|sind|war)|sie (?:ist|sind|haben)|er (?:ist|war)|c'est|es|è|é)\s/iu;
const INTERJECTION =
  /^(?:wow|hello|hi|hey|thanks|great|nice|cool|ok|okay|sure|welcome|hallo|danke|super|lol|haha|hmm+|well)\b[\s\p{L}]{0,12}[!.…]*$/iu;

/** Labels under which an answer may stand; any other label belongs to a form that was not asked for. */
const FIELD_OF_ANSWER =
  /^(?:the )?(?:short |final )?(?:answer|result|antwort|ergebnis|réponse|respuesta|答え|回答|結果)$/i;

/** Does the wording hold what a question of this kind wants to hear? */
function holdsExpected(expected: Expected, statement: TextView): boolean {
  const { text } = statement;
  switch (expected) {
    case 'yes-no':
      return YES_NO.test(text);
    case 'quantity':
      return hasQuantity(text) || hasTimeExpression(text);
    case 'time':
      return hasTimeExpression(text) || hasQuantity(text) || /^(?:never|always|nie|immer)\b/i.test(text);
    case 'reason':
      return REASON.test(text);
    case 'place':
      return PLACE.test(text) || isName(statement);
    case 'person':
      return isName(statement);
    case 'thing':
      return isName(statement) || /^\W{0,2}\p{N}/u.test(text);
    case 'steps':
      return false;
    default: {
      const rest: never = expected;
      return rest;
    }
  }
}

/** Every word has a capital, but for the small words inside names. */
function isName({ words, text }: TextView): boolean {
  if (!/\p{Lu}/u.test(text)) return /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text);
  return words.every(
    (word) =>
      /^[\p{Lu}\p{N}]/u.test(word.surface) ||
      /^(?:of|the|and|de|da|di|von|van|der|du|la|le|und|y)$/.test(word.lower),
  );
}

/** A noun with its attributes: opens with an article, a preposition or a quantity, or lists several things. */
function looksLikePhrase({ text, words }: TextView): boolean {
  return (
    words.length <= 2 ||
    /^(?:the|an?|my|your|our|about|around|roughly|approximately|nearly|over|almost|from|with|by|der|die|das|ein|eine|etwa|rund|ca)\b/i.test(
      text,
    ) ||
    /,|\band\b|\bor\b|\bund\b|\bof\b|[、と]/.test(text)
  );
}

/** Is the statement where the answer to the question is looked for: the whole of a short answer, or its first unit? */
function isInFront({ place, answer }: Situation): boolean {
  return place === 0 || (place > 0 && answer.words <= SHORT_WHOLE);
}

/** A short answer is read as an answer to the question. Whether it is the right one cannot be told offline. */
export const shortAnswer: Rule = (situation) => {
  const { statement, request, answer } = situation;
  const asks =
    request.kind === 'question' ||
    request.kind === 'list' ||
    (request.kind === 'topic' && request.focus.size <= SHORT_PHRASE);
  if (
    !asks ||
    statement.code ||
    statement.form === 'instruction' ||
    !isInFront(situation) ||
    INTERJECTION.test(statement.text)
  )
    return null;
  if (statement.field !== null && !FIELD_OF_ANSWER.test(statement.field.label)) return null;
  const length =
    statement.language === 'ja' || statement.language === 'zh'
      ? statement.words.length / 2
      : statement.words.length;
  const expected = holdsExpected(request.expected, statement);
  if (request.expected === 'yes-no' && expected && request.kind === 'question') {
    return length <= SHORT_PHRASE || LEAD_IN.test(statement.text.replace(/^[^,]*,\s*/u, ''))
      ? yes('It answers the question with yes or no.')
      : unsure('It opens with yes or no, then goes on about something else.');
  }
  if (!statement.clause) {
    if (expected && length <= SHORT_SENTENCE)
      return yes('It is a short answer of the kind that was asked for.');
    if (length <= SHORT_PHRASE && answer.words <= SHORT_WHOLE) {
      return looksLikePhrase(statement) && request.expected !== 'yes-no'
        ? yes('The answer as a whole is short, as the question allows.')
        : unsure('It may be a short answer to the question.');
    }
    return null;
  }
  const lead = LEAD_IN.exec(statement.text);
  const opens =
    situation.place === 0 &&
    /^(?:\p{Lu}|\p{N}|(?:in|on|at|by|about) )/u.test(statement.text.slice(lead?.[0].length));
  if (
    lead !== null &&
    (length <= SHORT_SENTENCE ||
      (opens && (expected || ['person', 'place', 'thing'].includes(request.expected))))
  ) {
    const rest = statement.text.slice(lead[0].length).replace(/[.!。]+$/, '');
    if (request.expected === 'yes-no' || request.expected === 'steps') return null;
    if (expected || /\p{Lu}\p{L}+|\p{N}/u.test(rest)) return yes('It fills in what the question left open.');
  }
  if (request.expected === 'reason' && expected && situation.place === 0) {
    return yes('It gives a reason, as asked.');
  }
  return null;
};
