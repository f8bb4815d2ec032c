import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it, test } from 'vitest';
import type { ActionRun } from '../support/run-action.js';
import { allSaid, commentOf, expectEnd, expectNotGreen, statusOf } from './said.js';
import { CONFIG, createWorld, HARMLESS, PETS, REPOSITORY, type World } from './world.js';

const PULL = 7;
const NO_GIT = /not a git repository.*Put git on PATH before actions\/checkout/;

/** The README's quick start: no threshold. */
const FILES = { 'prompt-regression.yml': CONFIG.replace('    gate: { threshold: 0.6 }\n', '') };

/** A bad prompt's checkout, changed before the run. */
async function checkoutBad(
  world: World,
  change: (workspace: string) => Promise<unknown>,
): Promise<Pick<ActionRun, 'workspace' | 'event'> & { readonly head: string }> {
  const head = world.openPull(PULL, { 'prompts/support.md': PETS });
  const { workspace, event } = await world.checkoutPull(PULL);
  await change(workspace);
  return { workspace, event, head };
}

/** actions/checkout downloads the files without a repository if there is no git. */
const removeGit = (workspace: string) => rm(join(workspace, '.git'), { recursive: true });

it('a checkout without git is an error on every event, never "no baseline yet"', async () => {
  await using world = await createWorld({ files: FILES });
  const { workspace, event, head } = await checkoutBad(world, removeGit);
  const base = world.project.tip('main');
  const repository = { full_name: REPOSITORY, default_branch: 'main' };
  const branch = { sha: base, ref: 'refs/heads/main' };
  const labeled = {
    ...(event.payload as object),
    action: 'labeled',
    label: { name: 'bug' },
    sender: { login: 'ann' },
  };
  const ended = { event: 'pull_request', head_sha: head, head_repository: { full_name: 'stranger/agents' } };
  const events: readonly ActionRun['event'][] = [
    event,
    { ...event, payload: labeled },
    { name: 'push', ...branch, payload: { repository } },
    { name: 'schedule', ...branch, payload: { repository } },
    { name: 'workflow_dispatch', ...branch, payload: { repository, sender: { login: 'ann' } } },
    {
      name: 'merge_group',
      ...branch,
      payload: { repository, merge_group: { base_sha: base, head_sha: head } },
    },
    { name: 'workflow_run', ...branch, payload: { repository, workflow_run: ended } },
  ];
  for (const given of events) {
    const run = await world.run({ workspace, event: given });
    expectEnd(run, 2);
    expectNotGreen(world, run);
    expect(run.log).toMatch(NO_GIT);
  }
  const byNumber = {
    name: 'workflow_dispatch',
    ...branch,
    payload: { repository, sender: { login: 'ann' } },
  };
  const run = await world.run({ workspace, event: byNumber, inputs: { 'pull-request': String(PULL) } });
  expectEnd(run, 2);
  expect(run.log).toMatch(NO_GIT);
  expect(world.openai.requests).toEqual([]);
});

it('says so in comment and status of the pull request, and is over with the next good checkout', async () => {
  await using world = await createWorld({ files: FILES });
  const { workspace, event, head } = await checkoutBad(world, removeGit);
  expectEnd(await world.run({ workspace, event }), 2, { passed: 'false' });
  expect(commentOf(world)).toContain('not a git repository');
  expect(statusOf(world, head)).toMatchObject({ context: 'prompt-regression/support', state: 'error' });
  expectEnd(await world.runPull(PULL), 1);
  expect(statusOf(world, head)?.state).toBe('failure');
});

test.each<[name: string, change: (workspace: string) => Promise<unknown>, words: RegExp]>([
  [
    'a checkout without git inside another repository',
    async (workspace) => {
      // Such as a runner whose home folder is a repository of settings.
      await rename(join(workspace, '.git'), join(dirname(workspace), '.git'));
    },
    NO_GIT,
  ],
  [
    'a repository with a broken config file',
    (workspace) => writeFile(join(workspace, '.git/config'), '[core\n'),
    /bad config line 1.*actions\/checkout.*safe\.directory/,
  ],
  [
    'a repository in a format that git does not know',
    (workspace) =>
      writeFile(
        join(workspace, '.git/config'),
        '[core]\nrepositoryformatversion = 1\n[extensions]\nfuture = true\n',
      ),
    /unknown repository extension/,
  ],
  [
    'a link to a repository that is gone',
    async (workspace) => {
      await removeGit(workspace);
      await writeFile(join(workspace, '.git'), 'gitdir: /srv/git/shop/.git/worktrees/shop\n');
    },
    /not a git repository: .*srv\/git\/shop/,
  ],
  [
    'a repository without its objects',
    async (workspace) => {
      await rm(join(workspace, '.git/objects'), { recursive: true });
      await mkdir(join(workspace, '.git/objects'));
    },
    /no commit that git can read/,
  ],
])('%s is not "no repository" either', async (_, change, words) => {
  await using world = await createWorld({ files: FILES });
  const { workspace, event } = await checkoutBad(world, change);
  const run = await world.run({ workspace, event });
  expectNotGreen(world, run);
  expectEnd(run, 2);
  expect(run.log).toMatch(words);
  expect(allSaid(world, run)).not.toContain('no baseline');
});

it('a git that is too old, which prints options that it does not know, is named with its version', async () => {
  await using world = await createWorld({ files: FILES });
  const { workspace, event } = await checkoutBad(world, async () => {});
  const bin = join(world.project.folder, 'bin');
  mkdirSync(bin);
  // As git 2.30 does.
  const script = `#!/bin/sh\ncase "$1" in\n  version) echo 'git version 2.30.2' ;;\n  rev-parse) shift; printf '%s\\n' "$@" ;;\nesac\n`;
  writeFileSync(join(bin, 'git'), script);
  chmodSync(join(bin, 'git'), 0o755);
  const run = await world.run({ workspace, event, env: { PATH: `${bin}:${process.env['PATH']}` } });
  expectNotGreen(world, run);
  expectEnd(run, 2);
  expect(run.log).toContain('git 2.30.2 is too old: git 2.31 or later is needed');
});

it('a machine without git says that the action needs it', async () => {
  await using world = await createWorld({ files: FILES });
  const { workspace, event, head } = await checkoutBad(world, async () => {});
  const run = await world.run({ workspace, event, env: { PATH: world.project.folder } });
  expectEnd(run, 2);
  expect(run.log).toContain('`git` could not be started');
  expect(statusOf(world, head)?.state).toBe('error');
});

test.each([
  ['a tag', 'v1.0'],
  ['a commit', 'd'.repeat(40)],
])('a server that cannot be reached does not mean that there is no ref: %s', async (_, ref) => {
  await using world = await createWorld({ files: FILES });
  const { workspace, event } = await checkoutBad(world, (folder) =>
    writeFile(join(folder, '.git/config'), '[remote "origin"]\nurl = https://127.0.0.1:1/acme/agents\n'),
  );
  const run = await world.run({ workspace, event, inputs: { baseline: ref } });
  expectNotGreen(world, run);
  expectEnd(run, 2);
  expect(run.log).toMatch(/127\.0\.0\.1/);
  expect(run.log).not.toContain('there is no ref');
});

it('a ref that the server does not have is still told as such', async () => {
  await using world = await createWorld({ files: FILES });
  const { workspace, event } = await checkoutBad(world, async () => {});
  const run = await world.run({ workspace, event, inputs: { baseline: 'v1.0' } });
  expectEnd(run, 2);
  expect(run.log).toContain('there is no ref \\"v1.0\\"'.replaceAll('\\', ''));
});

it('a working-directory in a submodule is told as such, on a pull request and on a push', async () => {
  await using world = await createWorld({
    files: {
      '.gitmodules': '[submodule "libs/agent"]\n\tpath = libs/agent\n\turl = ../agent\n',
      'libs/agent': { submodule: 'a'.repeat(40) },
    },
  });
  world.openPull(PULL, { 'prompts/support.md': HARMLESS });
  const { workspace, event } = await world.checkoutPull(PULL);
  const inner = join(workspace, 'libs/agent');
  const other = await world.project.checkout(world.project.tip('main'));
  await rm(inner, { recursive: true });
  await rename(other, inner);
  const push = {
    name: 'push',
    sha: world.project.tip('main'),
    ref: 'refs/heads/main',
    payload: { repository: { full_name: REPOSITORY, default_branch: 'main' } },
  };
  for (const given of [event, push]) {
    const run = await world.run({ workspace, event: given, inputs: { 'working-directory': 'libs/agent' } });
    expectNotGreen(world, run);
    expectEnd(run, 2);
    expect(run.log).toMatch(/libs\/agent.* is in a submodule/);
    expect(run.log).not.toContain('leave `ref` out');
  }
});
