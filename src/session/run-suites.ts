import { worstDecision } from '../decide/gate/decision-table.js';
import type { Edges } from '../ports/edges.js';
import type { Report } from '../ports/report.js';
import type { PreparedSuite } from '../ports/suite-run.js';
import { runSuite, type SuiteOutcome } from './pipeline.js';

/** Runs one suite after the other; together they share one limit of calls in flight, so side by side is no faster. */
export async function runSuites(
  suites: readonly PreparedSuite[],
  about: Pick<Report, 'headSha' | 'runUrl' | 'notices'>,
  edges: Edges,
): Promise<{ readonly report: Report; readonly outcomes: readonly SuiteOutcome[] }> {
  const outcomes: SuiteOutcome[] = [];
  for (const suite of suites) {
    const endGroup = edges.log.group(`Suite ${suite.suite.name}`);
    try {
      outcomes.push(await runSuite(suite, edges));
    } finally {
      endGroup();
    }
  }
  const reports = outcomes.map((outcome) => outcome.report);
  return {
    report: { ...about, suites: reports, overall: worstDecision(reports.map((suite) => suite.decision)) },
    outcomes,
  };
}
