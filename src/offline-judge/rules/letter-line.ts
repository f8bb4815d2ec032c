import { type Rule, unsure, yes } from '../rule.js';
import { sharedKeys } from '../tokens.js';

const LETTER =
  /^(?:dear|hi|hello|best|kind|warm|many thanks|thank you|thanks|regards|sincerely|yours|we (?:are|have|will|apologi|understand|appreciate|would)|i (?:am|have|will|apologi|understand|appreciate)|please (?:let|find|accept|reply|send|confirm)|liebe|sehr geehrte|mit freundlichen|vielen dank|wir |bitte )|^(?:お世話|この度|平素|よろしく|申し訳|ご連絡)/i;

/** A reply or a rewritten text speaks for its writer: forms of a letter, or the source's topic in other words. */
export const letterLine: Rule = ({ statement, request, answer, place }) => {
  if (request.transform !== 'reply' && request.transform !== 'rewrite') return null;
  if (place < 0) return null;
  const anchored = answer.units.some((unit) => sharedKeys(request.background, unit.keys).length > 0);
  if (LETTER.test(statement.text) && statement.words.length <= 30) {
    return anchored || request.transform === 'reply'
      ? yes('It is a line of the letter that was asked for.')
      : unsure('It has the form of a letter.');
  }
  return null;
};
