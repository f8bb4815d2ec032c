import { exitCodeOf } from '../decide/gate/exit-code.js';
import { messageOf, UserError } from '../ports/errors.js';
import { inertForLog } from '../report/console-text.js';
import { parseFlags } from '../settings/flags.js';
import { renderHelp } from '../settings/help.js';
import { VERSION } from '../version.js';
import { Stopped, type Terminal } from './terminal.js';

/** Commands that keep what they pay for in the journal as it comes. */
const KEEPING: ReadonlySet<string> = new Set(['run', 'baseline', 'aa-check', 'judge-check']);

/** The command line. Resolves with the exit code: 0 passed, 1 failed, 2 a mistake to mend, 3 inconclusive, 130 stopped. */
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
    const { command, overrides, positionals, flags } = invocation;
    switch (command) {
      case 'run': {
        const { runCheck } = await import('./run.js');
        const { runOnSave } = await import('./watch-files.js');
        return overrides.onSave === true
          ? await runOnSave(overrides, terminal, (memory) =>
              telling(terminal, () => runCheck(overrides, terminal, { flags, memory })),
            )
          : await runCheck(overrides, terminal, { flags });
      }
      case 'baseline':
        return await (await import('./baseline.js')).runBaseline(overrides, terminal);
      case 'compare':
        return await (await import('./compare.js')).runCompare(positionals, overrides, terminal);
      case 'aa-check':
        return await (await import('./aa-check.js')).runAaCheck(overrides, terminal);
      case 'label':
        return await (await import('./label.js')).runLabel(positionals, overrides, terminal);
      case 'judge-check':
        return await (await import('./judge-check.js')).runJudgeCheck(overrides, terminal);
      case 'lint':
        return await (await import('./lint.js')).runLint(overrides, terminal);
      case 'demo':
        return await (await import('./demo.js')).runDemo(overrides, terminal);
      default:
        return command satisfies never;
    }
  } catch (thrown) {
    if (thrown instanceof Stopped) {
      const goesOn = KEEPING.has(argv[0] ?? '') && !argv.includes('--watch');
      terminal.writeError(`Stopped.${goesOn ? ' The same command goes on with what was kept.' : ''}\n`);
      return thrown.exitCode;
    }
    if (thrown instanceof UserError) return tellMistakes(thrown, terminal);
    terminal.writeError(`Unexpected: ${messageOf(thrown)}\n`);
    if (thrown instanceof Error && thrown.stack !== undefined) terminal.writeError(`${thrown.stack}\n`);
    return exitCodeOf({ kind: 'crash' });
  }
}

function tellMistakes({ problems }: UserError, { writeError }: Terminal): number {
  for (const problem of problems) writeError(`error: ${inertForLog(problem)}\n`);
  return exitCodeOf({ kind: 'mistake' });
}

/** What a user must mend is told, and ends only this run. */
async function telling(terminal: Terminal, run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (thrown) {
    if (thrown instanceof UserError) return tellMistakes(thrown, terminal);
    throw thrown;
  }
}
