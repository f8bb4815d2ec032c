import { describe, expect, it, onTestFinished } from 'vitest';
import { DATASET } from '../scenarios/world.js';
import { createFolder } from '../support/folder.js';
import { startOpenAiServer } from '../support/openai-server.js';
import { CONFIG, createAgent } from './agent.js';
import { type, writeTree } from './terminal.js';

describe('a prompt target', () => {
  it('that cannot be reached names the cause and the next command', async () => {
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
    expect(stderr).toContain('What now?\nRe-run this check:\n');
  });

  it('may be recorded, with as many runs as there are and no call', async () => {
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
    expect(stdout).not.toMatch(/\d calls/);
    expect(stderr).toContain('8 cases with recorded answers, no judge calls');
  });
});

describe('a command', () => {
  const set = (command: string) =>
    createAgent({ 'prompt-regression.yml': CONFIG.replace('[sh, agent.sh]', command) });

  it('in one string cannot be started, and the list to write is named', async () => {
    const { code, stderr } = await type('run', { cwd: await set('["sh agent.sh"]') });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /cannot be started in .*: check that it is installed, and write its command as a list/,
    );
  });

  it('that answered nothing: its next step names no baseline and no answers that are kept', async () => {
    const { code, stderr } = await type('run', { cwd: await set('[node, agnt.mjs]') });
    expect(code).toBe(3);
    expect(stderr).toMatch(/What now\?\nFix the cause[^:()]*:\n {2}npx prompt-regression run\nAll/);
  });

  it('without a baseline says why a check fails the worst case', async () => {
    const scorers = '    scorers: [{ id: contains, value: zebra }]\n';
    const cwd = await createAgent({ 'prompt-regression.yml': `${CONFIG}${scorers}` });
    expect((await type('run', { cwd })).stdout).toMatch(/\nWorst: .* 0\.00\n {4}why: .*zebra/);
  });
});
