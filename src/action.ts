import { runAction } from './action/run-action.js';

const [node = '', bundle = '', job, ...rest] = process.argv;

if (job === 'scorer-host') {
  // This program starts itself for a scorer of the repository's own.
  const { runScorerHost } = await import('./library/scorer-host/run-scorer-host.js');
  process.exitCode = await runScorerHost(rest, process);
} else {
  process.exitCode = await runAction(process.env, [node, bundle, 'scorer-host']);
}
// Everything is written. Timers of what was cut off when the run was cancelled must not hold the step.
process.stdout.write('', () => process.exit());
