import { hasQuantity, hasTimeExpression } from './calendar-words.js';
import type { RequestView } from './request-view.js';
import type { TextView } from './text-view.js';
import { sharedKeys } from './tokens.js';

/** Frames in which encyclopedias speak: names and their origin, firsts and records, what is said or known of a thing. */
const TRIVIA: readonly RegExp[] = [
  /\b(?:named after|is named for|comes? from (?:the )?(?:\p{Lu}|latin|greek|a word)|also called|is also (?:the|an?)\b|was once called|used to be|nickname|anagram|rhymes?|letters?|word for)\b/iu,
  /\b(?:invented|patented|discovered|founded|first (?:made|built|used|seen|sold|recorded|described|mentioned)|dates? back|goes back (?:centur|years|to (?:the )?\d)|originat\w+|was (?:built|opened|born|painted) (?:in|by)|centur(?:y|ies)|in \d{4}\b|ancient|histor(?:y|ic|ical|ically)|legend|tradition\w*)\b/i,
  /\b(?:is|are) (?:said|known|believed|rumou?red|considered) to\b|\bworld (?:heritage|record)\b|\b(?:the|one of the) (?:\w+est|most|largest|only)\b.{0,40}\b(?:in the world|on earth|of all|of the human|ever)\b|\bstatistically\b/i,
  /\b(?:benannt nach|wurde (?:\d{4}|im jahr|erfunden|entdeckt|gegründet)|seit den \p{L}+ jahren|jahrhundert|stammt (?:aus|von)|gilt als|erfunden)\b/iu,
  /と言われて|として知られて|に由来|の歴史|世紀|伝わりました|発明|日本一|世界一/,
];

/** Asks what a thing is, was or means: then claims about it are what is wanted. */
const ABOUT_THING =
  /\b(?:what(?:'s| is| are| was| were| does| do)|tell me (?:about|more)|explain|describe|define|meaning|difference|overview|policy|history|origin|fact|facts|invented|founded|who (?:is|was|were|wrote|made|built))\b|\b(?:was (?:ist|sind|bedeutet)|erklär\w*|wer (?:war|hat)|geschichte)\b|とは|について|説明|歴史/i;

/** What one gets, pays, may or must: how whoever offers something answers, whatever the subject. */
const ENTITLEMENT =
  /\b(?:included|free of charge|for free|covered|insured|allowed|permitted|required|mandatory|valid|possible|available|paid|pays|refunded|charged|billed|shipped|delivered|part of (?:every|each|all|the))\b|\b(?:inbegriffen|enthalten|kostenlos|erlaubt|erforderlich|gültig|möglich|verfügbar)\b/i;

const SUBJECT_MARKERS =
  /^(?:an?\s|ein(?:e|er)?\s|(?:small|large|big|old|young|many|most|some|few|all|modern|early)\s|(?:the|der|die|das) (?:first|erste[rns]?)\s)/iu;

/**
 * A claim that stands alone and speaks of things in general (a bare noun, "a bolt of …"), of their names, records or
 * past. It may share a word with the request, and seldom does anything for it.
 */
export function isBackground(statement: TextView, request: RequestView): boolean {
  if (statement.form !== 'claim' || statement.opening !== 'none' || statement.field !== null) return false;
  if (request.transform === null && ABOUT_THING.test(request.input)) return false;
  const { text, words, language } = statement;
  if (TRIVIA.some((frame) => frame.test(text))) return true;
  if (language === 'ja' || ENTITLEMENT.test(text)) return false;
  const generic =
    SUBJECT_MARKERS.test(text) ||
    (words[0]?.content === true && !words.slice(0, 2).some(({ surface }) => /\p{N}/u.test(surface)));
  if (!generic) return false;
  // "Refunds are paid within 14 days": a measure that is wanted, said of what was asked.
  const measured = hasTimeExpression(text) || hasQuantity(text);
  const wanted = ['time', 'quantity', 'steps', 'yes-no'].includes(request.expected);
  return !(measured && wanted && sharedKeys(request.focus, statement.keys).length > 0);
}
