import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Overrides } from '../inputs/overrides.js';
import type { Report } from '../model/report.js';
import type { RunRecord } from '../model/run-record.js';
import { publishReport } from '../publish/publish-report.js';
import { buildAnnotations } from '../report/annotations.js';
import { renderComment } from '../report/comment/render-comment.js';
import { renderConsole } from '../report/console.js';
import { buildResultJson } from '../report/result-json.js';
import { renderSummary } from '../report/summary.js';
import { createDeadline } from './deadline.js';
import { openEdges } from './open-edges.js';
import { type Local, openLocal, openLocalStore } from './open-local.js';
import { prepareRun } from './prepare-run.js';
import type { Terminal } from './run-cli.js';
import { runSuites } from './run-suites.js';
import { storeBaselines } from './store-baselines.js';

/** Where a run leaves its files, unless it is told. */
const DEFAULT_OUTPUT = '.prompt-regression/last-run';

/** `run`: the working tree against its baseline. Resolves with the decision and the folder of the files. */
export async function runCheck(
  overrides: Overrides,
  terminal: Terminal,
): Promise<{ readonly report: Report; readonly folder: string }> {
  const local = await openLocal(overrides, terminal, overrides.baseline);
  const { report, outcomes } = await evaluateLocal(local, 'check', terminal);
  const folder = resolve(local.folder, overrides.output ?? DEFAULT_OUTPUT);
  await tellTerminal({
    report,
    records: outcomes.flatMap(({ head }) => (head === null ? [] : [head])),
    folder,
    terminal,
    local,
  });
  return { report, folder };
}

/** `baseline`: measures the working tree and keeps the result for later runs. */
export async function runBaseline(overrides: Overrides, terminal: Terminal): Promise<number> {
  const local = await openLocal(overrides, terminal, { kind: 'none' });
  const { report, outcomes } = await evaluateLocal(local, 'baseline', terminal);
  terminal.write(`${local.redact(renderConsole(report, { color: terminal.color }))}\n`);
  const stored = await storeBaselines(outcomes, openLocalStore(local), local.log);
  return stored ? report.overall.exitCode : Math.max(report.overall.exitCode, 1);
}

async function evaluateLocal(local: Local, purpose: 'check' | 'baseline', terminal: Terminal) {
  const { sides, copy, anchor } = local;
  const suites = await prepareRun({ sides, checkout: copy, anchor, purpose, skipUnchanged: false });
  using deadline = createDeadline();
  const cancel = () => deadline.cancel('the run was cancelled');
  process.once('SIGINT', cancel);
  try {
    deadline.start(sides.settings.limits.timeoutMs);
    const edges = openEdges({
      ...local,
      settings: sides.settings,
      env: terminal.env,
      signal: deadline.signal,
      github: null,
      store: openLocalStore(local),
    });
    const about = { headSha: copy.head.commit, runUrl: null, notices: sides.settings.notices };
    return await runSuites(suites, about, edges);
  } finally {
    process.off('SIGINT', cancel);
  }
}

/** Prints a report and leaves it in files. */
export async function tellTerminal(run: {
  readonly report: Report;
  readonly records: readonly RunRecord[];
  readonly folder: string;
  readonly terminal: Terminal;
  readonly local: Pick<Local, 'log' | 'redact'>;
}): Promise<void> {
  const { report, folder, terminal, local } = run;
  terminal.write(`${local.redact(renderConsole(report, { color: terminal.color }))}\n`);
  await publishReport({
    report,
    records: run.records,
    folder,
    rendered: {
      comment: (marker) => renderComment(report, { marker }),
      summary: renderSummary(report),
      annotations: buildAnnotations(report),
      resultJson: buildResultJson(report),
    },
    settings: { comment: 'off', commentKey: null, status: false },
    github: null,
    workflow: null,
    pullRequest: null,
    statusSha: null,
    commentKey: 'local',
    redact: local.redact,
    log: local.log,
    sleep,
  });
  terminal.writeError(`Record, report and comment: ${folder}\n`);
}
