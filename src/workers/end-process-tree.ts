import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** Between TERM and KILL. */
const GRACE_MS = 1_000;

/** For descendants that still hold the pipes after their parent ended. */
const DESCENDANTS_GRACE_MS = 300;

/**
 * Ends a process and all of its descendants: TERM first, KILL after a grace time. Resolves when the process is gone and
 * its pipes are closed, also where a descendant holds them.
 *
 * @param child started with `detached: true`, so that it leads a process group (on Windows: a tree that taskkill knows).
 */
export async function endProcessTree(child: ChildProcess, graceMs = GRACE_MS): Promise<void> {
  const { pid } = child;
  if (pid !== undefined) {
    if (!hasExited(child)) {
      signalTree(pid, 'SIGTERM');
      if (!(await endsWithin(child, 'exit', graceMs))) signalTree(pid, 'SIGKILL');
      if (!hasExited(child)) await endsWithin(child, 'exit', graceMs);
    }
    // `close` never comes while a descendant holds a pipe; `exit` says nothing of descendants.
    const pipesOpen = [child.stdout, child.stderr].some((pipe) => pipe !== null && !pipe.closed);
    if (pipesOpen && !(await endsWithin(child, 'close', 0))) {
      signalTree(pid, 'SIGTERM');
      await endsWithin(child, 'close', Math.min(DESCENDANTS_GRACE_MS, graceMs));
    }
    signalTree(pid, 'SIGKILL');
  }
  child.stdin?.destroy();
  child.stdout?.destroy();
  child.stderr?.destroy();
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function endsWithin(
  child: ChildProcess,
  event: 'exit' | 'close',
  milliseconds: number,
): Promise<boolean> {
  const enough = new AbortController();
  const ended = once(child, event, { signal: enough.signal }).then(
    () => true,
    () => false,
  );
  const late = sleep(milliseconds, false, { signal: enough.signal }).catch(() => false);
  const result = await Promise.race([ended, late]);
  enough.abort();
  return result;
}

function signalTree(pid: number, signal: NodeJS.Signals): void {
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on(
      'error',
      () => {},
    );
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // ESRCH: nobody is left in the group.
  }
}
