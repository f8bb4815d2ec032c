import type { Verdict } from '../ports/verdict.js';
import type { AnswerView } from './answer-view.js';
import type { RequestView } from './request-view.js';
import type { TextView } from './text-view.js';

/** A statement, what was asked, and the answer that it stands in. */
export type Situation = {
  readonly statement: TextView;
  /** Index of the statement's unit in the answer; -1 where the answer does not hold it. */
  readonly place: number;
  readonly request: RequestView;
  readonly answer: AnswerView;
};

/** Decides on a statement, or leaves it to the next rule. Pure. */
export type Rule = (situation: Situation) => Verdict | null;

export function yes(reason: string): Verdict {
  return { result: 'yes', reason };
}

export function unsure(reason: string): Verdict {
  return { result: 'unsure', reason };
}

export function no(reason: string): Verdict {
  return { result: 'no', reason };
}

/** Up to three keys, for a reason; the names of synonym groups are words as well. */
export function nameKeys(keys: readonly string[]): string {
  return keys
    .slice(0, 3)
    .map((key) => `“${key.replace(/^~/, '')}”`)
    .join(', ');
}
