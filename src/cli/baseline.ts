import { resolve } from 'node:path';
import { resolveFolder } from '../files/readers.js';
import type { Report } from '../model/report.js';
import type { ShardFolder } from '../produce/shard-records.js';
import { exitCodeOf } from '../session/exit-code.js';
import { BASELINE_STORY, recordBaseline } from '../session/record-baseline.js';
import { measureShard, readShards } from '../session/shards.js';
import type { FlagText } from '../settings/flags.js';
import type { Overrides } from '../settings/overrides.js';
import { openOutput, renderLocal, withLocalSession } from './local-session.js';
import { openLocal } from './open-local.js';
import { runCheck } from './run.js';
import type { Terminal } from './terminal.js';

/**
 * `baseline`: measures the working copy and stores the result, whatever its scores. Resolves with the exit code: 0
 * stored, 2 not writable, 3 incomplete. Throws `UserError`.
 */
export async function runBaseline(
  overrides: Overrides,
  terminal: Terminal,
  { shards, ...options }: { readonly outsideGit?: boolean; readonly shards?: ShardFolder } = {},
): Promise<number> {
  const local = await openLocal(overrides, terminal, { ...options, against: 'nothing' });
  const folder = await openOutput(local.folder, { given: overrides.output, name: 'last-baseline' });
  const render = (report: Report) => renderLocal(report, overrides, terminal);
  const { shard } = overrides;
  if (shard !== undefined) {
    const output = { command: 'baseline', folder, render, shard } as const;
    return await withLocalSession(local, output, (session) => measureShard(session, shard, BASELINE_STORY));
  }
  const command = shards === undefined ? 'baseline' : 'merge';
  const output = { command, folder, render, ...(shards && { shards }) } as const;
  const measured = await withLocalSession(local, output, recordBaseline);
  if (!measured.stored) return exitCodeOf({ kind: 'mistake' });
  return exitCodeOf({ kind: 'told', suites: [measured.complete ? 'success' : 'error'] });
}

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
    : await runCheck(overrides, terminal, { flags, shards, shardPath: path });
}
