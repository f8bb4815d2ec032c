import type { Place, Report, SuiteReport } from '../model/report.js';
import { capitalize } from '../text/values.js';
import { fitConsoleLine, toConsoleLine } from './console.js';
import { findCausePlace } from './model/caused-by.js';
import { findProbablePlace } from './model/probable-lines.js';
import { buildSuiteView, collectReportFacts, type SuiteView } from './model/report-model.js';
import { listScores, sortWorstFirst } from './model/scores.js';
import { trimClause } from './notes/obstacle.js';

/** A message beside a line of the changed files. */
export type Annotation = {
  readonly level: 'error' | 'warning';
  readonly title: string;
  readonly message: string;
  /** Path from the repository's top; missing if it belongs to no file. */
  readonly file?: string;
  /** From 1; the first if it is missing. */
  readonly line?: number;
};

const MAX_NAME_LENGTH = 80;
const MAX_MESSAGE_LENGTH = 500;

/** One annotation per suite that does not simply pass, the worst first. Plain text. */
export function buildAnnotations(report: Report): readonly Annotation[] {
  return sortWorstFirst(listScores(report.suites)).flatMap((suite) => annotateSuite(suite, report));
}

function annotateSuite(suite: SuiteReport, report: Report): readonly Annotation[] {
  const view = buildSuiteView(suite, collectReportFacts(report));
  if (view.look === 'pass') return [];
  const causes = view.causes.map(({ title, texts }) => `${title}: “${trimClause(texts.join(' '))}”.`);
  return [
    {
      level: suite.decision.blocking ? 'error' : 'warning',
      title: `${fitConsoleLine(view.name, MAX_NAME_LENGTH)}: ${toConsoleLine(view.result)}`,
      message: fitConsoleLine(
        [...view.alerts, ...causes, capitalize(view.next)].join(' '),
        MAX_MESSAGE_LENGTH,
      ),
      ...findPlace(suite, view),
    },
  ];
}

/** A fall is shown where the pull request changed something, an error at its line. */
function findPlace(suite: SuiteReport, { changed, gotWorse }: SuiteView): Partial<Place> {
  if (suite.kind === 'not-evaluated') return suite.place ?? {};
  if (blamesNoLine(suite, gotWorse)) return {};
  return suite.kind === 'evaluated' ? (findCausePlace(suite) ?? findProbablePlace(suite, changed) ?? {}) : {};
}

/**
 * True if the check has no result and found nothing, or fails for what was so before, such as a mean that is below the
 * threshold on the base too.
 */
function blamesNoLine({ decision: { outcome, review } }: SuiteReport, gotWorse: boolean): boolean {
  return outcome !== 'pass' && review.length === 0 && !gotWorse;
}
