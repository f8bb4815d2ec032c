import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResultJson, SuiteResult } from '../../src/publish/result-schema.js';
import type { ActionResult } from '../support/run-action.js';
import { commentOf, expectEnd } from './said.js';
import { CONFIG, createWorld, PETS, type World } from './world.js';

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

/** Gives 1 where it sees nothing of the runner and no key. */
const PEEK = `
const kept = Object.keys(process.env).filter((name) => /^INPUT_|^ACTIONS_|^GITHUB_(TOKEN|ENV|OUTPUT|STATE|PATH)|KEY|^STATE_/.test(name));
export default { id: 'peek', run: () => ({ score: kept.length === 0 ? 1 : 0, reason: kept.join(' ') }) };
`;

/** The same, in Python. */
const SCORE_PY = `
import json, sys
from limits import most

for line in sys.stdin:
    case = json.loads(line)
    print(json.dumps({"id": case["id"], "score": 1 if len(case["output"]) <= most else 0}))
`;

describe("scorers of the repository's own, in a pull request, in a repository without packages", () => {
  let world: World;
  let run: ActionResult;
  let scorers: ReadonlyMap<string | null, SuiteResult['scorers'][number]>;

  beforeAll(async () => {
    const own = (path: string) => `{ path: ${path}, gate: { threshold: 0.6 } }`;
    const paths = ['brevity', 'edited', 'importing', 'peek'].map((name) => `evals/${name}.ts`);
    world = await createWorld({
      bundle: true,
      files: {
        ...FILES,
        'prompt-regression.yml': `judge: { model: builtin }\n${CONFIG}    scorers: [${[...paths.map(own), '{ command: [python3, evals/score.py], gate: { threshold: 0.6 } }'].join(', ')}]\n`,
        'evals/score.py': SCORE_PY,
        'evals/limits.py': 'most = 50\n',
        'evals/edited.ts': BREVITY,
        'evals/importing.ts': BREVITY.replace('./most.ts', './limit.ts'),
        'evals/limit.ts': 'export const most: number = 50;\n',
        'evals/peek.ts': PEEK,
      },
    });
    world.openPull(7, {
      'prompts/support.md': PETS,
      'evals/edited.ts': LENIENT,
      'evals/limit.ts': 'export const most = 1000;\n',
      'evals/limits.py': 'most = 1000\n',
    });
    run = await world.runPull(7, { env: { OPENAI_API_KEY: 'sk-another-0123456789', GITHUB_TOKEN: 'ghs_x' } });
    const result: ResultJson = JSON.parse(run.outputs['result-json'] ?? '{}');
    scorers = new Map(result.suites[0]?.scorers.map((each) => [each.scorer, each]));
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('fail the gate', () => {
    expectEnd(run, 1, { decision: 'fail', passed: 'false' });
    expect(scorers.get('brevity')).toMatchObject({ decision: 'fail', score: 0 });
    expect(commentOf(world)).toContain('brevity');
    world.github.assertNoViolations();
  });

  it.each([
    ['the scorer', 'edited', 'The scorer `evals/edited.ts` changed'],
    ['what it imports', 'importing', 'The scorer `evals/importing.ts` (`evals/limit.ts`) changed'],
    ['what a command in Python imports', 'score', 'The scorer `evals/score.py` (`evals/limits.py`) changed'],
  ])('cannot be talked round by a pull request that edits %s', (_, name, note) => {
    expect(scorers.get(name)).toMatchObject({ decision: 'fail', score: 0 });
    expect(commentOf(world)).toContain(note);
  });

  it('get none of the keys of the run', () => {
    expect(scorers.get('peek')).toMatchObject({ decision: 'pass', score: 1 });
  });
});

describe("a scorer of the repository's own, in a pull request", () => {
  it('runs when it changes, and once merged it scores the next baseline', async () => {
    await using world = await createWorld({ files: FILES });
    expect((await world.runPush()).code).toBe(0);
    world.openPull(7, { 'evals/brevity.ts': LENIENT });
    const run = await world.runPull(7);
    expect(run.outputs, run.log).toMatchObject({ decision: 'pass', delta: '0.00' });
    expect(commentOf(world)).toContain("The base's version scores until the merge");
    world.commitToMain({ 'evals/brevity.ts': LENIENT });
    const push = await world.runPush();
    expectEnd(push, 0);
    expect(push.log).toContain('the formula of `brevity` changed');
    expect(push.log).toContain('The baseline for');
    world.openPull(8, { 'prompts/support.md': PETS });
    expect((await world.runPull(8)).outputs).toMatchObject({ decision: 'pass', score: '1.00' });
  });

  it('that cannot be loaded fails the run by name', async () => {
    await using world = await createWorld({ files: { ...FILES, 'evals/brevity.ts': 'enum A { B }\n' } });
    world.openPull(7, { 'prompts/support.md': PETS });
    const run = await world.runPull(7);
    expectEnd(run, 2);
    expect(run.log).toContain('scorers: evals/brevity.ts cannot be loaded (evals/brevity.ts:1)');
    // Nothing that other packages would change.
    expect(run.log).not.toContain('the packages that are installed now');
  });
});
