import { keepHeapSmall } from './shell/keep-heap-small.js';
import { runAction } from './shell/run-action.js';
// Not imported when needed: that would cut the bundle in two, and the seams are 150 KB.
import { runScorerHost } from './shell/scorer-host/run-scorer-host.js';

const [, bundle = '', job, ...rest] = process.argv;

// The bundle is all there is in the action, so it is the program of its own child processes too.
if (job === 'scorer-host') {
  process.exitCode = await runScorerHost(rest, process.cwd(), process);
} else {
  keepHeapSmall();
  process.exitCode = await runAction(process.env, [process.execPath, bundle, 'scorer-host']);
}
