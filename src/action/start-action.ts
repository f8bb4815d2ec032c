import { setInterval as everySoOften } from 'node:timers/promises';
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runAction } from './run-action.js';

/**
 * The bundle's entry: the action, or with `scorer-host <file>` the process of a repository's own scorer. Resolves
 * with the exit code.
 */
export async function startAction(process: NodeJS.Process): Promise<number> {
  const [node = '', bundle = '', job, ...rest] = process.argv;
  if (job === 'scorer-host') {
    const { runScorerHost } = await import('../library/scorer-host/run-scorer-host.js');
    return runScorerHost(rest, process);
  }
  keepHeapSmall();
  return runAction(process.env, [node, bundle, 'scorer-host']);
}

/** A smaller size costs a tenth of the processor time in collections. */
const SHORT_LIVED_BYTES = 16 * 1024 * 1024;
/** The same for the whole heap. */
const SMALL_HEAP_BYTES = 64 * 1024 * 1024;
const LOOKED_AT_EVERY_MS = 50;

/**
 * Runners are small, and agents run on them too. Smaller growth of V8's heap saves a third of the peak at 10,000
 * cases (bench/memory.mjs).
 */
function keepHeapSmall(): void {
  const shortLivedBytes = () =>
    getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size;
  setFlagFrom('--semi-space-growth-factor=1', SHORT_LIVED_BYTES, shortLivedBytes);
  setFlagFrom('--heap-growing-percent=45', SMALL_HEAP_BYTES, () => getHeapStatistics().total_heap_size);
}

/** V8 reads its limits only at the start of the process, and growth settings at any time. */
async function setFlagFrom(flag: string, bytes: number, read: () => number | undefined): Promise<void> {
  for await (const _ of everySoOften(LOOKED_AT_EVERY_MS, null, { ref: false })) {
    if ((read() ?? Number.POSITIVE_INFINITY) >= bytes) break;
  }
  setFlagsFromString(flag);
}
