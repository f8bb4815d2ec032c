import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commentOf, expectEnd, expectNotGreen, statusOf } from './said.js';
import { BASE_FILES, CONFIG, createWorld, HARMLESS, PETS, type World } from './world.js';

/** The path of a link to a workspace, such as systemd's `DynamicUser` makes for its state folder. */
function linkTo(workspace: string): string {
  symlinkSync(workspace, `${workspace}-link`);
  return `${workspace}-link`;
}

/** The base's files in a folder of a repository. */
function below(folder: string): Readonly<Record<string, string | null>> {
  return Object.fromEntries(
    Object.entries(BASE_FILES).flatMap(([path, text]) => [
      [path, null],
      [`${folder}/${path}`, text],
    ]),
  );
}

describe('a workspace behind a symbolic link', () => {
  const FORK = 'stranger/agents';
  const branch = (world: World, name: string, more: object = {}) => ({
    name,
    sha: world.project.tip('main'),
    ref: 'refs/heads/main',
    payload: { repository: { full_name: 'acme/agents', default_branch: 'main' }, ...more },
  });
  const onMain = async (world: World, name: string, more: object = {}) => ({
    workspace: linkTo(await world.project.checkout(world.project.tip('main'), { depth: 2 })),
    event: branch(world, name, more),
  });

  it.each(['', 'apps/support'])('is like any other for a pull request, in the folder %j', async (folder) => {
    await using world = await createWorld(folder === '' ? {} : { files: below(folder) });
    const head = world.openPull(7, { [join(folder, 'prompts/support.md')]: PETS });
    const { workspace, event } = await world.checkoutPull(7);
    const inputs = { 'working-directory': folder === '' ? '.' : folder };
    expectEnd(await world.run({ workspace: linkTo(workspace), event, inputs }), 1, { decision: 'fail' });
    expect(statusOf(world, head, join(folder, 'support'))).toMatchObject({ state: 'failure' });
  });

  it('also where the folder is named with all its path', async () => {
    await using world = await createWorld({ files: below('apps/support') });
    world.openPull(7, { 'apps/support/prompts/support.md': PETS });
    const { workspace, event } = await world.checkoutPull(7);
    const link = linkTo(workspace);
    for (const path of [link, workspace]) {
      const inputs = { 'working-directory': `${path}/apps/support` };
      expectEnd(await world.run({ workspace: link, event, inputs }), 1, { decision: 'fail' });
    }
  });

  it('is like any other for a push and a run by hand, of the repository and of a fork', async () => {
    await using world = await createWorld();
    expectEnd(await world.run(await onMain(world, 'push')), 0);
    const own = world.openPull(7, { 'prompts/support.md': PETS });
    const sender = { sender: { login: 'ann' } };
    const byHand = await onMain(world, 'workflow_dispatch', sender);
    expectEnd(await world.run({ ...byHand, inputs: { 'pull-request': '7' } }), 1, { decision: 'fail' });
    expect(statusOf(world, own)).toMatchObject({ state: 'failure' });

    const sha = world.openPull(8, { 'prompts/support.md': PETS }, FORK);
    const inputs = { 'pull-request': '8', sha, 'max-calls': '500' };
    const ofFork = await onMain(world, 'workflow_dispatch', sender);
    expectEnd(await world.run({ ...ofFork, inputs }), 1, { decision: 'fail' });
    expect(statusOf(world, sha)).toMatchObject({ state: 'failure' });
  });

  it('is like any other for the companion', async () => {
    await using world = await createWorld();
    const sha = world.openPull(7, { 'README.md': 'Better.\n' }, FORK);
    const ended = { event: 'pull_request', head_sha: sha, head_repository: { full_name: FORK } };
    const companion = await onMain(world, 'workflow_run', { workflow_run: { ...ended, pull_requests: [] } });
    expectEnd(await world.run({ ...companion, inputs: { 'openai-api-key': '' } }), 0);
    expect(statusOf(world, sha)).toMatchObject({ state: 'success' });
  });
});

describe('a working directory that is a symbolic link', () => {
  it.each([
    ['itself', { 'apps/current': { link: 'support' } }, 'apps/current', 'apps/support'],
    ['above it', { current: { link: 'apps' } }, 'current/support', 'apps/support'],
  ])('is refused, with the folder to name: %s', async (_, link, named, meant) => {
    await using world = await createWorld({ files: { ...below('apps/support'), ...link } });
    world.openPull(7, { 'apps/support/prompts/support.md': PETS });
    const run = await world.runPull(7, { inputs: { 'working-directory': named } });
    expectEnd(run, 2);
    expectNotGreen(world, run);
    expect(run.log).toMatch(
      new RegExp(`^::error::working-directory: "${named}" .*symbolic link.*"${meant}"`, 'm'),
    );
    const inputs = { 'working-directory': meant };
    expectEnd(await world.runPull(7, { inputs }), 1, { decision: 'fail' });
  });

  it('is refused outside the repository too', async () => {
    await using world = await createWorld();
    world.openPull(7, { 'prompts/support.md': HARMLESS });
    const elsewhere = join(world.project.folder, 'elsewhere');
    mkdirSync(elsewhere);
    const run = await world.runPull(7, {
      inputs: { 'working-directory': 'app' },
      prepare: (workspace) => symlinkSync(elsewhere, join(workspace, 'app')),
    });
    expectEnd(run, 2);
    expect(run.log).toMatch(/^::error::working-directory: "app" .*symbolic link/m);
  });
});

describe('a checkout in a folder of the workspace', () => {
  it('has its annotations at the paths of the repository', async () => {
    await using world = await createWorld({ files: below('apps/support') });
    world.openPull(7, {
      'apps/support/prompt-regression.yml': CONFIG.replace('gate: { threshold: 0.6 }', 'gates: {}'),
    });
    world.openPull(8, { 'apps/support/prompts/support.md': PETS });
    const run = async (number: number) => {
      const { workspace, event } = await world.checkoutPull(number);
      const outer = `${workspace}-outer`;
      mkdirSync(outer);
      renameSync(workspace, join(outer, 'shop'));
      const inputs = { 'working-directory': 'shop/apps/support' };
      return world.run({ workspace: outer, event, inputs });
    };
    const wrong = await run(7);
    expectEnd(wrong, 2);
    expect(wrong.log).toMatch(/^::error file=apps\/support\/prompt-regression\.yml,line=6::/m);
    expect(commentOf(world, 7)).toContain('gates');
    const worse = await run(8);
    expectEnd(worse, 1, { decision: 'fail' });
    expect(worse.log).toMatch(
      /^::error title=support%3A.*,file=apps\/support\/prompts\/support\.md,line=2::/m,
    );
  });
});
