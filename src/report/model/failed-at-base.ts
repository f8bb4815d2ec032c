import type { SuiteReport } from '../../ports/report.js';
import { counted } from '../../text/counts.js';
import { codeSpan } from '../../text/values.js';
import type { CaseLines } from './dataset-lines.js';
import { isFurtherScore, wordsOfSuite } from './scores.js';

/** The head's answers to cases that the base failed; `null` if there are none. */
export function listFailedAtBase(suite: SuiteReport): CaseLines | null {
  if (suite.kind !== 'evaluated' || suite.failedAtBase === undefined || isFurtherScore(suite)) return null;
  const { score: render, items } = wordsOfSuite(suite);
  const lines = suite.failedAtBase.map(({ id, score, irrelevant }) => {
    const quoted = irrelevant.map((text) => `“${text}”`).join(', ');
    return `${codeSpan(id)}: ${render(score)}${quoted === '' ? '' : `, ${items.bad}: ${quoted}`}`;
  });
  return { title: `Failed at base, so not compared: ${counted(lines.length, 'case')}`, lines };
}
