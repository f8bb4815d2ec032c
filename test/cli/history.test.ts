import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { TestFolders } from '../support/git-repository.js';
import { CONFIG, createAgent } from './agent.js';
import { readRecord, type, writeTree } from './terminal.js';

const folders = new TestFolders();
afterAll(() => folders.remove());

describe('history', () => {
  it('shows what `baseline` stored, run after run, as text and as JSON', async () => {
    const cwd = await createAgent();
    expect((await type('history', { cwd })).stdout).toBe(
      'No run is stored yet in the folder .prompt-regression.\n',
    );
    await type('baseline --baseline-repeat 1', { cwd });
    await type('baseline --baseline-repeat 1', { cwd, env: { PETS: 'yes' } });
    const { code, stdout } = await type('history', { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^support: mean relevancy 1\.00 → 0\.50 over 2 runs \(folder \.prompt-regression\)\n {2}█▁\n {2}\d{4}-\d\d-\d\d {2}no commit {2}1\.00 {2}–\n {2}\d{4}-\d\d-\d\d {2}no commit {2}0\.50 {2}−0\.50\n$/,
    );
    const json = JSON.parse((await type('history --json', { cwd })).stdout);
    expect(json).toMatchObject({
      format: 'prompt-regression/history',
      version: 1,
      histories: [
        {
          suite: 'support',
          scorer: 'answer-relevancy',
          from: 'folder .prompt-regression',
          runs: [
            { commit: null, score: 1, change: null },
            { commit: null, score: 0.5, change: -0.5 },
          ],
          falls: [],
        },
      ],
    });
  });

  it('says where it cannot be read', async () => {
    const cwd = await createAgent();
    const { code, stderr } = await type('history --store agent.mjs', { cwd });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^error: history: the folder agent\.mjs cannot be read: ENOTDIR.*\n$/),
    });
  });

  it('has no loss where only labels changed: each run is held against the one before under the same labels', async () => {
    const labelled = CONFIG.replace('    target:', '    labels: labels.jsonl\n    target:');
    const cwd = await createAgent({ 'prompt-regression.yml': labelled, 'labels.jsonl': '' });
    const measure = () => type('baseline --baseline-repeat 1', { cwd });
    await measure();
    const { cases } = await readRecord(join(cwd, '.prompt-regression/last-baseline'));
    const rows = cases.flatMap(({ samples }) =>
      Object.values(samples[0]?.judgements ?? {}).flatMap((judgement) =>
        judgement.status === 'scored'
          ? judgement.statements.map(({ labelKey: key }) => ({ key, label: 'no' }))
          : [],
      ),
    );
    for (const count of [3, 5, 7, rows.length, 2]) {
      await writeTree(cwd, {
        'labels.jsonl': rows
          .slice(0, count)
          .map((row) => JSON.stringify(row))
          .join('\n'),
      });
      expect((await measure()).code).toBe(0);
    }
    const [{ runs, falls }] = JSON.parse((await type('history --json', { cwd })).stdout).histories;
    expect(runs).toHaveLength(6);
    expect(new Set(runs.slice(1).map(({ change }: { change: number }) => change))).toEqual(new Set([0]));
    expect(falls).toEqual([]);
  });

  it("reads the action's branch where the clone has it, and names a lasting loss", async () => {
    const repository = folders.repository();
    repository.commit({
      'prompt-regression.yml': CONFIG,
      'cases.jsonl': '{"id":"a","input":"hello"}\n',
      'agent.mjs': '',
    });
    const at = (day: number) => `2026-01-0${day}T10.00.00.000Z`;
    const commits = [1, 2, 3, 4, 5, 6].map((day) => String(day).repeat(40));
    const names = commits.map((commit, index) => {
      const since = index === 0 ? '' : `_${at(index)}_-1.00`;
      return `${at(index + 1)}_${commit}_${95 - index}.00_up${since}`;
    });
    repository.git('checkout', '--quiet', '--orphan', 'prompt-regression-data');
    repository.git('rm', '-rfq', '.');
    const folder = 'v2/@top/support/history/answer-relevancy';
    repository.commit(
      Object.fromEntries(
        [...names, 'a note of mine', '2026_x_1_up'].map((name) => [`${folder}/${name}`, '']),
      ),
    );
    repository.git('checkout', '--quiet', 'main');
    const { stdout } = await type('history', { cwd: repository.path });
    expect(stdout).toMatch(
      /^support: mean relevancy 0\.95 → 0\.90 over 6 runs \(branch prompt-regression-data \([0-9a-f]{7}\)\)/,
    );
    expect(stdout).toContain('  2026-01-06  6666666  0.90  −0.01\n');
    expect(stdout).toContain(
      '  ! Mean relevancy fell and stays lower: 0.94 on average before `4444444`, 0.91 from there on',
    );
    // A folder that is named is what is looked at alone.
    await writeFile(join(repository.path, 'prompt-regression.yml'), `store: { file: kept }\n${CONFIG}`);
    expect((await type('history', { cwd: repository.path })).stdout).toContain(
      'No run is stored yet in the folder kept',
    );
  });
});
