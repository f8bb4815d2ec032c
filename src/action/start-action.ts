import { setInterval as everySoOften } from 'node:timers/promises';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import * as library from '../library/index.js';
import { runScorerHost } from '../scorer-host/run-scorer-host.js';
import { runAction } from './run-action.js';

/**
 * What the bundle does: the action, or, started by itself as `scorer-host <file>`, the process of a scorer of the
 * repository's own. The step after the job is another bundle, `src/post.ts`. Resolves with the exit code.
 */
export async function startAction(process: NodeJS.Process): Promise<number> {
  const [node = '', bundle = '', job, ...rest] = process.argv;
  if (job === 'scorer-host') return runScorerHost(rest, process.cwd(), process, () => library);
  keepHeapSmall();
  return runAction(process.env, [node, bundle, 'scorer-host']);
}

/** Smaller, and it is emptied so often that a tenth of the processor time goes there. */
const SHORT_LIVED_BYTES = 16 * 1024 * 1024;
const LOOKED_AT_EVERY_MS = 50;

/**
 * Runners are small and agents run beside us. The space for what is short-lived grows to some megabytes instead of 128;
 * the other grows by 60 % beyond what is live instead of several times that. At 10,000 cases this saves a third of the
 * peak (bench/memory.mjs).
 */
async function keepHeapSmall(): Promise<void> {
  setFlagsFromString('--heap-growing-percent=60');
  // V8 takes its limit at the start of the process alone, and how fast it grows at any time.
  for await (const _ of everySoOften(LOOKED_AT_EVERY_MS, null, { ref: false })) {
    const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
    if ((young?.space_size ?? Number.POSITIVE_INFINITY) >= SHORT_LIVED_BYTES) break;
  }
  setFlagsFromString('--semi-space-growth-factor=1');
}
