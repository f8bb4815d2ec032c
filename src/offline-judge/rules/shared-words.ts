import { backgroundOf } from '../background-claim.js';
import { hasTimeExpression } from '../calendar-words.js';
import type { RequestView } from '../request-view.js';
import { nameKeys, type Rule, unsure, yes } from '../rule.js';
import type { TextView } from '../text-view.js';
import { isNumberKey, sharedKeys } from '../tokens.js';

/** From this many content words on, one word in common may be chance. */
const LONG_REQUEST = 14;
/** Up to this many content words, one in common is telling. */
const SHORT_STATEMENT = 5;
/** Share of a statement's content that is telling whatever the length. */
const TELLING_SHARE = 0.3;

/** The statement speaks of what was asked, in the same words, their other forms or plain synonyms. */
export const sharedWords: Rule = ({ statement, request }) => {
  const keys = comparableKeys(statement, request);
  const inFocus = sharedKeys(request.focus, keys);
  const inBackground = sharedKeys(request.background, keys).filter((key) => !inFocus.includes(key));
  const found = [...inFocus, ...inBackground];
  if (found.length === 0 || onlyCalendar(statement, found, request)) return null;
  const words = found.filter((key) => !isNumberKey(key));
  const share = found.length / Math.max(1, statement.keys.size);
  const reason = `It speaks of what was asked: ${nameKeys(found)}.`;
  const background = backgroundOf(statement, request);
  if (background !== null) {
    return background === 'thing' && request.transform === null
      ? unsure(`It is about ${nameKeys(found)}, in general.`)
      : null;
  }
  if (found.some((key) => /\p{L}/u.test(key) && /\p{N}/u.test(key))) return yes(reason);
  if (found.length >= 2 && (words.length > 0 || request.transform !== null)) {
    // Against a long text two common words in a long line may be chance as well.
    return request.focus.size >= LONG_REQUEST * 3 && share < 0.15
      ? unsure(`It shares little: ${nameKeys(found)}.`)
      : yes(reason);
  }
  if (words.length === 0 && share < 0.5) return null;
  if (request.transform !== null && statement.clause) return share >= TELLING_SHARE ? yes(reason) : null;
  const telling =
    inFocus.length > 0 || (statement.keys.size <= SHORT_STATEMENT && statement.form !== 'claim');
  return telling ? yes(reason) : unsure(`It touches what stands around the question: ${nameKeys(found)}.`);
};

/** A day or a month that both name is no topic, unless a time was asked for. */
function onlyCalendar(statement: TextView, found: readonly string[], request: RequestView): boolean {
  if (request.expected === 'time' || statement.form !== 'claim') return false;
  const shared = statement.words.filter(({ key }) => found.includes(key));
  return shared.length > 0 && shared.every(({ surface }) => hasTimeExpression(surface));
}

/** Between two languages only names, numbers and known synonyms mean the same; other like words are false friends. */
function comparableKeys(statement: TextView, request: RequestView): ReadonlySet<string> {
  if (statement.language === request.language || [statement.language, request.language].includes('und'))
    return statement.keys;
  const same = statement.words.filter(
    ({ key, surface }) => key.startsWith('~') || isNumberKey(key) || /^\p{Lu}/u.test(surface),
  );
  return new Set(same.map(({ key }) => key).filter((key) => statement.keys.has(key)));
}
