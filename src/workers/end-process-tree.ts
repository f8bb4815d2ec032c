import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** Between TERM and KILL. */
const GRACE_MS = 1_000;

/**
 * Ends a process and all of its descendants: TERM first, KILL after a grace time.
 * @param child started with `detached: true`, so that it leads a process group (on Windows: a tree that taskkill knows).
 */
export async function endProcessTree(child: ChildProcess): Promise<void> {
  if (child.pid !== undefined) {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      signalTree(child.pid, signal);
      await waitForExit(child, GRACE_MS);
    }
  }
  // A descendant that left the group may still hold them.
  for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe?.destroy();
}

/** Waits until the process has exited, at most so long. */
export async function waitForExit(child: ChildProcess, milliseconds: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await Promise.race([once(child, 'exit'), sleep(milliseconds, null, { ref: false })]);
}

function signalTree(pid: number, signal: NodeJS.Signals): void {
  if (process.platform === 'win32') {
    const kill = spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
    kill.on('error', () => {});
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // ESRCH: nobody is left.
  }
}
