import { runAction } from './shell/run-action.js';

process.exitCode = await runAction(process.env);
