import { describe, expect, it, onTestFinished } from 'vitest';
import { DATASET } from '../scenarios/world.js';
import { createFolder } from '../support/folder.js';
import { CONFIG } from './agent.js';
import { startProvider, type, writeTree } from './terminal.js';

describe('a prompt target', () => {
  it('can be given by flags alone, with recorded answers beside it', async () => {
    const openai = await startProvider();
    onTestFinished(() => openai.close());
    const cwd = createFolder();
    await writeTree(cwd, { 'p.md': 'Answer.\n', 'cases.jsonl': DATASET });
    const flags = `--prompt p.md --dataset cases.jsonl --model m --judge-model builtin --base-url ${openai.url}`;
    expect((await type(`baseline --baseline-repeat 1 ${flags}`, { cwd })).code).toBe(0);
    await writeTree(cwd, { 'p.md': 'Answer.\nAdd: By the way, our cat sends her love.\n' });
    const run = await type(`run ${flags}`, { cwd });
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('our cat sends her love');
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
    const { code, stdout } = await type('run --threshold 0.8', { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('· 0 model calls');
  });
});
