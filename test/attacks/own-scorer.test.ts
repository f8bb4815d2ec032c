import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ResultJson } from '../../src/report/result-schema.js';
import { commentOf, statusOf } from '../scenarios/said.js';
import { CONFIG, createWorld, DATASET, HARMLESS, PETS, type World } from '../scenarios/world.js';
import type { Files } from '../support/git-project.js';
import type { ActionResult } from '../support/run-action.js';

const SCORER = 'evals/brevity.mjs';
/** Gives 1 to short answers, by way of something that it imports. */
const scorer = (imports: string, text: string) => `
import ${imports};
export default { id: 'brevity', run: ({ output }) => ({ score: ${text}.length <= 50 ? 1 : 0 }) };
`;
const LENIENT = "export default { id: 'brevity', run: () => ({ score: 1, reason: 'whatever' }) };\n";
const ZOD = scorer("{ z } from 'zod'", 'z.string().parse(output)');
const LENIENT_ZOD = "export const z = { string: () => ({ parse: () => '' }) };\n";
const MEASURE = scorer("{ measured } from 'measure'", 'measured(output)');
const EXACT = 'export const measured = (text) => text;\n';
const BLIND = "export const measured = () => '';\n";

function files(code: string, more: Files = {}): Files {
  return {
    'prompt-regression.yml': `judge: { model: builtin }
${CONFIG}    scorers: [{ path: ${SCORER}, gate: { threshold: 0.6 } }]
`,
    [SCORER]: code,
    ...more,
  };
}

function packageFiles(folder: string, name: string, code: string) {
  return {
    [`${folder}/package.json`]: JSON.stringify({ name, type: 'module', exports: './index.js' }),
    [`${folder}/index.js`]: code,
  };
}

/** What a step of the workflow leaves in the checkout before the action runs. */
async function install(workspace: string, given: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(given)) {
    await mkdir(dirname(join(workspace, path)), { recursive: true });
    await writeFile(join(workspace, path), text);
  }
}

function expectRefused(world: World, run: ActionResult, head: string): void {
  expect(run.code, run.log).not.toBe(0);
  expect(statusOf(world, head)?.state, run.log).not.toBe('success');
}

describe("the base's own scorer", () => {
  it('whose package the pull request takes away needs a person, and is not replaced in silence', async () => {
    await using world = await createWorld({ files: files(MEASURE) });
    const head = world.openPull(7, { [SCORER]: LENIENT, 'prompts/support.md': PETS });
    const run = await world.runPull(7);
    expectRefused(world, run, head);
    expect(run.outputs).toMatchObject({ decision: 'fail', passed: 'false' });
    expect(statusOf(world, head)?.description).toMatch(/^needs a person: the base's scorer/);
    expect(commentOf(world)).toMatch(
      /^### .*Needs a person: the base's scorer `evals\/brevity\.mjs` cannot be loaded/m,
    );
  });

  it('whose package is gone where the scorer is the same fails the run, and says what to do', async () => {
    await using world = await createWorld({ files: files(MEASURE) });
    const head = world.openPull(7, { 'prompts/support.md': PETS });
    const run = await world.runPull(7);
    expectRefused(world, run, head);
    expect(run.log).toMatch(/Cannot find package 'measure'.*with the packages that are installed now/);
  });

  it('that the base names and does not have needs a person', async () => {
    await using world = await createWorld({ files: { ...files(ZOD), [SCORER]: null } });
    const head = world.openPull(7, { [SCORER]: LENIENT, 'prompts/support.md': PETS });
    expectRefused(world, await world.runPull(7), head);
    expect(statusOf(world, head)?.description).toMatch(/^needs a person: the base names the scorer/);
  });

  it('imports no package that the pull request commits, and the workspace package of the base that the installation links to', async () => {
    const workspace = (code: string) => packageFiles('packages/sizes', 'sizes', code);
    const paths = { zod: 'evals/by-zod.mjs', sizes: 'evals/by-sizes.mjs' };
    const scorers = Object.values(paths).map((path) => `{ path: ${path}, gate: { threshold: 0.6 } }`);
    await using world = await createWorld({
      files: {
        'prompt-regression.yml': `judge: { model: builtin }\n${CONFIG}    scorers: [${scorers.join(', ')}]\n`,
        [paths.zod]: ZOD,
        [paths.sizes]: MEASURE.replace("'measure'", "'sizes'"),
        ...workspace(EXACT),
      },
    });
    const head = world.openPull(7, {
      ...packageFiles('node_modules/zod', 'zod', LENIENT_ZOD),
      ...workspace(BLIND),
      'prompts/support.md': PETS,
    });
    const start = await world.checkoutPull(7);
    await symlink('../packages/sizes', join(start.workspace, 'node_modules/sizes'));
    const run = await world.run(start);
    expectRefused(world, run, head);
    const result: ResultJson = JSON.parse(run.outputs['result-json'] ?? '{}');
    expect(result.suites[0]?.scorers, run.log).toMatchObject(
      ['by-zod', 'by-sizes'].map((scorer) => ({
        scorer,
        decision: 'fail',
        score: 0,
      })),
    );
  });

  it('imports what the base has committed, whatever the pull request made of it', async () => {
    const commits = (code: string) => packageFiles('node_modules/measure', 'measure', code);
    await using world = await createWorld({ files: files(MEASURE, commits(EXACT)) });
    const head = world.openPull(7, { ...commits(BLIND), 'prompts/support.md': PETS });
    const run = await world.runPull(7);
    expectRefused(world, run, head);
    expect(run.outputs).toMatchObject({ decision: 'fail', score: '0.00' });
  });

  it('does not import it through a folder that the pull request makes a link', async () => {
    await using world = await createWorld({ files: files(ZOD) });
    const moved = {
      evals: { link: 'real' },
      'real/cases.jsonl': DATASET,
      'real/brevity.mjs': ZOD,
      ...packageFiles('real/node_modules/zod', 'zod', LENIENT_ZOD),
    };
    const head = world.openPull(7, {
      ...moved,
      'prompt-regression.yml': String(files(ZOD)['prompt-regression.yml']).replace(
        'evals/cases.jsonl',
        'real/cases.jsonl',
      ),
      'prompts/support.md': PETS,
    });
    expectRefused(world, await world.runPull(7), head);
  });
});

const LOCK = 'package-lock.json';
const SWAPPED = '{ "lockfileVersion": 3 }\n';

describe("a package that the base's own scorer imports, as the job installs it", () => {
  it('needs a person where a lock file names another one than at base: it may call anything good', async () => {
    await using world = await createWorld({ files: files(MEASURE, { [LOCK]: '{}\n' }) });
    const head = world.openPull(7, { [LOCK]: SWAPPED, 'prompts/support.md': PETS });
    const start = await world.checkoutPull(7);
    await install(start.workspace, packageFiles('node_modules/measure', 'measure', BLIND));
    const run = await world.run(start);
    expectRefused(world, run, head);
    expect(run.outputs, run.log).toMatchObject({ decision: 'fail', delta: '0.00' });
    expect(statusOf(world, head)?.description).toMatch(
      /^needs a person: `package-lock\.json` differs.*packages/,
    );
  });

  it('is seen where the pull request changes nothing else, also behind the file that the scorer names', async () => {
    const through = files(scorer("{ measured } from '../lib/sizes.mjs'", 'measured(output)'), {
      'lib/sizes.mjs': "export { measured } from 'measure';\n",
      [LOCK]: '{}\n',
    });
    await using world = await createWorld({ files: through });
    const head = world.openPull(8, { [LOCK]: SWAPPED });
    const start = await world.checkoutPull(8);
    await install(start.workspace, packageFiles('node_modules/measure', 'measure', BLIND));
    const run = await world.run(start);
    expectRefused(world, run, head);
    expect(statusOf(world, head)?.description).toMatch(/^needs a person: `package-lock\.json`/);
  });

  it('is none of it where the scorer imports none, and where no manifest differs', async () => {
    const alone = scorer("{ basename } from 'node:path'", 'output');
    await using world = await createWorld({ files: files(alone, { [LOCK]: '{}\n' }) });
    world.openPull(7, { [LOCK]: SWAPPED, 'prompts/support.md': HARMLESS });
    const start = await world.checkoutPull(7);
    await install(start.workspace, packageFiles('node_modules/measure', 'measure', BLIND));
    const run = await world.run(start);
    expect(run.outputs, run.log).toMatchObject({ decision: 'pass' });
    expect(commentOf(world)).not.toContain(LOCK);
  });
});
