import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openGit } from '../../src/git/open-git.js';
import { createGitProject } from '../support/git-project.js';

const log = { info() {}, warning() {}, error() {}, group: () => () => {} };

it('the default branch is what origin says, else main or master, and no server is asked', async () => {
  await using project = await createGitProject({ a: '1' });
  const env = { PATH: process.env['PATH'], HOME: project.folder };
  const folder = join(project.folder, 'work');
  const git = await openGit({ folder, env, token: null, serverUrl: 'https://github.com', log });
  const first = await project.git('rev-parse', 'HEAD');
  expect(await git?.defaultBranch()).toEqual({ name: 'origin/main', commit: first });

  await project.git('checkout', '-q', '-b', 'trunk');
  const trunk = await project.commit('trunk', { a: '2' });
  await project.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk');
  expect(await git?.defaultBranch()).toEqual({ name: 'origin/trunk', commit: trunk });

  // From here on there is no server to ask.
  await project.git('remote', 'set-url', 'origin', join(project.folder, 'gone'));
  await project.git('symbolic-ref', '--delete', 'refs/remotes/origin/HEAD');
  await project.git('update-ref', '-d', 'refs/remotes/origin/main');
  expect(await git?.defaultBranch()).toEqual({ name: 'main', commit: first });
  await project.git('branch', '-m', 'main', 'master');
  expect(await git?.defaultBranch()).toEqual({ name: 'master', commit: first });
  await project.git('branch', '-D', 'master');
  expect(await git?.defaultBranch()).toBeNull();
});
