import type { z } from 'zod';
import type { Judge, VerdictStore } from '../../src/model/judge.js';
import type { ChatClient } from '../../src/model/provider.js';
import type { Judgement, VerdictLabel } from '../../src/model/verdict.js';
import { answerRelevancy } from '../../src/scorers/prebuilt/answer-relevancy.js';
import type { ScoreRequest, StatementScorer } from '../../src/scorers/scorer.js';
import { open, requestOf, scoreWith } from './item-scorers.js';
import { fakeChat, isControl, readRequest, verdictsReply } from './judges.js';

type RelevancyOptions = z.output<typeof answerRelevancy.about.options>;

export function relevancy(
  judge: Judge | ChatClient,
  more: Partial<RelevancyOptions> & { store?: VerdictStore; salt?: string } = {},
): StatementScorer {
  return open(answerRelevancy, judge, more);
}

export function createRequest(given: Parameters<typeof requestOf>[0] & { input: string }): ScoreRequest {
  return requestOf(given);
}

export { scoreWith as score };

/** The judgement's score; fails where there is none. */
export function scoreOf(judgement: Judgement): number {
  if (judgement.status !== 'scored') throw new Error(`unscored: ${judgement.kind}: ${judgement.reason}`);
  return judgement.score;
}

/** A question, an answer of a statement of each kind, and what a judge says of them. */
export const INPUT = 'Where does my order stand?';
export const ANSWER =
  'Your order left the warehouse on Monday. The carrier may deliver on Wednesday or Thursday. Our founder collects antique clocks.';
export const REQUEST = createRequest({ input: INPUT, output: ANSWER });
export const opinion = (statement: string): VerdictLabel => {
  if (isControl(statement) || statement.includes('founder')) return 'no';
  return statement.includes('carrier') ? 'unsure' : 'yes';
};
export const three = () =>
  fakeChat(({ messages }) => {
    const seen = readRequest(messages);
    return JSON.stringify(verdictsReply(seen.data, opinion));
  });
