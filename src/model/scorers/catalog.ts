import type { AboutScorer } from './about-scorer.js';
import { answerRelevancy } from './answer-relevancy.js';
import { bias } from './bias.js';
import { faithfulness } from './faithfulness.js';
import { hallucination } from './hallucination.js';
import { toxicity } from './toxicity.js';

/** Every prebuilt scorer, in the order of the documentation. */
export const SCORERS: readonly AboutScorer[] = [answerRelevancy, faithfulness, hallucination, bias, toxicity];

/** The scorer of this id; `null` where there is none. */
export function aboutScorer(id: string): AboutScorer | null {
  return SCORERS.find((about) => about.id === id) ?? null;
}
