import { createWordList, FUNCTION_WORDS } from '../text/function-words.js';
import { isClause } from './clause.js';
import { readWords, type Word } from './tokens.js';

/**
 * What a statement does by its form: it tells the reader what to do, names a condition, speaks to the reader, says what
 * the speaker does or can do, leaves out what the question has said already, or claims something that stands alone.
 */
export type StatementForm = 'instruction' | 'condition' | 'address' | 'speaker' | 'elliptic' | 'claim';

const LEADING =
  '(?:(?:please|then|now|next|first|finally|just|simply|also|instead|afterwards|or|never|always|do not|don.t),?\\s+)*';

/** Behind the first word of an order stands what it governs; behind a subject stands a verb. */
const GOVERNED =
  '(?:(?:out|off|up|down|away|back|over)\\s+)?(?:the|an?|it|them|us|me|him|her|your|his|its|their|my|our|this|that|these|those|all|any|every|each|both|some|no|one|two|three|whether|yourself)';
const ORDER = new RegExp(`^${LEADING}(\\p{L}+)\\s+${GOVERNED}(?!\\p{L})`, 'iu');

/** Words that stand before an article or a pronoun and are no verb. */
const NO_VERB: ReadonlySet<string> = new Set([
  ...(FUNCTION_WORDS.get('en') ?? []),
  ...createWordList(
    `till toward towards behind beneath beside besides beyond near despite like unlike across along among around
    inside outside whereas once whenever wherever half even never always often sometimes usually rarely maybe
    perhaps today tomorrow yesterday many unfortunately`,
  ),
]);

/** Verbs of orders that often go without an object right behind them. */
const ORDER_VERBS = createWordList(
  `add ask avoid begin book bring call change check choose click close come compare confirm connect consider contact
  continue copy cut do don't download drag dry ensure enter fill find follow get give go hold install keep leave let
  look make move note open pack pay pick place plug pour press put read remember remove repeat replace restart rinse
  run save scroll search select send set sign speak start stay stir stop switch take talk tap tell test tick try turn
  type unplug update use visit wait wash watch write`,
);
/** "Call centres are …", "Test results show …": a noun with another one. */
const VERB_FOLLOWS = /^\p{L}+\s+(?:\p{L}+\s+){0,2}(?:is|are|was|were|has|have|had|can|will|do|does)\b/iu;

const ORDER_ELSEWHERE: readonly RegExp[] = [
  // German: a verb, then the reader. French: the form in -ez. Japanese: a polite request.
  /^(?:bitte\s+)?(?:(?:zuerst|dann|danach|anschließend|nun|jetzt),?\s+)?\p{L}{3,}(?:en|ern|eln)\s+sie(?!\p{L})|[,;]\s*\p{L}{3,}en\s+sie(?!\p{L})/iu,
  /^(?:puis\s+|ensuite,?\s+|ne\s+)?\p{L}{2,}ez(?:-(?:le|la|les|y|en|vous))?\s/iu,
  /(?:ください|下さい|お願いします|ましょう|しないこと)[。．!！]?$/u,
];

const CONDITION =
  /(?:^|[\s,;(])(?:if|unless|in case|as long as|provided|depending on|depends on|except|exceptions?|wenn|falls|sofern|außer|es sei denn|hängt \p{L}+ ab|ausnahmen?|à condition|dépend|en cas|salvo|depende|caso|exceto|excepto)(?!\p{L})|(?:なら|場合|たら|れば)|إذا|بشرط|다면|(?:하|되|으)면/iu;

const READER = /(?<!\p{L})(?:you|your|yours|yourself|you're|you'll|you've|you'd)(?!\p{L})/iu;
const SPEAKER =
  /^(?:(?:sure|sorry|of course|okay|ok|certainly|yes|no),?\s+)?(?:(?:but|and|so|then)\s+)?(?:i|we)(?:'ll|'ve|'m|'re| will| can| could| have| am| are| keep| need| would| did| do| won't| can't)(?!\p{L})|^(?:ich|wir)\s+(?:kann|können|werde|werden|habe|haben|brauche|brauchen)(?!\p{L})/iu;

/** Adds to what was said before. */
const ADDITION = /(?<!\p{L})(?:as well|too|either|ebenfalls|genauso|aussi|también|também)(?:[.!,]|$)/iu;

/** How a sentence opens that brings its own subject along, in languages that may leave it out. */
const OWN_SUBJECT: Readonly<Record<string, RegExp>> = {
  ja: /[\p{L}\p{N}](?:は|が|も)/u,
  ko: /\p{L}(?:은|는|이|가)(?:\s|$)/u,
  ar: /^ال|\s(?:هو|هي|كان|كانت)\s/u,
};
/** The article of a subject in a Romance language, or an infinitive in its place; short sentences look alike there. */
const ROMANCE_SUBJECT =
  /^(?:l'|(?:les?|la|los|las|el|os?|as?|il|lo|gli|i|cette|ces|est[aeo]s?|quest[aeio]|\p{L}{3,}(?:[aei]r|re))\s)/iu;
/** Up to here a phrase may be the whole answer; what follows only explains it. */
const EXPLAINED = /^([^:;–—]{2,60}?)\s*(?:[:;–—]\s|,\s(?:because|since|as|so|which|weil|da|denn)\s)/u;

/** The form of a statement; the first that fits. */
export function formOf(view: {
  readonly text: string;
  readonly words: readonly Word[];
  readonly language: string;
  readonly clause: boolean;
}): StatementForm {
  const { text, language, clause } = view;
  const plain = text.replaceAll('’', "'").trim();
  if (isOrder(plain)) return 'instruction';
  if (CONDITION.test(plain)) return 'condition';
  if (READER.test(plain)) return 'address';
  if (SPEAKER.test(plain)) return 'speaker';
  if (ADDITION.test(plain)) return 'elliptic';
  return leansOnQuestion(plain, language, clause) ? 'elliptic' : 'claim';
}

/** No sentence of its own, or one whose subject has to come from the question. */
function leansOnQuestion(text: string, language: string, clause: boolean): boolean {
  const subject = /^(?:fr|es|pt|it)$/.test(language) ? ROMANCE_SUBJECT : OWN_SUBJECT[language];
  if (subject !== undefined) return !subject.test(text) || readWords(text).length <= 3;
  if (!clause) return true;
  const head = EXPLAINED.exec(text)?.[1];
  return head !== undefined && !isClause(head, readWords(head), language);
}

function isOrder(text: string): boolean {
  if (/[?？]\s*$/.test(text)) return false;
  if (/^please\s/i.test(text) || ORDER_ELSEWHERE.some((pattern) => pattern.test(text))) return true;
  // "It is heavy, so put it down first": what follows from the rest is the order.
  const follows = /[,;]\s*(?:so|then|therefore)\s+(.+)$/iu.exec(text)?.[1];
  return opensAsOrder(text) || (follows !== undefined && opensAsOrder(follows));
}

function opensAsOrder(text: string): boolean {
  const first = ORDER.exec(text)?.[1]?.toLowerCase();
  if (first !== undefined && !NO_VERB.has(first) && !/(?:ing|ly|ed|s)$/.test(first)) return true;
  const bare = text.replace(new RegExp(`^${LEADING}`, 'iu'), '');
  const opening = /^[\p{L}']+/u.exec(bare)?.[0].toLowerCase() ?? '';
  return ORDER_VERBS.has(opening) && /^[\p{L}']+\s+\p{L}/u.test(bare) && !VERB_FOLLOWS.test(bare);
}
