import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAgent, withThreshold } from './agent.js';
import { readRecord, type, writeTree } from './terminal.js';

describe('baseline', () => {
  it('is stored whatever its scores, with its record in the output folder', async () => {
    const cwd = await createAgent();
    const first = await type('baseline --output kept', { cwd });
    expect(first.code).toBe(0);
    expect(first.stdout).toContain('measured as the new baseline');
    // Worse than the one before, and below a threshold: it is the baseline all the same.
    await writeTree(cwd, { 'prompt-regression.yml': withThreshold(0.9) });
    const worse = await type('baseline', { cwd, env: { PETS: 'yes' } });
    expect(worse.code).toBe(0);
    expect(worse.stdout).toContain('8 of 8 answers gained the same irrelevant sentence');
    expect(worse.stdout).toContain('note: The baseline was stored in the folder .prompt-regression.');
    // It was just accepted, and there is nothing to push.
    expect(worse.stdout + worse.stderr).not.toMatch(/push|label|merge/);
    const same = await type('run', { cwd, env: { PETS: 'yes' } });
    expect(same.stdout).toContain('❌ support: relevancy still 0.50, below the threshold 0.90');
    expect(await readdir(join(cwd, 'kept'))).toContain('comment.md');
    expect((await readRecord(join(cwd, 'kept'))).cases).toHaveLength(8);
  });

  it('is not stored where it is not complete: exit code 3, with the cause', async () => {
    const cwd = await createAgent();
    const { code, stdout } = await type('baseline', { cwd, env: { CRASH: 'yes' } });
    expect(code).toBe(3);
    expect(stdout).toContain('the handbook is gone');
    expect(stdout).toContain('No baseline was stored, because the run is incomplete.');
    expect((await type('run', { cwd })).stdout).toContain('no baseline to compare with yet');
  });

  it('that cannot be written is an error to fix', async () => {
    const cwd = await createAgent();
    const { code, stderr } = await type('baseline --store cases.jsonl', { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('the baseline was not stored');
  });
});
