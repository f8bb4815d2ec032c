import { execFile } from 'node:child_process';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { isAlive } from '../support/is-alive.js';
import { createAgent, withThreshold } from './agent.js';
import { PLAIN_ENV, start } from './terminal.js';

describe('run', () => {
  it('that is interrupted ends its processes and says so', async () => {
    const cwd = await createAgent();
    let worker = 0;
    const run = await start(['run'], {
      cwd,
      env: { HANG: 'yes' },
      async onStart(kill) {
        worker = await vi.waitFor(async () => Number(await readFile(join(cwd, 'hanging'), 'utf8')), {
          timeout: 100_000,
        });
        kill('SIGINT');
      },
    });
    expect(run.stderr).toContain('Stopping; what was measured so far is reported.');
    expect(run.stdout).toContain('the run was cancelled');
    expect(run.stderr).toMatch(/Stopped\. Run the command again to resume\.\n$/);
    expect(run.code).toBe(130);
    await expect.poll(() => isAlive(worker), { timeout: 60_000 }).toBe(false);
  });

  it.each([
    [0.99, '', 1],
    [0.2, '2>&1', 0],
  ])(
    'whose reader goes away keeps its exit code and shows no stack (threshold %d)',
    async (threshold, more, code) => {
      const cwd = await createAgent({ 'prompt-regression.yml': withThreshold(threshold) });
      const script = `node "${join(import.meta.dirname, '../../lib/cli.js')}" run ${more} | true; exit "\${PIPESTATUS[0]}"`;
      const ended = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
        const env = { ...PLAIN_ENV, HOME: cwd, PETS: 'yes' };
        execFile('bash', ['-c', script], { cwd, env }, (error, _, stderr) =>
          resolve({ code: error?.code ?? 0, stderr }),
        );
      });
      expect(ended.code).toBe(code);
      expect(ended.stderr).not.toMatch(/EPIPE|^ +at /m);
    },
  );
});

describe('run --watch', () => {
  it('runs again after a save, asks only for what is new, waits out a mistake, and ends with Ctrl-C', async () => {
    const cwd = await createAgent();
    const row = '{"id":"new","input":"Tell me about stamps."}';
    const run = await start(['run', '--watch'], {
      cwd,
      async onStart(kill, said) {
        await said(/Watching 3 files: save one/);
        await appendFile(join(cwd, 'cases.jsonl'), `\n${row}\n`);
        await said(/Saved: cases\.jsonl\n[\s\S]*9 cases × 1 head run[\s\S]*Watching 3 files/);
        await appendFile(join(cwd, 'cases.jsonl'), '{"id":\n');
        await said(/error: cases\.jsonl:10: this line is not valid JSON[\s\S]*Watching 3 files/);
        kill('SIGINT');
      },
    });
    expect(run.stderr).toMatch(/\nStopped\.\n$/);
    expect(run.code).toBe(130);
    expect(run.stdout).toContain('\n9 cases, no baseline');
  });
});
