import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { onTestFinished, TestRunner } from 'vitest';

/** Groups of processes by the number of their first. */
const running = new Set<number>();
process.once('exit', endProcesses);

/**
 * Starts a program for a test that waits for its end. Where the test is over before, since it failed or took too long,
 * the program and all that it started are ended with it, or with the test's file where it is for several tests.
 */
export function startProcess(
  [command, ...args]: readonly [string, ...string[]],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly input?: string },
): ChildProcessByStdio<Writable, Readable, Readable> {
  const { input = '', ...where } = options;
  const child = spawn(command, args, { ...where, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  // It may end before it has read everything.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const { pid } = child;
  if (pid !== undefined) {
    running.add(pid);
    child.once('close', () => running.delete(pid));
    if (TestRunner.getCurrentTest() !== undefined) onTestFinished(() => endGroup(pid));
  }
  return child;
}

/** Ends what is left of a file's tests. */
export function endProcesses(): void {
  for (const pid of running) endGroup(pid);
}

function endGroup(pid: number): void {
  if (!running.delete(pid)) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
