import { describe, expect, it, onTestFinished } from 'vitest';
import { DATASET } from '../scenarios/world.js';
import { createFolder } from '../support/folder.js';
import { startOpenAiServer } from '../support/openai-server.js';
import { CONFIG, createAgent } from './agent.js';
import { type, writeTree } from './terminal.js';

describe('a prompt target', () => {
  it('that cannot be reached: to see to what its cause names comes before another run', async () => {
    const cwd = createFolder();
    const page = await startOpenAiServer({
      reply: () => ({ raw: '<html>Log in</html>', contentType: 'text/html' }),
    });
    onTestFinished(() => page.close());
    await writeTree(cwd, {
      'p.md': 'Answer.\n',
      'cases.jsonl': '{"id":"a","input":"x"}',
      'prompt-regression.yml': CONFIG.replace(
        /target: .*/,
        `target: { prompt: p.md, model: m, base-url: "${page.url}" }`,
      ),
    });
    const { code, stdout, stderr } = await type('run', { cwd });
    expect({ code, stdout }).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('; check the base URL'),
    });
    expect(stderr).toContain('What now?\nFirst check what the message names. Run it again:\n');
  });

  it('may be recorded: as many samples as are there, and no call', async () => {
    const cwd = createFolder();
    const answers = DATASET.split('\n').map((line) => {
      const { id, input } = JSON.parse(line);
      return JSON.stringify({ id, output: input.replace('Tell me about', 'All about') });
    });
    await writeTree(cwd, {
      'cases.jsonl': DATASET,
      'answers.jsonl': answers.join('\n'),
      'prompt-regression.yml': CONFIG.replace(/target: .*/, 'target: { recorded: answers.jsonl }'),
    });
    const { code, stdout, stderr } = await type('run', { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('· 0 model calls');
    expect(stderr).toContain('8 cases × up to 3 recorded runs: at most 24 answers');
  });
});

describe('a command', () => {
  const OTHER = '  - { name: other, dataset: cases.jsonl, target: { command: [node, agent.mjs] } }\n';
  const set = (command: string, more = '') =>
    createAgent({ 'prompt-regression.yml': `${CONFIG.replace('[node, agent.mjs]', command)}${more}` });

  it('in one string cannot be started, and the list to write is named', async () => {
    const { code, stderr } = await type('run', { cwd: await set('["node agent.mjs"]') });
    expect(code).toBe(2);
    expect(stderr).toMatch(/no shell takes it apart: write it as a list, \[node, agent\.mjs\]\n$/);
  });

  it('that answered nothing is mended first: nothing is said of a baseline, or of answers that are kept', async () => {
    const { code, stderr } = await type('run', { cwd: await set('[node, agnt.mjs]') });
    expect(code).toBe(3);
    expect(stderr).toMatch(/What now\?\nCorrect [^:()]*:\n {2}npx prompt-regression run\nReport/);
  });

  it('with more cases than are told of a check says how many more', async () => {
    const rows = Array.from({ length: 12 }, (_, at) =>
      JSON.stringify({ id: `q${at}`, input: `Lamp ${at}?` }),
    );
    const cwd = await set('[node, agent.mjs]', '    scorers: [{ id: contains, value: zebra }]\n');
    await writeTree(cwd, { 'cases.jsonl': rows.join('\n') });
    const { stdout } = await type('run --baseline none', { cwd });
    expect(stdout).toContain('\n  2 more cases not listed\n');
  });

  it('whose answers a check likes better is not told case by case why', async () => {
    const cwd = await set('[node, agent.mjs]', '    scorers: [{ id: contains, value: our cat }]\n');
    await type('baseline --baseline-repeat 1', { cwd });
    const { code, stdout } = await type('run --repeat 1', { cwd, env: { PETS: 'yes' } });
    expect(code).toBe(0);
    expect(stdout).toMatch(/\n {2}case-1 +0\.00 +1\.00 +\+1\.00\n/);
    expect(stdout).not.toContain('why:');
  });

  it('beside another suite that has a gate: which of them has none is named', async () => {
    const cwd = await set('[node, agent.mjs]', OTHER);
    const { stderr } = await type('run', { cwd });
    expect(stderr).toContain('What now?\nNothing can fail yet: set');
    const gated = await set('[node, agent.mjs]', `    gate: { threshold: 0.8 }\n${OTHER}`);
    expect((await type('run', { cwd: gated })).stderr).toContain(
      'What now?\nother: Nothing can fail yet: set',
    );
  });
});
