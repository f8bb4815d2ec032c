import { worstDecision } from '../decide/gate/decision-table.js';
import type { Effects } from '../ports/effects.js';
import type { Report, SuiteReport } from '../ports/report.js';
import type { RunRecord } from '../ports/run-record.js';
import type { BaseCommit, CaseChoice, Side } from '../ports/suite-run.js';
import type { Memory } from '../publish/earlier-decision.js';
import { buildPublication, type Outlets } from '../publish/publication.js';
import { type Published, publish } from '../publish/publish.js';
import { redactReport } from '../publish/redact-value.js';
import type { SettingsOfBothSides } from '../settings/read-settings.js';

/** What a program hands to the story: what is evaluated, under which settings, and whom the result is told. */
export type Session = {
  readonly sides: SettingsOfBothSides;
  readonly head: Side;
  /** Folder of the suites' paths, relative to the repository's top; empty at the top. */
  readonly prefix: string;
  /** The commit that the head is held against; `null` where there is none. */
  readonly baseCommit: BaseCommit | null;
  /** Suites that are held against a stored record of their own, whatever the base commit is. */
  readonly againstStored: ReadonlySet<string>;
  /** True where a change set the run off: where no watched file changed, there is nothing to do. */
  readonly onChange: boolean;
  /** True where an earlier decision is not shown again. */
  readonly forceRun: boolean;
  /** Why GitHub gives this run no key, and what a maintainer does next; `null` where it gives what the workflow names. */
  readonly noKey: string | null;
  /** The cases that are run; missing where all are. */
  readonly only?: CaseChoice;
  /**
   * Number of the pull request that a merge queue adds: what was decided on it counts for the queue's commit too, where
   * files and settings are the same. `null` for none.
   */
  readonly queued: number | null;
  readonly notices: readonly string[];
  readonly effects: Effects;
  readonly outlets: Outlets;
  /** Shows the report where the run is watched: in a log or a terminal. It is without secrets already. */
  readonly print: (report: Report) => void;
};

/** What a suite's run leaves behind. */
export type SuiteOutcome = {
  readonly report: SuiteReport;
  /** The head's record; `null` where nothing was run. */
  readonly head: RunRecord | null;
};

/** Shows the report of all suites, and tells everybody who waits for it. */
export async function tell(
  outcomes: readonly SuiteOutcome[],
  { notices, effects, outlets, print }: Session,
  memory: Memory,
): Promise<{ readonly report: Report; readonly published: Published }> {
  const suites = outcomes.map((outcome) => outcome.report);
  const report: Report = {
    suites,
    overall: worstDecision(suites.map((suite) => suite.decision)),
    headSha: outlets.statusSha,
    runUrl: outlets.runUrl,
    homeUrl: outlets.homeUrl,
    // On a developer's machine the comment is the one that a pull request would get.
    acceptable:
      outlets.workflow === null ||
      (outlets.github !== null && outlets.pullRequest !== null && outlets.settings.status),
    ...(outlets.pullRequest !== null && { pullRequest: outlets.pullRequest }),
    notices: [...notices, ...effects.limitsTold()],
  };
  const records = outcomes.flatMap(({ head }) => (head === null ? [] : [head]));
  print(redactReport(report, effects.redact));
  const publication = buildPublication({ report, records, memory }, effects.redact);
  return { report, published: await publish(publication, outlets) };
}
