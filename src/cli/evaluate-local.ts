import type { Report } from '../ports/report.js';
import type { SuiteOutcome } from '../session/pipeline.js';
import { prepareRun } from '../session/prepare-run.js';
import { runSuites } from '../session/run-suites.js';
import { openOutput } from './local-output.js';
import type { Local } from './open-local.js';
import type { Terminal } from './terminal.js';
import { withLocalEdges } from './with-local-edges.js';

export type LocalRun = {
  readonly report: Report;
  readonly outcomes: readonly SuiteOutcome[];
  /** Absolute, and made: where the files go. */
  readonly folder: string;
};

/** Runs the suites of a working copy. Throws `UserError`, before the first call for whatever can be known by then. */
export async function evaluateLocal(
  local: Local,
  run: {
    readonly purpose: 'check' | 'baseline';
    readonly terminal: Terminal;
    readonly output: { readonly given: string | undefined; readonly name: string };
  },
): Promise<LocalRun> {
  const { sides, copy, baseline } = local;
  const { purpose, terminal } = run;
  const suites = await prepareRun({
    sides,
    checkout: copy,
    anchor: baseline.anchor,
    unanchored: baseline.latest,
    purpose,
    skipUnchanged: false,
  });
  const folder = await openOutput(local.folder, run.output);
  const about = { headSha: copy.head.commit, runUrl: null, notices: sides.settings.notices };
  const ran = await withLocalEdges(local, terminal, (edges) => runSuites(suites, about, edges));
  return { ...ran, folder };
}
