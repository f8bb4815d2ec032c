import { setInterval as everySoOften } from 'node:timers/promises';
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runAction } from './run-action.js';

/**
 * What the bundle does: the action, or, started by itself as `scorer-host <file>`, the process of a scorer of the
 * repository's own. The step after the job is another bundle, `src/post.ts`. Resolves with the exit code.
 */
export async function startAction(process: NodeJS.Process): Promise<number> {
  const [node = '', bundle = '', job, ...rest] = process.argv;
  if (job === 'scorer-host') {
    const { runScorerHost } = await import('../scorer-host/run-scorer-host.js');
    return runScorerHost(rest, process);
  }
  keepHeapSmall();
  return runAction(process.env, [node, bundle, 'scorer-host']);
}

/** Smaller, and it is emptied so often that a tenth of the processor time goes there. */
const SHORT_LIVED_BYTES = 16 * 1024 * 1024;
/** The same of the whole heap. */
const SMALL_HEAP_BYTES = 64 * 1024 * 1024;
const LOOKED_AT_EVERY_MS = 50;

/**
 * Runners are small and agents run beside us. The space for what is short-lived grows to some megabytes instead of 128;
 * the other, once the heap is no longer small, by 45 % beyond what is live instead of several times that. At 10,000 cases
 * this saves a third of the peak (bench/memory.mjs).
 */
function keepHeapSmall(): void {
  const shortLivedBytes = () =>
    getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size;
  setFlagFrom('--semi-space-growth-factor=1', SHORT_LIVED_BYTES, shortLivedBytes);
  setFlagFrom('--heap-growing-percent=45', SMALL_HEAP_BYTES, () => getHeapStatistics().total_heap_size);
}

/** V8 takes its limits at the start of the process alone, and how fast it grows at any time. */
async function setFlagFrom(flag: string, bytes: number, read: () => number | undefined): Promise<void> {
  for await (const _ of everySoOften(LOOKED_AT_EVERY_MS, null, { ref: false })) {
    if ((read() ?? Number.POSITIVE_INFINITY) >= bytes) break;
  }
  setFlagsFromString(flag);
}
