import { hasQuantity, hasTimeExpression } from './calendar-words.js';
import type { RequestView } from './request-view.js';
import type { TextView } from './text-view.js';
import { sharedKeys } from './tokens.js';

/** Frames that speak of a word: where it comes from, what else it means. */
const WORD_FRAMES: readonly RegExp[] = [
  /\b(?:named after|is named for|also called|is also (?:the|an?)\b|are also\b|was once called|used to be called|nickname|anagram|rhymes?|word for|comes? from (?:the )?(?:latin|greek|word))/i,
  /\b(?:benannt nach|heißt auch|ist auch (?:ein|der|die|das)|nennt man auch)\b|に由来|とも呼ばれ/iu,
];

/** Frames in which encyclopedias speak of a thing: its origin and past, firsts and records, what is said of it. */
const THING_FRAMES: readonly RegExp[] = [
  /\b(?:invented|patented|discovered|founded|first (?:made|built|used|seen|sold|recorded|described|mentioned)|dates? back|goes back (?:centur|years|to (?:the )?\d)|originat\w+|was (?:built|opened|born|painted) (?:in|by)|centur(?:y|ies)|in \d{4}\b|ancient|histor(?:y|ic|ical|ically)|legend|tradition\w*)\b/i,
  /\b(?:is|are) (?:said|known|believed|rumou?red|considered) to\b|\bworld (?:heritage|record)\b|\b(?:the|one of the) (?:\w+est|most|largest|only)\b.{0,40}\b(?:in the world|on earth|of all|of the human|ever)\b|\bstatistically\b|\bused to be\b/i,
  /\b(?:wurde (?:\d{4}|im jahr|erfunden|entdeckt|gegründet)|seit den \p{L}+ jahren|jahrhundert|stammt (?:aus|von)|gilt als|erfunden)\b/iu,
  /と言われて|として知られて|の歴史|世紀|伝わりました|発明|日本一|世界一/,
];

/** Asks what a thing is, was or means: then claims about it are what is wanted. */
const ABOUT_THING =
  /\b(?:what(?:'s| is| are| was| were| does| do)|tell me (?:about|more)|explain|describe|define|meaning|difference|overview|policy|history|origin|fact|facts|invented|founded|who (?:is|was|were|wrote|made|built))\b|\b(?:was (?:ist|sind|bedeutet)|erklär\w*|wer (?:war|hat)|geschichte)\b|とは|について|説明|歴史/i;

/** What one gets, pays, may or must: how whoever offers something answers, whatever the subject. */
const ENTITLEMENT =
  /\b(?:included|free of charge|for free|covered|insured|allowed|permitted|required|mandatory|valid|possible|available|paid|pays|refunded|charged|billed|shipped|delivered|part of (?:every|each|all|the))\b|\b(?:inbegriffen|enthalten|kostenlos|erlaubt|erforderlich|gültig|möglich|verfügbar)\b/i;

/** Causes, means and what is usual: how explanations speak. */
const EXPLAINS =
  /\b(?:because|means?|caus(?:e|es|ed)|leads? to|results? in|helps?|prevents?|makes? (?:it|them|sure)|so that|by \w+ing|often|usually|typically|normally|depends?|ha(?:s|ve) to|must|needs?)\b|\b(?:weil|bedeutet|führt zu|hilft|verhindert|meist\w*|oft|häufig|muss|müssen|braucht)\b/i;

const SUBJECT_MARKERS =
  /^(?:an?\s|ein(?:e|er)?\s|(?:small|large|big|old|young|many|most|some|few|all|modern|early)\s|(?:the|der|die|das) (?:first|erste[rns]?)\s)/iu;
/** Where a plural in general has an article. */
const ROMANCE_PLURAL = /^(?:los|las|les|os|as|gli)\s/iu;

/**
 * A claim that stands alone and speaks of things in general. It may share a word with the request, and seldom does
 * anything for it: `thing` tells of the past, the records or the fame of what it names; `other` speaks of a word, or of
 * a bare noun ("a bolt of …"), which is as a rule another thing or another meaning.
 */
export function backgroundOf(statement: TextView, request: RequestView): 'thing' | 'other' | null {
  const { text, words, language } = statement;
  if (statement.form !== 'claim' || statement.opening !== 'none' || statement.field !== null) return null;
  if (request.transform === null && ABOUT_THING.test(request.input)) return null;
  if (WORD_FRAMES.some((frame) => frame.test(text))) return 'other';
  if (THING_FRAMES.some((frame) => frame.test(text))) return 'thing';
  if (language === 'ja' || ENTITLEMENT.test(text) || EXPLAINS.test(text)) return null;
  const identifier = words.slice(0, 2).some(({ surface }) => /\p{N}/u.test(surface));
  const romance = /^(?:fr|es|pt|it)$/.test(language);
  const bare = words[0]?.content === true && !identifier;
  if (!bare && !(romance ? ROMANCE_PLURAL : SUBJECT_MARKERS).test(text)) return null;
  // "Refunds are paid within 14 days": a measure that is wanted, said of what was asked.
  const measured = hasTimeExpression(text) || hasQuantity(text);
  const shared = sharedKeys(request.focus, statement.keys).length;
  const wanted = ['time', 'quantity', 'steps', 'yes-no'].includes(request.expected);
  return shared > 1 || (shared > 0 && measured && wanted) ? null : 'other';
}
