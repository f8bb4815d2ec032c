import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isAlive } from '../support/is-alive.js';
import { startProcess } from '../support/start-process.js';

const CLI = join(import.meta.dirname, '../../lib/cli.js');

/** Starts the host as a run does, and tells its number once the scorer's file is being loaded. */
const PARENT = `
const host = require('node:child_process').spawn(process.execPath, [process.argv[1], 'scorer-host', 'loop.mjs'], {
  detached: true,
  stdio: ['pipe', 'pipe', 'pipe'],
});
host.stderr.once('data', () => console.log(host.pid));
`;

test('ends by itself where its parent is killed, also while the scorer loops for ever', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scorer-host-'));
  try {
    await writeFile(join(folder, 'loop.mjs'), "process.stderr.write('here'); for (;;);");
    const parent = startProcess([process.execPath, '-e', PARENT, CLI], { cwd: folder, env: process.env });
    const [pid] = await once(parent.stdout, 'data');
    const host = Number(String(pid));
    expect(isAlive(host)).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => isAlive(host), { timeout: 60_000, interval: 50 }).toBe(false);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
