// One import: whatever two imports of a module with a top-level `await` share is not merged in the bundle.
import { startAction } from './action/start-action.js';

process.exitCode = await startAction(process);
// Everything is written. Timers of what was cut off when the run was cancelled must not hold the step.
process.stdout.write('', () => process.exit());
