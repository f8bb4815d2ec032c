import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAgent, withThreshold } from './agent.js';
import { readRecord, type, writeTree } from './terminal.js';

describe('baseline', () => {
  it('is stored whatever its scores, and leaves its record where it is told', async () => {
    const cwd = await createAgent();
    const first = await type('baseline --output kept', { cwd });
    expect(first.code).toBe(0);
    expect(first.stdout).toContain('This is the first baseline of the suite.');
    // Worse than the one before, and below a threshold: it is the baseline all the same.
    await writeTree(cwd, { 'prompt-regression.yml': withThreshold(0.9) });
    const worse = await type('baseline', { cwd, env: { PETS: 'yes' } });
    expect(worse.code).toBe(0);
    expect(worse.stdout).toMatch(/^support: fail: regression, threshold\n/);
    expect(worse.stdout).toContain('newly irrelevant in 8 cases: “By the way, our cat sends her love.”');
    expect(worse.stdout).toContain('note: The baseline was stored in the folder .prompt-regression.');
    // It was just accepted, and there is nothing to push.
    expect(worse.stdout + worse.stderr).not.toMatch(/push|label/);
    const same = await type('run', { cwd, env: { PETS: 'yes' } });
    expect(same.stdout).toMatch(/unchanged at 0\.50[\s\S]*\n {2}case-1 +0\.50 +0\.50 +0\.00\n/);
    expect(await readdir(join(cwd, 'kept'))).toContain('comment.md');
    expect((await readRecord(join(cwd, 'kept'))).cases).toHaveLength(8);
    const means = join(cwd, '.prompt-regression/v2/@top/support/means/answer-relevancy');
    const names = (await readdir(means)).sort();
    expect(names).toHaveLength(2);
    expect(names[0]).toMatch(/_8_1\.0000$/);
    expect(names[1]).toMatch(/_8_0\.5000$/);
  });

  it('is not stored where it is not complete: exit code 3, with the cause', async () => {
    const cwd = await createAgent();
    const { code, stdout, stderr } = await type('baseline', { cwd, env: { CRASH: 'yes' } });
    expect(code).toBe(3);
    expect(stdout).toContain('the handbook is gone');
    expect(stderr).toContain('the run is incomplete, so it was not stored');
    expect((await type('run', { cwd })).stdout).toContain('No baseline');
  });

  it('that cannot be written is a mistake to mend', async () => {
    const cwd = await createAgent();
    const { code, stderr } = await type('baseline --baseline-repeat 1 --store cases.jsonl', { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('the baseline was not stored');
  });
});
