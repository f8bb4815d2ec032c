import { exitCodeOf } from '../decide/gate/exit-code.js';
import { messageOf, UserError } from '../ports/errors.js';
import { inertForLog } from '../report/console-text.js';
import { parseFlags } from '../settings/flags.js';
import { renderHelp } from '../settings/help.js';
import { VERSION } from '../version.js';
import { runAaCheck } from './aa-check.js';
import { runBaseline } from './baseline.js';
import { runCompare } from './compare.js';
import { runDemo } from './demo.js';
import { runLint } from './lint.js';
import { runRejudge } from './rejudge.js';
import { runCheck } from './run.js';
import type { Terminal } from './terminal.js';

/** The command line. Resolves with the exit code: 0 passed, 1 failed, 2 a mistake to mend, 3 inconclusive. */
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
    const { command, overrides, positionals } = invocation;
    switch (command) {
      case 'run':
        return await runCheck(overrides, terminal);
      case 'baseline':
        return await runBaseline(overrides, terminal);
      case 'compare':
        return await runCompare(positionals, overrides, terminal);
      case 'rejudge':
        return await runRejudge(positionals, overrides, terminal);
      case 'aa-check':
        return await runAaCheck(positionals, overrides, terminal);
      case 'lint':
        return await runLint(overrides, terminal);
      case 'demo':
        return await runDemo(overrides, terminal);
      default:
        return command satisfies never;
    }
  } catch (thrown) {
    if (thrown instanceof UserError) {
      for (const problem of thrown.problems) terminal.writeError(`error: ${inertForLog(problem)}\n`);
      return exitCodeOf({ kind: 'mistake' });
    }
    terminal.writeError(`Unexpected: ${messageOf(thrown)}\n`);
    if (thrown instanceof Error && thrown.stack !== undefined) terminal.writeError(`${thrown.stack}\n`);
    return exitCodeOf({ kind: 'crash' });
  }
}
