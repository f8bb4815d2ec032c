import { type Rule, unsure, yes } from '../rule.js';
import { sharedKeys } from '../tokens.js';

const SUGGESTS =
  /^(?:try|consider|how about|i(?:'d| would)? (?:recommend|suggest)|you (?:might|could|may)|have a look at|check out|versuchen sie|wie wäre es|ich empfehle)\b|おすすめ|いかが/i;

/** A line of an invented text need not name its topic, as long as the text as a whole does. */
export const composedLine: Rule = ({ statement, request, answer, place }) => {
  if (
    /\b(?:recommend|suggest|propose|ideas? for|should (?:i|we))\b|(?:empfiehl|おすすめ|オススメ)/i.test(
      request.instruction,
    ) &&
    place === 0 &&
    SUGGESTS.test(statement.text)
  ) {
    return yes('It suggests something, as asked.');
  }
  const suggestion = /^(?:recommend|suggest)\b/i.test(request.instruction);
  if ((request.kind !== 'compose' && !suggestion) || place < 0) return null;
  const onTopic = answer.units.filter((unit) => sharedKeys(request.focus, unit.keys).length > 0).length;
  if (onTopic === 0) return null;
  return onTopic * 3 >= answer.units.length
    ? yes('It is a line of the text that was asked for.')
    : unsure('It is a line of a text that seldom speaks of what was asked.');
};
