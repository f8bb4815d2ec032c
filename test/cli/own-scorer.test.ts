import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONFIG, createAgent } from './agent.js';
import { readRecord, start, type, writeTree } from './terminal.js';

/** Imports the library and zod, and there is no node_modules anywhere. */
const BREVITY = `
import { createScorer } from 'prompt-regression/scorers';
import { z } from 'zod';
import { countWords } from './words.ts';

const counted = z.object({ words: z.int().positive() });

export default createScorer<string, string>({ id: 'brevity', description: 'Answers of few words' })
  .preprocess(({ run }) => counted.parse({ words: countWords(run.output) }))
  .generateScore(({ results }) => (results.preprocessStepResult.words < 10 ? 1 : 0))
  .generateReason(({ results, score }) => \`\${results.preprocessStepResult.words} words: \${score}\`);
`;
const WORDS = "export const countWords = (text: string): number => text.split(' ').length;\n";

const FILES = {
  'evals/brevity.ts': BREVITY,
  'evals/words.ts': WORDS,
  'prompt-regression.yml': `${CONFIG}    scorers: [{ path: ./evals/brevity.ts, workers: 1 }]\n    gate: { threshold: 0.5 }\n`,
};

describe("a scorer of the repository's own, without node_modules", () => {
  it('scores, is compared with its baseline, and fails the gate', async () => {
    const cwd = await createAgent(FILES);
    const baseline = await type('baseline', { cwd });
    expect(baseline).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('· brevity 1.00'),
    });
    const good = await type('run', { cwd });
    expect(good.code, good.stderr).toBe(0);
    const bad = await type('run', { cwd, env: { PETS: '1' } });
    expect(bad.code).toBe(1);
    expect(bad.stdout).toContain('brevity 1.00 → 0.00');
    const record = await readRecord(join(cwd, '.prompt-regression/last-run'));
    expect(record.scorers).toMatchObject([{ id: 'brevity', use: 'own', judged: false }]);
    const judgements = record.cases.map((row) => row.samples[0]?.judgements['brevity']);
    expect(judgements).toContainEqual(
      expect.objectContaining({ score: 0, reason: expect.stringMatching(/^1\d words: 0$/) }),
    );
  });

  it('scores the stored answers again after a change in a file that it imports', async () => {
    const cwd = await createAgent(FILES);
    await type('baseline', { cwd });
    await writeTree(cwd, { 'evals/words.ts': `${WORDS}// Now in two lines.\n` });
    const run = await type('run', { cwd });
    expect(run.code, run.stdout).toBe(0);
    expect(run.stderr).toContain("The baseline's stored answers are judged again.");
  });

  it('ends with the command', async () => {
    const cwd = await createAgent({
      ...FILES,
      'evals/brevity.ts':
        "setInterval(() => {}, 1000);\nexport default { id: 'x', run: () => ({ score: 1 }) };",
    });
    expect(await start(['run'], { cwd })).toMatchObject({ code: 0 });
  });

  it('is checked by lint, with everything else that is wrong', async () => {
    const cwd = await createAgent(FILES);
    expect(await type('lint', { cwd })).toMatchObject({
      code: 1,
      stdout: expect.not.stringContaining('brevity'),
    });
    await writeTree(cwd, {
      'evals/brevity.ts': 'export const brevity = 1;',
      'prompt-regression.yml': `${CONFIG}    scorers: [./evals/brevity.ts, evals/gone.mjs]\n`,
    });
    const { code, stderr } = await type('lint', { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(
      'prompt-regression.yml:6: scorers: suite "support" names "evals/gone.mjs", and the folder',
    );
    await writeTree(cwd, { 'evals/gone.mjs': 'export default 1;' });
    const { stderr: both } = await type('lint', { cwd });
    expect(both.trim().split('\n')).toEqual([
      expect.stringContaining('error: scorers: evals/brevity.ts has no default export'),
      expect.stringContaining(
        'error: scorers: evals/gone.mjs exports 1 as its default, which is not a scorer',
      ),
    ]);
  });

  it('is refused by lint if its program ends at once', async () => {
    const config = `${CONFIG}    scorers: [{ command: [sh, score.sh] }]\n`;
    const cwd = await createAgent({
      'prompt-regression.yml': config,
      'score.sh': 'echo no numpy >&2; exit 1',
    });
    const { code, stderr } = await type('lint', { cwd });
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^error: scorers: sh score\.sh ended with code 1 [\s\S]*no numpy/),
    ]);
    await writeTree(cwd, { 'score.sh': 'cat' });
    expect((await type('lint', { cwd })).stdout).toContain('not ready to require');
  });

  it('may be given what the config names, and nothing of the runner', async () => {
    const given = (env: string) => `${CONFIG}    scorers: [{ path: evals/brevity.ts, env: [${env}] }]\n`;
    const cwd = await createAgent({ ...FILES, 'prompt-regression.yml': given('GITHUB_ENV') });
    const refused = await type('lint', { cwd });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('cannot be passed on');
    await writeTree(cwd, {
      'prompt-regression.yml': given('WORD_KEY'),
      'evals/brevity.ts':
        "export default { id: 'x', run: () => ({ score: process.env.WORD_KEY === 'sesame-open' ? 1 : 0, reason: process.env.WORD_KEY }) };",
    });
    expect((await type('run', { cwd, env: { WORD_KEY: 'sesame-open' } })).stdout).toContain('· brevity 1.00');
    const record = await readRecord(join(cwd, '.prompt-regression/last-run'));
    expect(JSON.stringify(record)).not.toContain('sesame-open');
  });
});
