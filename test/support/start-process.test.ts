import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import { isAlive } from './is-alive.js';
import { startProcess } from './start-process.js';

/** Spins, listens to no signal, and has started a program that does the same; tells both numbers. */
const SPINNING = `
process.on('SIGTERM', () => {});
const spin = "process.on('SIGTERM', () => {}); process.send(''); for (;;);";
const child = require('node:child_process').spawn(process.execPath, ['-e', spin], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
child.once('message', () => { console.log([process.pid, child.pid].join()); for (;;); });
`;

let started: readonly number[] = [];

it('a program that a test started and no longer waits for', async () => {
  const child = startProcess([process.execPath, '-e', SPINNING], { cwd: tmpdir(), env: process.env });
  const [told] = await once(child.stdout, 'data');
  started = String(told).split(',').map(Number);
  expect(started.map(isAlive)).toEqual([true, true]);
  // Hooks of a test run from the last to the first: still there until the test is over.
  onTestFinished(() => expect(started.map(isAlive)).toEqual([true, true]));
});

it('is ended with that test, and so is what it started itself', async () => {
  expect(started).toHaveLength(2);
  await expect.poll(() => started.some(isAlive), { timeout: 60_000, interval: 20 }).toBe(false);
});
