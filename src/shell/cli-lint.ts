import type { Overrides } from '../inputs/overrides.js';
import { openLocal } from './open-local.js';
import { prepareRun } from './prepare-run.js';
import type { Terminal } from './run-cli.js';

/** `lint`: reads config, prompts and datasets as a run would, and calls nobody. Throws `UserError` with all problems. */
export async function runLint(overrides: Overrides, terminal: Terminal): Promise<number> {
  const { sides, copy, log } = await openLocal(overrides, terminal, { kind: 'none' });
  for (const notice of sides.settings.notices) log.info(notice);
  const suites = await prepareRun({
    sides,
    checkout: copy,
    anchor: null,
    purpose: 'check',
    skipUnchanged: false,
  });
  for (const suite of suites) {
    const cases = suite.status === 'ready' ? suite.files.cases.length : 0;
    terminal.write(`suite ${suite.suite.name}: ${cases} cases in ${suite.suite.dataset}\n`);
  }
  terminal.write('Nothing to mend.\n');
  return 0;
}
