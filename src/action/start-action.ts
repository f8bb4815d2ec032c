import { setFlagsFromString } from 'node:v8';
import { runScorerHost } from '../scorer-host/run-scorer-host.js';
import { runAction } from './run-action.js';

/**
 * What the bundle does: the action, or, started by itself as `scorer-host <file>`, the process of a scorer of the
 * repository's own. The step after the job is another bundle, `src/post.ts`. Resolves with the exit code.
 */
export async function startAction(process: NodeJS.Process): Promise<number> {
  const [node = '', bundle = '', job, ...rest] = process.argv;
  if (job === 'scorer-host') return runScorerHost(rest, process.cwd(), process);
  keepHeapSmall();
  return runAction(process.env, [node, bundle, 'scorer-host']);
}

/**
 * Runners are small and agents run beside us. The space for what is short-lived stays as large as the start left it, some
 * megabytes, instead of growing to 128; the other grows by 60 % beyond what is live instead of several times that. At
 * 10,000 cases this saves a third of the peak (bench/memory.mjs).
 */
function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=60');
}
