import type { z } from 'zod';
import { countOf, type LabelledItem } from '../../judged/define/item-spec.js';
import type { about } from './about.js';

export const RELEVANCE_LEVELS = ['high', 'medium', 'low', 'none'] as const;
export type RelevanceLevel = (typeof RELEVANCE_LEVELS)[number];

const WEIGHTS: Readonly<Record<RelevanceLevel, number>> = { high: 1, medium: 0.7, low: 0.3, none: 0 };

export type Penalties = z.output<typeof about.options>['penalties'];

/** The level that a label names; `null` for labels of gaps. */
export function levelOf(label = ''): RelevanceLevel | null {
  const [word] = label.split('-');
  return RELEVANCE_LEVELS.find((level) => level === word) ?? null;
}

/** From 0 to 1: the mean weight of the contexts, less unused and missing ones. `null` without contexts. */
export function contextRelevanceShare(
  items: readonly LabelledItem[],
  { penalties }: { readonly penalties: Penalties },
): number | null {
  const levels = items.flatMap(({ label }) => levelOf(label) ?? []);
  if (levels.length === 0) return null;
  const weight = levels.reduce((sum, level) => sum + WEIGHTS[level], 0);
  const unused = countOf(items, 'high-unused') * penalties.unusedHighRelevanceContext;
  const missing = Math.min(
    countOf(items, 'missing') * penalties.missingContextPerItem,
    penalties.maxMissingContextPenalty,
  );
  return Math.max(0, weight / levels.length - unused - missing);
}
