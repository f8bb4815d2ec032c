import type { Report } from '../ports/report.js';
import { renderConsole } from '../report/console.js';
import { type Checked, check } from '../session/check.js';
import type { Overrides } from '../settings/overrides.js';
import { openOutput, shownPath } from './local-output.js';
import { withLocalSession } from './local-session.js';
import { openLocal } from './open-local.js';
import type { Terminal } from './terminal.js';

/** `run`: the working copy against its baseline. Resolves with the exit code. Throws `UserError`. */
export async function runCheck(overrides: Overrides, terminal: Terminal): Promise<number> {
  const { checked, folder, inGit } = await checkLocal(overrides, terminal);
  const { report, published, exitCode } = checked;
  terminal.writeError('\n');
  if (report !== null && lacksBaseline(report)) {
    const ref = inGit ? ', or `prompt-regression run --baseline <branch or commit>`' : '';
    terminal.writeError(
      `To have something to compare with: \`prompt-regression baseline\` before the change${ref}.\n`,
    );
  }
  if (published.reportPath !== null) {
    terminal.writeError(`Report, comment and record: ${shownPath(folder, terminal.cwd)}\n`);
  }
  return exitCode;
}

/** Runs, prints the report and leaves the files in a folder. Throws `UserError`. */
export async function checkLocal(
  overrides: Overrides,
  terminal: Terminal,
  options: { readonly outsideGit?: boolean } = {},
): Promise<{ readonly checked: Checked; readonly folder: string; readonly inGit: boolean }> {
  const local = await openLocal(overrides, terminal, { ...options, against: 'baseline' });
  const folder = await openOutput(local.folder, { given: overrides.output, name: 'last-run' });
  const render = (report: Report) => renderConsole(report, { color: terminal.color });
  const checked = await withLocalSession(local, terminal, { command: 'run', folder, render }, check);
  return { checked, folder, inGit: local.git !== null };
}

function lacksBaseline({ suites }: Report): boolean {
  return suites.some(
    (suite) =>
      suite.kind === 'evaluated' && suite.baseline.kind === 'none' && suite.baseline.reason === 'absent',
  );
}
