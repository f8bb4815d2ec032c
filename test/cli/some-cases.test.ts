import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONFIG, createAgent, withThreshold } from './agent.js';
import { readRecord, type, writeTree } from './terminal.js';

const ROWS = [
  { id: 'refund-late', input: 'Tell me about refunds.', tags: ['money'] },
  { id: 'refund-card', input: 'Tell me about refunds to cards.', tags: ['money', 'card'] },
  { id: 'hours', input: 'Tell me about the opening hours.' },
  { id: 'delivery', input: 'Tell me about delivery.' },
];
const DATASET = ROWS.map((row) => JSON.stringify(row)).join('\n');

async function createDesk(config = CONFIG) {
  const cwd = await createAgent({ 'cases.jsonl': DATASET, 'prompt-regression.yml': config });
  return {
    cwd,
    type: (command: string, env: Readonly<Record<string, string>> = {}) => type(command, { cwd, env }),
    ids: async () => (await readRecord(join(cwd, '.prompt-regression/last-run'))).cases.map(({ id }) => id),
  };
}

describe('a run of some cases', () => {
  it.each([
    ['--case hours', ['hours']],
    ['--case refund-* --case delivery', ['refund-late', 'refund-card', 'delivery']],
    ['--tag money', ['refund-late', 'refund-card']],
    ['--tag money --case *card', ['refund-card']],
  ])('%s runs them, and says that it is no run of the suite', async (flags, expected) => {
    const desk = await createDesk();
    const { code, stdout, stderr } = await desk.type(`run ${flags}`);
    expect(code, stderr).toBe(0);
    expect(await desk.ids()).toEqual(expected);
    expect(stdout).toContain(`note: Only ${expected.length} of 4 cases ran`);
    expect(stderr).toContain('Run all cases:\n  npx prompt-regression run\n');
  });

  it.each([
    ['--case huors', 'case: no case has the id "huors". Did you mean `hours`?'],
    ['--tag mony', 'tag: no case has the tag "mony". Did you mean `money`?'],
    ['--tag money --case hours', 'case: no case is all of what --case, --tag and --failed ask for'],
    ['--failed', 'failed: no cases were run here before'],
  ])('%s is a mistake', async (flags, message) => {
    const desk = await createDesk();
    const { code, stderr } = await desk.type(`run ${flags}`);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  });

  it('is compared with the same cases of the baseline, and no other counts as removed', async () => {
    const desk = await createDesk();
    expect((await desk.type('baseline')).code).toBe(0);
    const { code, stdout } = await desk.type('run --tag money', { PETS: 'yes' });
    expect(code).toBe(0);
    expect(stdout).toContain('relevancy 1.00 → 0.50');
    expect(stdout).not.toContain('removed');
  });

  it('does not compare their mean with the threshold of the whole suite', async () => {
    const desk = await createDesk(withThreshold(0.8));
    await desk.type('run');
    for (const flags of ['--case hours', '--failed']) {
      const { code, stdout, stderr } = await desk.type(`run ${flags}`, { PETS: 'yes' });
      expect({ code, stdout }).toEqual({
        code: 0,
        stdout: expect.stringContaining('this is no result for the whole suite'),
      });
      expect(stderr).toContain('What now?\nTo have something to compare with, store a baseline');
    }
    await desk.type('baseline', { PETS: 'yes' });
    const same = await desk.type('run --case hours', { PETS: 'yes' });
    expect(same.code).toBe(0);
    expect(same.stdout).toContain('no answer got worse · relevancy 0.50');
    // A choice of all cases is the suite.
    expect((await desk.type('run --case *', { PETS: 'yes' })).code).toBe(1);
  });

  it('is no baseline, wherever somebody puts its record', async () => {
    const desk = await createDesk();
    await desk.type('run --case hours --output part');
    await desk.type('run --output whole');
    const record = 'part/records/support.json';
    const refused = /it has only some of the cases of its dataset|has only some of the cases/;
    for (const command of [`run --baseline ${record}`, `compare ${record} whole/records/support.json`]) {
      const { code, stderr } = await desk.type(command);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(refused) });
    }
    // A stored one is whole again by the same command as ever.
    expect((await desk.type('baseline')).code).toBe(0);
    expect((await desk.type('run')).code).toBe(0);
  });
});

describe('--failed', () => {
  it('runs what failed last, forgets what passes now, and keeps what was not run', async () => {
    const desk = await createDesk(withThreshold(0.8));
    await desk.type('baseline');
    const all = await desk.type('run', { PETS: 'yes' });
    expect(all.code).toBe(1);
    expect(all.stderr).toContain(
      '\n\nReport, with every answer: .prompt-regression/last-run/report.html\nComment: .prompt-regression/last-run/comment.md\n\nWhat now?\nFix the agent, then run the 4 worst cases again:\n  npx prompt-regression run --failed\n',
    );
    // What to do next is about what was just run.
    const one = await desk.type('run --case hours', { PETS: 'yes' });
    expect(one.stderr).toContain(
      'What now?\nIf this matters, fix the agent, then run the worst case again:\n  npx prompt-regression run --case hours\nRun all cases:',
    );
    expect((await desk.type('run --case hours')).code).toBe(0);
    const rest = await desk.type('run --failed', { PETS: 'yes' });
    expect(await desk.ids()).toEqual(['refund-late', 'refund-card', 'delivery']);
    expect(rest.stderr).toContain(
      'What now?\nFix the agent, then run the 3 worst cases again:\n  npx prompt-regression run --failed\nRun all cases:',
    );
    expect((await desk.type('run --failed')).code).toBe(0);
    const nothing = await desk.type('run --failed');
    expect(nothing).toEqual({
      code: 0,
      stdout: '',
      stderr: 'No case failed in the last run here.\nTo run all cases:\n  npx prompt-regression run\n',
    });
  });

  it('the next steps say how to accept a regression, but not a crash or a low mean alone', async () => {
    const cwd = await createAgent();
    await type('baseline', { cwd });
    const { stderr } = await type('run --verbose', { cwd, env: { PETS: 'yes' } });
    expect(stderr).toMatch(
      /\n\nWhat now\?\nFix the agent[^:]*:\n {2}npx prompt-regression run --failed\nAccept it if it is intended \(on a pull request: the label `prompt-regression-accepted`\):\n {2}npx prompt-regression baseline\n$/,
    );
    await writeTree(cwd, { 'prompt-regression.yml': withThreshold(0.9) });
    const both = await type('run --repeat 3', { cwd, env: { PETS: 'yes' } });
    expect(both.stderr).toContain('Accept it if it is intended (on a pull');
    const crashed = await type('run', { cwd, env: { CRASH: 'yes' } });
    expect(crashed.code).toBe(3);
    expect(crashed.stderr).toContain('What now?\nFix what the message above names');
    expect(crashed.stderr).not.toContain('Accept it');
    await type('baseline', { cwd, env: { PETS: 'yes' } });
    const low = await type('run', { cwd, env: { PETS: 'yes' } });
    expect(low.code).toBe(1);
    expect(low.stderr).not.toContain('Accept it');
  });

  it('without a baseline means what is below the threshold, or else below the best', async () => {
    const desk = await createDesk(withThreshold(0.2));
    expect((await desk.type('run', { PETS: 'yes' })).code).toBe(0);
    expect((await desk.type('run --failed')).stderr).toMatch(/^No case failed/);
    await writeTree(desk.cwd, { 'prompt-regression.yml': CONFIG });
    await desk.type('run', { PETS: 'yes' });
    await desk.type('run --failed');
    expect(await desk.ids()).toHaveLength(4);
  });
});

describe('what a run prints', () => {
  it('without a baseline: the worst case with its statements, and how to store one', async () => {
    const desk = await createDesk();
    const rows = Array.from({ length: 30 }, (_, at) => ({
      id: `q${at}`,
      input: `Tell me about lamp ${at}.`,
    }));
    await writeTree(desk.cwd, { 'cases.jsonl': rows.map((row) => JSON.stringify(row)).join('\n') });
    const { stdout, stderr } = await desk.type('run', { PETS: 'yes' });
    expect(stdout).toMatch(/\nTell me about lamp \d+\. +0\.50\n[\s\S]*our cat sends her love/);
    expect(stdout).not.toContain('base branch');
    expect(stderr).toContain(
      'To have something to compare with, store a baseline before a change:\n  npx prompt-regression baseline\n',
    );
  });

  it('with --verbose: every case with its question and its statements', async () => {
    const desk = await createDesk();
    await desk.type('baseline');
    const { stdout } = await desk.type('run --verbose', { PETS: 'yes' });
    for (const { id, input } of ROWS)
      expect(stdout).toContain(`${input}   before 1.00 → now 0.50 (−0.50)   ${id}\n    Here is what we know`);
    expect(
      stdout.match(/\n {2}\+ By the way, our cat sends her love\. +\(irrelevant\) +\[label: /g),
    ).toHaveLength(4);
  });

  it('with --json: the result that is in the file too, with details', async () => {
    const desk = await createDesk();
    const { stdout } = await desk.type('run --json', { PETS: 'yes' });
    const file = await readFile(join(desk.cwd, '.prompt-regression/last-run/result.json'), 'utf8');
    expect(JSON.parse(stdout)).toMatchObject(JSON.parse(file));
    const some = JSON.parse((await desk.type('run --json --tag card')).stdout);
    expect(some.suites[0]).toMatchObject({ cases: { head: 1 }, chosenFrom: 4 });
  });
});

it('run --verbose shows every question of a conversation', async () => {
  const turns = ['Tell me about refunds.', `How long do refunds take, ${'really, '.repeat(9)}?`];
  const cwd = await createAgent({ 'cases.jsonl': JSON.stringify({ id: 'refunds', turns }) });
  expect((await type('run --verbose', { cwd })).stdout).toContain(turns.join(' '));
});
