import { spawn } from 'node:child_process';
import type { Terminal } from './terminal.js';

/** By platform, the program that opens a file. */
const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens a file with the desktop's own program, and does not wait for it. */
export function openInBrowser(path: string, { env, writeError }: Pick<Terminal, 'env' | 'writeError'>): void {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, path], { env, detached: true, stdio: 'ignore' });
  child.on('error', ({ message }) => writeError(`Could not open the report with ${program}: ${message}\n`));
  child.unref();
}
