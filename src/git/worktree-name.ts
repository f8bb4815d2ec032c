import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';

/** Process ids mean something on one machine only; containers that share a folder have names of their own. */
const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const NAME = /^prompt-regression-([0-9a-f]{8})-(\d+)-[0-9a-f]{12}$/;

/** `prompt-regression-<machine>-<process id>-<random>`: says whose it is after the owner was killed. */
export function createWorktreeName(pid: number): string {
  return `prompt-regression-${HOST}-${pid}-${randomBytes(6).toString('hex')}`;
}

/** Whose worktree a name stands for; `null` where it is not one of ours. `pid` is `null` for another machine's. */
export function parseWorktreeName(name: string): { readonly pid: number | null } | null {
  const match = NAME.exec(name);
  if (match === null) return null;
  return { pid: match[1] === HOST ? Number(match[2]) : null };
}
