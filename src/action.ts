import { keepHeapSmall } from './shell/keep-heap-small.js';
import { runAction } from './shell/run-action.js';

keepHeapSmall();
process.exitCode = await runAction(process.env);
