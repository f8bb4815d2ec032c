import type { SuiteReport } from '../ports/report.js';
import { isFurtherScore } from './list-scores.js';

/** The page on editable installations, servers and caches. */
export const IDENTICAL_PAGE = 'baselines.md#if-the-agent-is-a-command';

/** `null` if there is nothing to say. */
export function renderIdenticalAnswers(suite: SuiteReport): string | null {
  if (suite.kind !== 'evaluated' || suite.identicalAnswers !== true || isFurtherScore(suite)) return null;
  return 'Base and head gave identical answers. If that is unexpected, check that the base runs its own code.';
}
