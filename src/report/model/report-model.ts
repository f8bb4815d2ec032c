import type { Look } from '../../model/finding.js';
import type { Report } from '../../model/report.js';
import { renderNote } from '../notes/note.js';
import { ICONS, overallHeading } from './heading.js';
import { listNextSteps, type NextStep } from './next-steps.js';
import { listScores, sortWorstFirst } from './scores.js';
import { buildSuiteView, type SuiteView } from './suite-model.js';

/** One report: comment, job summary and terminal are renderings of it. */
export type ReportModel = {
  /** `❌ support: 4 of 12 answers got worse · …`, at most 90 characters for one suite. */
  readonly heading: string;
  /** Worst first; a suite with several scorers has one view each. */
  readonly suites: readonly SuiteView[];
  readonly next: readonly NextStep[];
  /** About the whole run; with one suite they are among its notes. */
  readonly notices: readonly string[];
  /** What the two sides are called: `main` and `this PR`. */
  readonly sides: readonly [base: string, head: string];
  readonly runUrl: string | null;
  readonly homeUrl: string | null;
};

const LOOKS: readonly Look[] = ['fail', 'inconclusive', 'worse', 'pass'];

export function buildReportModel(report: Report): ReportModel {
  const all = sortWorstFirst(listScores(report.suites));
  // What ended the run is the same for all of them.
  const suites = report.endedEarly === true ? all.slice(0, 1) : all;
  const notices = [...new Set(report.notices.map(renderNote))];
  const isAlone = suites.length === 1;
  const views = suites
    .map(buildSuiteView)
    .map((view) => (isAlone ? { ...view, notes: [...view.notes, ...notices] } : view));
  const look = LOOKS.find((each) => views.some((view) => view.look === each)) ?? 'pass';
  const noun = new Set(suites.map(({ suite }) => suite)).size === suites.length ? 'suite' : 'score';
  return {
    heading: `${ICONS[look]} ${overallHeading(suites, noun)}`,
    suites: views,
    next: listNextSteps({ ...report, suites }),
    notices: isAlone ? [] : notices,
    sides: sidesOf(report),
    runUrl: report.runUrl,
    homeUrl: report.homeUrl,
  };
}

function sidesOf({ pullRequest }: Report): readonly [string, string] {
  return pullRequest === undefined ? ['base', 'head'] : [pullRequest.baseRef, 'this PR'];
}
