import type { Report } from '../ports/report.js';
import { redactReport } from '../publish/redact-value.js';
import { renderConsole } from '../report/console.js';
import type { Overrides } from '../settings/overrides.js';
import { evaluateLocal } from './evaluate-local.js';
import { shownPath } from './local-output.js';
import { openLocal } from './open-local.js';
import type { Terminal } from './terminal.js';
import { writeReportFiles } from './write-report-files.js';

/** `run`: the working copy against its baseline. Resolves with the exit code. Throws `UserError`. */
export async function runCheck(overrides: Overrides, terminal: Terminal): Promise<number> {
  const { report, folder, written, inGit } = await checkLocal(overrides, terminal);
  terminal.writeError('\n');
  if (lacksBaseline(report)) {
    const ref = inGit ? ', or `prompt-regression run --baseline <branch or commit>`' : '';
    terminal.writeError(
      `To have something to compare with: \`prompt-regression baseline\` before the change${ref}.\n`,
    );
  }
  if (written) terminal.writeError(`Report, comment and record: ${shownPath(folder, terminal.cwd)}\n`);
  return report.overall.exitCode;
}

/** Runs, prints the report and leaves the files in a folder. Throws `UserError`. */
export async function checkLocal(
  overrides: Overrides,
  terminal: Terminal,
  options: { readonly outsideGit?: boolean } = {},
): Promise<{
  readonly report: Report;
  readonly folder: string;
  readonly written: boolean;
  readonly inGit: boolean;
}> {
  const local = await openLocal(overrides, terminal, { ...options, against: 'baseline' });
  const output = { given: overrides.output, name: 'last-run' };
  const { report, outcomes, folder } = await evaluateLocal(local, { purpose: 'check', terminal, output });
  const shown = redactReport(report, local.redact);
  terminal.write(local.redact(renderConsole(shown, { color: terminal.color })));
  const records = outcomes.flatMap(({ head }) => (head === null ? [] : [head]));
  const written = await writeReportFiles({ report, records, folder, local });
  return { report, folder, written, inGit: local.git !== null };
}

function lacksBaseline({ suites }: Report): boolean {
  return suites.some(
    (suite) =>
      suite.kind === 'evaluated' && suite.baseline.kind === 'none' && suite.baseline.reason === 'absent',
  );
}
