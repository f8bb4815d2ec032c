import { basename } from 'node:path';
import { concludeRecords, decideSuite } from '../decide/conclude.js';
import { UserError } from '../ports/errors.js';
import type { BaselineUsed, Report } from '../ports/report.js';
import { renderConsole } from '../report/console.js';
import type { Overrides } from '../settings/overrides.js';
import { gatesOfRecord } from './gates-of-record.js';
import { readKnownSuite } from './known-suite.js';
import { openOutput, shownPath } from './local-output.js';
import { resolveFolder } from './open-local.js';
import { readNamedRecords } from './read-named-records.js';
import type { Terminal } from './terminal.js';
import { createTerminalLog } from './terminal-log.js';
import { writeReportFiles } from './write-report-files.js';

/** `compare base.json head.json`: concludes from two run records, and calls nobody. Throws `UserError`. */
export async function runCompare(
  paths: readonly string[],
  overrides: Overrides,
  terminal: Terminal,
): Promise<number> {
  const folder = await resolveFolder(terminal.cwd, overrides);
  const [base, head] = await readNamedRecords('compare', folder, paths);
  if (base === undefined || head === undefined) throw new UserError('compare: two records are needed');
  const suite = await readKnownSuite(folder, head.suite, overrides, terminal);
  const baseline: BaselineUsed = {
    kind: 'record',
    commit: base.commit,
    rule: 'given-record',
    createdAt: base.createdAt,
    line: `the record ${basename(paths[0] ?? '')} that was given`,
    stale: false,
  };
  const scorers = gatesOfRecord(head, suite, overrides);
  const concluded = concludeRecords({ scorers, head, base, baseline, canSample: false });
  const notes =
    base.suite === head.suite
      ? []
      : [`The records are of two suites, \`${base.suite}\` and \`${head.suite}\`.`];
  const decided = decideSuite(concluded, []);
  const { decision } = decided;
  const report: Report = {
    suites: [{ kind: 'evaluated', suite: head.suite, ...decided, baseline, head, notes }],
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
