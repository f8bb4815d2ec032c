import { wordsOf } from '../text/words.js';
import { saysDone, saysNothing, speaksOfTriage } from './phrases.js';
import type { Request } from './request.js';

const LIST_MARK = /^\s*(?:[-*+•]|\d{1,3}[.)]|[|[{])\s*/u;
const FIELD = /^["'`*_\s-]*\p{L}[^:：\n]{0,40}[:：]\s*\S/u;

/**
 * Lists, records, summaries and short answers share no word with what was asked: why one fits all the same, or `null`.
 * @param line of the answer, which the statement is part of.
 */
export function judgeForm(text: string, line: string, request: Request): string | null {
  switch (request.kind) {
    case 'order':
      if (FIELD.test(text) || LIST_MARK.test(line)) return 'It is an entry or a field of what was asked for.';
      if (saysDone(text)) return 'It says that what was asked is done.';
      return saysNothing(text) || isShortAnswer(text, request) ? 'It is a short answer.' : null;
    case 'text':
      if (FIELD.test(text)) return 'It is a field of the summary that was asked for.';
      return speaksOfTriage(text) ? 'It sums up in words of triage.' : null;
    case 'question':
      return isShortAnswer(text, request) && !FIELD.test(text) ? 'It is a short answer.' : null;
    default:
      return request.kind satisfies never;
  }
}

/** Words of a phrase, and of an amount: up to here no more is needed. */
const PHRASE_WORDS = 2;
const AMOUNT_WORDS = 4;
const AMOUNT = /^[^\p{L}]*\p{N}/u;
const NAME = /^(?:\p{Lu}|\p{N}|and$|or$|of$|the$)/u;
const OPENS_LIKE_ANSWER =
  /^(?:yes|no|yeah|correct|true|false|never|always|unfortunately|because|in|on|at|from|behind|about|around|it's|it is|they are|there are)(?![\p{L}-])/iu;

function isShortAnswer(text: string, { answerIsShort }: Request): boolean {
  const words = wordsOf(text, 'numbers');
  if (!answerIsShort || words.length === 0 || text.endsWith('!')) return false;
  if (words.length <= (AMOUNT.test(text) ? AMOUNT_WORDS : PHRASE_WORDS)) return true;
  return (
    words.every((word) => NAME.test(word)) || OPENS_LIKE_ANSWER.test(text) || /,.+\b(?:and|or)\b/u.test(text)
  );
}
