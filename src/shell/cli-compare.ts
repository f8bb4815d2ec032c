import { basename, resolve } from 'node:path';
import { compareRecords } from '../compare/compare-records.js';
import { decideGate } from '../gate/decide-gate.js';
import { openFolderTree } from '../inputs/folder-tree.js';
import type { Overrides } from '../inputs/overrides.js';
import { readSettings } from '../inputs/read-settings.js';
import { resolveGate } from '../inputs/settings.js';
import type { GateSettings } from '../model/decision.js';
import { UserError } from '../model/errors.js';
import type { BaselineUsed, Report } from '../model/report.js';
import type { RunRecord } from '../model/run-record.js';
import { renderConsole } from '../report/console.js';
import { readRecordFile } from '../store/read-record-file.js';
import { openOutput, shownPath } from './local-output.js';
import { resolveFolder } from './open-local.js';
import type { Terminal } from './run-cli.js';
import { createTerminalLog } from './terminal-log.js';
import { writeReportFiles } from './write-report-files.js';

/** `compare base.json head.json`: concludes from two run records, and calls nobody. Throws `UserError`. */
export async function runCompare(
  [basePath = '', headPath = '']: readonly string[],
  overrides: Overrides,
  terminal: Terminal,
): Promise<number> {
  const folder = await resolveFolder(terminal.cwd, overrides);
  const [base, head] = await readRecords(folder, basePath, headPath);
  const comparison = compareRecords({ head, base, scorer: 'answer-relevancy' });
  const baseline: BaselineUsed = {
    kind: 'record',
    commit: base.commit,
    rule: 'given-record',
    createdAt: base.createdAt,
    line: `the record ${basename(basePath)} that was given`,
    stale: false,
  };
  const gate = decideGate({
    comparison,
    settings: await readGate(folder, head.suite, overrides, terminal),
    baseline,
    head,
    base,
    canSample: false,
  });
  const notes =
    base.suite === head.suite
      ? []
      : [`The records are of two suites, \`${base.suite}\` and \`${head.suite}\`.`];
  if (gate.kind !== 'decided') throw new Error('the gate wanted more samples where there are none to be had');
  const { decision } = gate;
  // What was asked again names scores, and a run that was not decided shows none.
  const told = decision.outcome === 'inconclusive' ? notes : [...notes, ...gate.notes];
  const report: Report = {
    suites: [{ kind: 'evaluated', suite: head.suite, decision, comparison, baseline, head, notes: told }],
    overall: decision,
    headSha: head.commit,
    runUrl: null,
    notices: [],
  };
  const output = await openOutput(folder, { given: overrides.output, name: 'last-compare' });
  terminal.write(renderConsole(report, { color: terminal.color }));
  const redact = (text: string) => text;
  const local = { log: createTerminalLog(terminal.writeError, redact), redact };
  const written = await writeReportFiles({ report, records: [], folder: output, local });
  if (written) terminal.writeError(`\nReport and comment: ${shownPath(output, terminal.cwd)}\n`);
  return decision.exitCode;
}

async function readRecords(folder: string, ...paths: [string, string]): Promise<[RunRecord, RunRecord]> {
  const [base, head] = await Promise.allSettled(paths.map((path) => readRecord(folder, path)));
  const problems = [base, head].flatMap((read) => {
    if (read?.status !== 'rejected') return [];
    if (!(read.reason instanceof UserError)) throw read.reason;
    return read.reason.problems;
  });
  if (base?.status !== 'fulfilled' || head?.status !== 'fulfilled') throw new UserError(problems);
  return [base.value, head.value];
}

async function readRecord(folder: string, path: string): Promise<RunRecord> {
  const read = await readRecordFile(resolve(folder, path));
  switch (read.status) {
    case 'found':
      return read.record;
    case 'absent':
      throw new UserError(
        `compare: there is no file ${JSON.stringify(path)}; name a run record, for example .prompt-regression/last-run/records/support.json`,
      );
    case 'unreadable':
      throw new UserError(`compare: ${read.reason}`);
    default:
      return read satisfies never;
  }
}

/** The suite's gate where a config file knows the suite, else flags and defaults. */
async function readGate(
  folder: string,
  suite: string,
  overrides: Overrides,
  { env }: Terminal,
): Promise<GateSettings> {
  try {
    const head = openFolderTree(folder);
    const { settings } = await readSettings({ head, base: null, overrides, env, shell: 'cli' });
    const known = settings.suites.find((each) => each.name === suite);
    if (known !== undefined) return known.gate;
  } catch (thrown) {
    // Two records can be compared without any config; one that was asked for must be right.
    if (!(thrown instanceof UserError) || overrides.config !== undefined) throw thrown;
  }
  return resolveGate(undefined, overrides);
}
