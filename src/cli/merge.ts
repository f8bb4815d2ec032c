import { resolve } from 'node:path';
import { resolveFolder } from '../files/readers.js';
import { readShards } from '../session/shards.js';
import type { FlagText } from '../settings/flags.js';
import type { Overrides } from '../settings/overrides.js';
import { runBaseline } from './baseline.js';
import { runCheck } from './run.js';
import type { Terminal } from './terminal.js';

/**
 * `merge`: decides on the records that `run --shard` left, or stores those of `baseline --shard`. Resolves with the
 * exit code. Throws `UserError`.
 */
export async function runMerge(
  [path = '.']: readonly string[],
  overrides: Overrides,
  terminal: Terminal,
  flags: readonly FlagText[],
): Promise<number> {
  const shards = await readShards(resolve(await resolveFolder(terminal.cwd, overrides), path));
  const isBaseline = shards.shards.length > 0 && shards.shards.every(({ story }) => story === 'baseline');
  return isBaseline
    ? await runBaseline(overrides, terminal, { shards })
    : await runCheck(overrides, terminal, { flags, shards });
}
