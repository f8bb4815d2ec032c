import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DATASET } from '../scenarios/world.js';
import { GitProject } from '../support/git-project.js';
import { shellAgent } from '../support/shell-agent.js';
import { readRecord, type, writeTree } from './terminal.js';

const SHARDS = '.prompt-regression/last-run/shards';

/** Adds the sentence of a file; does not run without `INSTALLED`. */
const AGENT = shellAgent(
  `'"$added"'`,
  `[ "$INSTALLED" ] || { echo 'Error: the handbook is gone' >&2; exit 1; }\nadded=" $(cat added.txt)"`,
);

const CONFIG = `judge: { model: builtin }
suites:
  - name: support
    dataset: cases.jsonl
    target: { command: [sh, agent.sh], env: [INSTALLED], workers: 1 }
`;

const INSTALLED = { INSTALLED: 'yes' };

async function createDesk() {
  const project = new GitProject({
    'agent.sh': AGENT,
    'added.txt': '',
    'cases.jsonl': DATASET,
    'prompt-regression.yml': CONFIG,
  });
  const cwd = await project.clone();
  return {
    cwd,
    edit: (files: Readonly<Record<string, string>>) => writeTree(cwd, files),
    run: (command: string, env: Readonly<Record<string, string>> = INSTALLED) => type(command, { cwd, env }),
    async measure(command = 'run') {
      for (const part of ['1/3', '2/3', '3/3']) {
        const shard = await type(`${command} --shard ${part}`, { cwd, env: INSTALLED });
        expect(shard.code, shard.stderr).toBe(0);
        expect(shard.stdout).toBe('');
      }
    },
    [Symbol.asyncDispose]: () => project[Symbol.asyncDispose](),
  };
}

const withoutTimes = (record: unknown): unknown =>
  JSON.parse(JSON.stringify(record), (key, value) => (/^(seconds|createdAt)$/.test(key) ? 0 : value));

const PETS = { 'added.txt': 'By the way, our cat sends her love.\n' };

describe('run --shard, then merge', () => {
  it('decides like one run, with the same record', async () => {
    await using desk = await createDesk();
    await desk.edit(PETS);
    await desk.measure();
    const merged = await desk.run(`merge ${SHARDS} --output .prompt-regression/merged`);
    const whole = await desk.run('run --output .prompt-regression/whole');
    const [said, expected] = [merged, whole].map(({ stdout }) =>
      stdout
        .replace(/ · per answer:[^·\n]*?(?= ·|$)/m, '')
        // A merged check looks for no cause: its machine may lack the agent.
        .replace(/^(?:Probably from .*|Caused by .*)$/m, 'CAUSE'),
    );
    expect([merged.code, said]).toEqual([1, expected]);
    expect(merged.stderr).toContain('Asking 5 cases again at head.');
    const [a, b] = await Promise.all(
      ['merged', 'whole'].map((folder) => readRecord(join(desk.cwd, '.prompt-regression', folder))),
    );
    expect(withoutTimes(a)).toEqual(withoutTimes(b));
  });

  it('is yellow if the agent does not run where the gate asks again', async () => {
    await using desk = await createDesk();
    await desk.edit(PETS);
    await desk.measure();
    const merged = await desk.run(`merge ${SHARDS}`, {});
    expect([merged.code, merged.stdout]).toEqual([0, expect.stringContaining('🟡')]);
    expect(merged.stdout).toContain('not confirmed: the agent does not run in the job that merges');
  });

  it('is inconclusive if a shard is missing', async () => {
    await using desk = await createDesk();
    await desk.edit(PETS);
    await desk.measure();
    await rm(join(desk.cwd, SHARDS, 'support.2-of-3.shard.json'));
    const merged = await desk.run(`merge ${SHARDS}`);
    expect(merged.code).toBe(3);
    expect(merged.stdout).toContain('Shard 2 of 3 has left no records');
    expect(merged.stderr).toMatch(new RegExp(`^ +npx prompt-regression merge ${SHARDS}$`, 'm'));
    expect((await desk.run('merge nowhere')).code).toBe(3);
  });

  it('refuses records of other files', async () => {
    await using desk = await createDesk();
    await desk.edit(PETS);
    await desk.measure();
    await desk.edit({ 'added.txt': 'Our dog does, too.\n' });
    const merged = await desk.run(`merge ${SHARDS}`);
    expect(merged.code).toBe(3);
    expect(merged.stdout).toContain(
      'Shard 1 of 3 measured another commit, other settings or another baseline',
    );
  });
});

it('baseline --shard, then merge stores the baseline', async () => {
  await using desk = await createDesk();
  await desk.measure('baseline');
  const merged = await desk.run('merge .prompt-regression/last-baseline/shards');
  expect(merged.code, merged.stderr).toBe(0);
  await desk.edit(PETS);
  const run = await desk.run('run');
  expect([run.code, run.stderr]).toEqual([1, expect.not.stringContaining('runs now')]);
});
