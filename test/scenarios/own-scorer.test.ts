import { describe, expect, it } from 'vitest';
import { commentOf, expectEnd } from './said.js';
import { CONFIG, createWorld, PETS } from './world.js';

/** Gives 1 to short answers. In the action there is nothing to import from but the bundle. */
const BREVITY = `
import { createScorer } from 'prompt-regression/scorers';
import { z } from 'zod';
import { most } from './most.ts';

export default createScorer({ id: 'brevity', description: 'Short answers', type: 'agent' })
  .analyze(({ run }) => ({ text: z.string().parse(run.output.at(-1)?.content) }))
  .generateScore(({ results }): number => (results.analyzeStepResult.text.length <= most ? 1 : 0))
  .generateReason(({ score }) => (score === 1 ? 'short enough' : 'too long'));
`;
const LENIENT = "export default { id: 'brevity', run: () => ({ score: 1, reason: 'whatever' }) };\n";

const FILES = {
  'prompt-regression.yml': `judge: { model: builtin }
${CONFIG}    scorers: [{ path: evals/brevity.ts, gate: { threshold: 0.6 } }]
`,
  'evals/brevity.ts': BREVITY,
  'evals/most.ts': 'export const most: number = 50;\n',
};

describe("a scorer of the repository's own, in a pull request", () => {
  it('fails the gate, in a repository without packages', async () => {
    await using world = await createWorld({ files: FILES });
    world.openPull(7, { 'prompts/support.md': PETS });
    const run = await world.runPull(7);
    expect(run.outputs, run.log).toMatchObject({ decision: 'fail', passed: 'false' });
    expectEnd(run, 1);
    expect(commentOf(world)).toContain('brevity');
    world.github.assertNoViolations();
  });

  it.each([
    ['the scorer', { 'evals/brevity.ts': LENIENT }, '`evals/brevity.ts`: counts after the merge'],
    [
      'what it imports',
      { 'evals/most.ts': 'export const most = 1000;\n' },
      '`evals/brevity.ts` (`evals/most.ts`): counts after the merge',
    ],
  ])('cannot be talked round by a pull request that edits %s', async (_, edit, note) => {
    await using world = await createWorld({ files: FILES });
    world.openPull(7, { 'prompts/support.md': PETS, ...edit });
    const run = await world.runPull(7);
    expect(run.outputs, run.log).toMatchObject({ decision: 'fail' });
    expect(commentOf(world)).toContain(note);
  });

  it('is run for its own change, which is told, and once merged it makes the next baseline', async () => {
    await using world = await createWorld({ files: FILES });
    expect((await world.runPush()).code).toBe(0);
    world.openPull(7, { 'evals/brevity.ts': LENIENT });
    const run = await world.runPull(7);
    expect(run.outputs, run.log).toMatchObject({ decision: 'pass', delta: '0.00' });
    expect(commentOf(world)).toContain('counts after the merge');
    world.commitToMain({ 'evals/brevity.ts': LENIENT });
    const push = await world.runPush();
    expectEnd(push, 0);
    expect(push.log).toContain('judged by an earlier run with another version of brevity');
    expect(push.log).toContain('stored as the baseline of commit');
    world.openPull(8, { 'prompts/support.md': PETS });
    expect((await world.runPull(8)).outputs).toMatchObject({ decision: 'pass', score: '1.00' });
  });

  it('that cannot be loaded fails the run by name', async () => {
    await using world = await createWorld({ files: { ...FILES, 'evals/brevity.ts': 'enum A { B }\n' } });
    world.openPull(7, { 'prompts/support.md': PETS });
    const run = await world.runPull(7);
    expectEnd(run, 2);
    expect(run.log).toContain('scorers: evals/brevity.ts cannot be loaded (evals/brevity.ts:1)');
  });

  it('gets none of the keys of the run', async () => {
    const peek = `
const kept = Object.keys(process.env).filter((name) => /^INPUT_|^ACTIONS_|^GITHUB_(TOKEN|ENV|OUTPUT|STATE|PATH)|KEY|^STATE_/.test(name));
export default { id: 'peek', run: () => ({ score: kept.length === 0 ? 1 : 0, reason: kept.join(' ') }) };
`;
    await using world = await createWorld({ files: { ...FILES, 'evals/brevity.ts': peek } });
    world.openPull(7, { 'prompts/support.md': PETS });
    const run = await world.runPull(7, {
      env: { OPENAI_API_KEY: 'sk-another-0123456789', GITHUB_TOKEN: 'ghs_x' },
    });
    expect(run.outputs, run.log).toMatchObject({ decision: 'pass', score: '1.00' });
  });
});
