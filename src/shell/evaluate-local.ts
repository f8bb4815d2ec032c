import type { Report } from '../model/report.js';
import type { SuiteOutcome } from '../pipeline.js';
import { createDeadline } from './deadline.js';
import { openOutput } from './local-output.js';
import { openEdges } from './open-edges.js';
import type { Local } from './open-local.js';
import { prepareRun } from './prepare-run.js';
import type { Terminal } from './run-cli.js';
import { runSuites } from './run-suites.js';

/** What ends a run in good order: its processes ended, its worktree removed, what was measured reported. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

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
  const { sides, copy, baseline, log } = local;
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
  using deadline = createDeadline();
  const stop = () => {
    log.info('Stopping; what was measured so far is reported.');
    deadline.cancel('the run was cancelled');
  };
  // Once: a second signal ends the process at once.
  for (const signal of STOP_SIGNALS) process.once(signal, stop);
  try {
    deadline.start(sides.settings.limits.timeoutMs);
    const edges = openEdges({
      ...local,
      settings: sides.settings,
      env: terminal.env,
      signal: deadline.signal,
      github: null,
    });
    const about = { headSha: copy.head.commit, runUrl: null, notices: sides.settings.notices };
    return { ...(await runSuites(suites, about, edges)), folder };
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, stop);
  }
}
