import { resolveFolder } from '../files/readers.js';
import type { AnswerMemory } from '../ports/journal.js';
import type { Report } from '../ports/report.js';
import type { CaseChoice } from '../ports/suite-run.js';
import { type Checked, checkChange } from '../session/check-change.js';
import type { GivenFlag } from '../settings/flags.js';
import type { Overrides } from '../settings/overrides.js';
import { keepFailed, readFailed } from './failed-cases.js';
import { openOutput, renderLocal } from './local-output.js';
import { withLocalSession } from './local-session.js';
import { renderNextSteps } from './next-steps.js';
import { openLocal } from './open-local.js';
import { shownPath, type Terminal } from './terminal.js';

/** What a run asks for besides its settings. */
export type RunOptions = {
  /** True where a repository around the folder is none of the run's business. */
  readonly outsideGit?: boolean;
  /** Answers of the run before, while files are watched. */
  readonly memory?: AnswerMemory;
};

/** `run`: the working copy against its baseline. Resolves with the exit code. Throws `UserError`. */
export async function runCheck(
  overrides: Overrides,
  terminal: Terminal,
  options: RunOptions & { readonly flags: readonly GivenFlag[] },
): Promise<number> {
  const only = await chooseOnly(await resolveFolder(terminal.cwd, overrides), overrides);
  if (only === 'nothing-failed') {
    terminal.writeError('No case failed when it was run last, so there is nothing to run.\n');
    return 0;
  }
  const { checked, folder, ...next } = await checkLocal(overrides, terminal, { ...options, only });
  const { report, published, exitCode } = checked;
  terminal.writeError('\n');
  if (report !== null) {
    const { program } = terminal;
    terminal.writeError(renderNextSteps(report, { ...next, program, flags: options.flags }));
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
  { outsideGit = false, only = null, memory }: RunOptions & { readonly only?: CaseChoice | null } = {},
): Promise<{
  readonly checked: Checked;
  readonly folder: string;
  readonly failed: number;
  readonly hasParent: boolean;
}> {
  const local = await openLocal(overrides, terminal, { outsideGit, against: 'baseline' });
  const folder = await openOutput(local.folder, { given: overrides.output, name: 'last-run' });
  const render = (report: Report) => renderLocal(report, overrides, terminal, 'command-says-next');
  const output = {
    command: 'run',
    folder,
    render,
    ...(memory && { memory }),
    ...(only && { only }),
  } as const;
  const checked = await withLocalSession(local, output, checkChange);
  const { report } = checked;
  const failed = report === null ? 0 : await keepFailed(local.folder, report, local.sides.settings.suites);
  const parents = local.git === null ? [] : await local.git.parents(await local.git.head());
  return { checked, folder, failed, hasParent: parents.length > 0 };
}

async function chooseOnly(
  folder: string,
  { cases, tags, failed = false }: Overrides,
): Promise<CaseChoice | null | 'nothing-failed'> {
  if (cases === undefined && tags === undefined && !failed) return null;
  const known = failed ? await readFailed(folder) : null;
  if (known !== null && [...known.values()].every((ids) => ids.length === 0)) return 'nothing-failed';
  return { ids: cases ?? null, tags: tags ?? null, failed: known };
}
