import type { ScoreRequest } from '../../scorer.js';
import { renderTurn } from '../protocol/tool-calls.js';

export type AskedData = {
  readonly conversation: readonly { readonly role: string; readonly content: string }[];
  readonly input: string;
};

/** What was asked, as a judge sees it. */
export function askedData({ history, input }: ScoreRequest): AskedData {
  return { conversation: history.map(renderTurn), input };
}
