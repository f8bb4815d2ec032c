import type { AboutScorer } from './about-scorer.js';
import { answerRelevancy } from './answer-relevancy.js';

/** Every prebuilt scorer, in the order of the documentation. */
export const SCORERS: readonly AboutScorer[] = [answerRelevancy];

/** The scorer of this id; `null` where there is none. */
export function aboutScorer(id: string): AboutScorer | null {
  return SCORERS.find((about) => about.id === id) ?? null;
}
