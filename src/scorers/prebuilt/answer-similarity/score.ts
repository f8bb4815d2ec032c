import type { z } from 'zod';
import { countOf, type LabelledItem } from '../../judged/define/item-spec.js';
import type { about } from './about.js';

/** What extra information costs at most. */
const MOST_EXTRA = 0.2;

export type SimilarityWeights = Omit<
  z.output<typeof about.options>,
  'scale' | 'reason' | 'requireGroundTruth'
>;

/**
 * From 0 to 1: what the units of the ground truth earn, less contradictions and extra information.
 * `null` where the ground truth has no units.
 */
export function similarityShare(items: readonly LabelledItem[], weights: SimilarityWeights): number | null {
  const { semanticThreshold, exactMatchBonus, missingPenalty, contradictionPenalty, extraInfoPenalty } =
    weights;
  const contradicted = countOf(items, 'contradicted');
  const [exact, semantic, partial] = [
    countOf(items, 'exact'),
    countOf(items, 'semantic'),
    countOf(items, 'partial'),
  ];
  const lacking = countOf(items, 'missing') + contradicted;
  const units = exact + semantic + partial + lacking;
  if (units === 0) return null;
  const earned =
    exact * (1 + exactMatchBonus) + (semantic + partial / 2) * semanticThreshold - lacking * missingPenalty;
  const extra = Math.min(MOST_EXTRA, countOf(items, 'extra') * extraInfoPenalty);
  const share = earned / (units * (1 + exactMatchBonus)) - contradicted * contradictionPenalty - extra;
  return Math.min(1, Math.max(0, share));
}
