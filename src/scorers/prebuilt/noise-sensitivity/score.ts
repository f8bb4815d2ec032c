import type { z } from 'zod';
import { countOf, type LabelledItem } from '../../judged/define/item-spec.js';
import type { about } from './about.js';
import { IMPACT_LEVELS } from './rules.js';

export type NoiseScoring = z.output<typeof about.options>['scoring'];

/** Mean weight of the dimensions, 0..1; `null` without any. */
export function robustness(items: readonly LabelledItem[], { impactWeights }: NoiseScoring): number | null {
  const levels = items.flatMap(({ label }) => IMPACT_LEVELS.find((level) => level === label) ?? []);
  if (levels.length === 0) return null;
  return levels.reduce((sum, level) => sum + impactWeights[level], 0) / levels.length;
}

/** The same less a penalty for every dimension that changed significantly or severely. */
export function noiseShare(items: readonly LabelledItem[], scoring: NoiseScoring): number | null {
  const mean = robustness(items, scoring);
  if (mean === null) return null;
  const { majorIssuePerItem, maxMajorIssuePenalty } = scoring.penalties;
  const issues = countOf(items, 'significant', 'severe');
  return Math.max(0, mean - Math.min(issues * majorIssuePerItem, maxMajorIssuePenalty));
}
