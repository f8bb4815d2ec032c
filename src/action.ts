import { startAction } from './action/start-action.js';

// Without `await` at the top level: the bundler would wrap all modules in a function then, which Node.js parses twice.
startAction(process).then((exitCode) => {
  process.exitCode = exitCode;
  // Everything is written. Timers of what was cut off when the run was cancelled must not hold the step.
  process.stdout.write('', () => process.exit());
});
