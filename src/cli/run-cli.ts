import { describeError, UserError } from '../model/errors.js';
import { escapeForLog } from '../report/console.js';
import { chooseExitCode } from '../session/exit-code.js';
import { type Invocation, parseFlags, renderHelp } from '../settings/flags.js';
import type { Overrides } from '../settings/overrides.js';
import { VERSION } from '../version.js';
import { StopError, type Terminal } from './terminal.js';

/** Commands with a journal, which can be resumed. */
const RESUMABLE_COMMANDS: ReadonlySet<string> = new Set([
  'run',
  'explain',
  'merge',
  'baseline',
  'coverage',
  'judge-check',
]);

/** The command line. Resolves with the exit code: 0 passed, 1 failed, 2 invalid input, 3 inconclusive, 130 stopped. */
export async function runCli(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const invocation = parseFlags(argv);
    if (invocation.version) {
      terminal.write(`${VERSION}\n`);
      return 0;
    }
    if (invocation.help || invocation.command === null) {
      terminal.write(renderHelp(invocation.command));
      return 0;
    }
    return await runCommand(invocation.command, invocation, terminal);
  } catch (thrown) {
    if (thrown instanceof UserError) return printErrors(thrown, terminal);
    if (thrown instanceof StopError) {
      const resumes = RESUMABLE_COMMANDS.has(argv[0] ?? '') && !argv.includes('--watch');
      terminal.writeError(`Stopped.${resumes ? ' Run the command again to resume.' : ''}\n`);
      return thrown.exitCode;
    }
    return printCrash(thrown, terminal);
  }
}

function printCrash(thrown: unknown, { writeError }: Terminal): number {
  writeError(`Unexpected: ${describeError(thrown)}\n`);
  if (thrown instanceof Error && thrown.stack !== undefined) writeError(`${thrown.stack}\n`);
  return chooseExitCode({ kind: 'crash' });
}

async function runCommand(
  command: NonNullable<Invocation['command']>,
  { overrides, positionals, flags }: Invocation,
  terminal: Terminal,
): Promise<number> {
  switch (command) {
    case 'init':
      return (await import('./init/init.js')).runInit(overrides, terminal);
    case 'run':
      return runOrWatch(overrides, terminal, flags);
    case 'explain':
      return (await import('./run.js')).runCheck(overrides, terminal, { flags, explains: true });
    case 'baseline':
      return (await import('./run.js')).runBaseline(overrides, terminal);
    case 'merge':
      return (await import('./run.js')).runMerge(positionals, overrides, terminal, flags);
    case 'compare':
      return (await import('./compare.js')).runCompare(positionals, overrides, terminal);
    case 'label':
      return (await import('./label.js')).runLabel(positionals, overrides, terminal);
    case 'judge-check':
      return (await import('./judge-check.js')).runJudgeCheck(overrides, terminal);
    case 'coverage':
      return (await import('./coverage.js')).runCoverage(overrides, terminal);
    case 'lint':
      return (await import('./lint/lint.js')).runLint(overrides, terminal);
    case 'demo':
      return (await import('./demo.js')).runDemo(overrides, terminal);
    default:
      return command satisfies never;
  }
}

async function runOrWatch(
  overrides: Overrides,
  terminal: Terminal,
  flags: Invocation['flags'],
): Promise<number> {
  const { runCheck } = await import('./run.js');
  if (overrides.watch !== true) return runCheck(overrides, terminal, { flags });
  const { runOnSave } = await import('./watch-files.js');
  return runOnSave(overrides, terminal, async (memory) => {
    try {
      return await runCheck(overrides, terminal, { flags, memory });
    } catch (thrown) {
      // An error that the user can fix ends only this run, not the watching.
      if (thrown instanceof UserError) return printErrors(thrown, terminal);
      throw thrown;
    }
  });
}

function printErrors({ problems }: UserError, { writeError }: Terminal): number {
  for (const problem of problems) writeError(`error: ${escapeForLog(problem)}\n`);
  return chooseExitCode({ kind: 'mistake' });
}
