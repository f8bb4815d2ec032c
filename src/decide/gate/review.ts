import type { Comparison } from '../../ports/comparison.js';
import { compareIds, renderNames } from './gate-words.js';

/**
 * Why a person has to look at answers that misled the judge, one phrase: what they say was not judged by the judge's
 * rules. Left out as an error within the limit, a case that got worse would be gone.
 */
export function reviewMisled(comparisons: readonly Pick<Comparison, 'misled'>[]): readonly string[] {
  const ids = [...new Set(comparisons.flatMap(({ misled }) => misled))].sort(compareIds);
  if (ids.length === 0) return [];
  const whose = ids.length === 1 ? 'an answer' : 'answers';
  return [`${whose} to ${renderNames(ids)} made the judge break its rules, and at base none did`];
}
