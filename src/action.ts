// One import: whatever two imports of a module with a top-level `await` share is not merged in the bundle.
import { startAction } from './action/start-action.js';

process.exitCode = await startAction(process);
