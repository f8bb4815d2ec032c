import type { SuiteReport } from '../ports/report.js';
import { isFurtherScore, wordsOfSuite } from './list-scores.js';
import type { CaseList } from './shown-cases.js';

/** What the head answers in cases that the base failed; `null` if there are none. */
export function tellFailedAtBase(suite: SuiteReport): CaseList | null {
  if (suite.kind !== 'evaluated' || suite.failedAtBase === undefined || isFurtherScore(suite)) return null;
  const words = wordsOfSuite(suite);
  const cases = suite.failedAtBase.map(({ id, input, score, irrelevant }) => {
    const quoted = irrelevant.map((text) => `“${text}”`).join(', ');
    const bad = quoted === '' ? '' : `, ${words.items?.bad ?? 'irrelevant'}: ${quoted}`;
    return { id, input, said: `scores ${words.score(score)}${bad}` };
  });
  return { title: 'Failed at base, so not compared', cases };
}
