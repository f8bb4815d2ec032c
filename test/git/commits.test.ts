import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openTestGit, TestFolders } from '../support/git-repository.js';

const folders = new TestFolders();
afterAll(() => folders.remove());

it('the default branch is what origin says, else the usual or only one, and no server is asked', async () => {
  const clone = folders.clone(folders.bare());
  const first = clone.commit({ a: '1' });
  clone.git('push', '--quiet', 'origin', 'main');
  const git = await openTestGit(clone);
  expect(await git.defaultBranch()).toEqual({ name: 'origin/main', commit: first });

  clone.git('checkout', '-q', '-b', 'trunk');
  const trunk = clone.commit({ a: '2' });
  clone.git('push', '--quiet', 'origin', 'trunk');
  clone.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk');
  expect(await git.defaultBranch()).toEqual({ name: 'origin/trunk', commit: trunk });

  // From here on there is no server to ask.
  clone.git('remote', 'set-url', 'origin', join(folders.root, 'gone'));
  clone.git('symbolic-ref', '--delete', 'refs/remotes/origin/HEAD');
  clone.git('update-ref', '-d', 'refs/remotes/origin/main');
  expect(await git.defaultBranch()).toEqual({ name: 'origin/trunk', commit: trunk });
  clone.git('update-ref', 'refs/remotes/origin/other', trunk);
  expect(await git.branches()).toEqual(['other', 'trunk', 'main']);
  expect(await git.defaultBranch()).toEqual({ name: 'main', commit: first });
  clone.git('branch', '-m', 'main', 'master');
  expect(await git.defaultBranch()).toEqual({ name: 'master', commit: first });
  clone.git('branch', '-m', 'master', 'next');
  expect(await git.defaultBranch()).toBeNull();
  clone.git('config', 'init.defaultBranch', 'next');
  expect(await git.defaultBranch()).toEqual({ name: 'next', commit: first });
  clone.git('config', 'init.defaultBranch', 'main');
  clone.git('branch', '-D', 'next');
  expect(await git.defaultBranch()).toEqual({ name: 'trunk', commit: trunk });
});
