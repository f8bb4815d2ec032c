import { startAction } from './action/start-action.js';

process.exitCode = await startAction(process);
// Everything is written. Timers of what was cut off when the run was cancelled must not hold the step.
process.stdout.write('', () => process.exit());
