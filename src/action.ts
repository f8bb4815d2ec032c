import { keepHeapSmall } from './shell/keep-heap-small.js';
import { runAction } from './shell/run-action.js';

const [, bundle = '', job, ...rest] = process.argv;

// The bundle is all there is in the action, so it is the program of its own child processes too.
if (job === 'scorer-host') {
  const { runScorerHost } = await import('./shell/scorer-host/run-scorer-host.js');
  process.exitCode = await runScorerHost(rest, process.cwd(), process);
} else {
  keepHeapSmall();
  process.exitCode = await runAction(process.env, [process.execPath, bundle, 'scorer-host']);
}
