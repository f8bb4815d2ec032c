import type { Verdict } from '../ports/verdict.js';
import type { AnswerView } from './answer-view.js';
import { backgroundOf } from './background-claim.js';
import type { RequestView } from './request-view.js';
import { nameKeys, unsure, yes } from './rule.js';
import type { TextView } from './text-view.js';
import { isNumberKey, sharedKeys } from './tokens.js';

/** A word inside the sentence for something that was said before it. */
const POINTS_BACK =
  /(?<=[\p{L},]\s)(?:this|these|those|such|without one|with one)(?!\p{L})|^(?:without|with|for|in|after) (?:it|them|one|that|this)(?!\p{L})/iu;

/** How many units back a statement may take up a word. */
const REACH = 4;

/**
 * Reads a statement as the continuation of what stands before it: it opens with a pronoun that points back, or takes up
 * a word of a relevant sentence. `settled` holds the verdicts of the units before it, in order. `null`: it does not
 * continue anything relevant.
 */
export function continuesAnswer(
  statement: TextView,
  place: number,
  answer: AnswerView,
  request: RequestView,
  settled: readonly (Verdict | null)[],
): Verdict | null {
  const before = settled[place - 1] ?? null;
  const relevant = before?.result === 'yes';
  if (relevant && statement.opening === 'reference') return yes('It goes on about the sentence before it.');
  if (relevant && POINTS_BACK.test(statement.text)) return yes('It points back to the sentence before it.');
  const background = backgroundOf(statement, request);
  for (let at = place - 1; at >= Math.max(0, place - REACH); at -= 1) {
    const unit = answer.units[at];
    if (unit === undefined || settled[at]?.result !== 'yes') continue;
    const taken = sharedKeys(unit.keys, statement.keys).filter((key) => !isNumberKey(key));
    if (taken.length > 0 && background === 'thing' && request.transform === null)
      return unsure(`It takes up ${nameKeys(taken)}, in general.`);
    if (background !== null) break;
    if (taken.length > 0) return yes(`It takes up ${nameKeys(taken)} from a relevant sentence.`);
  }
  if (
    relevant &&
    (statement.opening === 'address' || statement.opening === 'connective') &&
    (request.expected === 'steps' || request.kind === 'action')
  ) {
    return yes('It goes on telling what to do or what happens next.');
  }
  if (relevant && statement.opening === 'connective') return yes('It adds to the sentence before it.');
  if (relevant && statement.opening === 'address') {
    return unsure('It may go on about the sentence before it.');
  }
  return null;
}
