import { mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openRunner } from '../../src/action/job.js';
import { SILENT_LOG } from '../../src/model/effects.js';
import { createDeadline } from '../../src/session/deadline.js';

const ENV = {
  GITHUB_WORKSPACE: tmpdir(),
  GITHUB_REPOSITORY: 'acme/agents',
  GITHUB_EVENT_NAME: 'push',
  GITHUB_EVENT_PATH: `${import.meta.dirname}/../../package.json`,
};

test.each([
  ['no workspace', { GITHUB_WORKSPACE: '' }, /^GITHUB_WORKSPACE is not set/],
  ['no repository', { GITHUB_REPOSITORY: 'agents' }, /agents.*owner\/name/],
  ['an event that is not evaluated', { GITHUB_EVENT_NAME: 'issue_comment' }, /`issue_comment`/],
])('a runner that gives %s is refused by name', async (_, env, problem) => {
  using deadline = createDeadline();
  const opened = openRunner({ githubToken: 'token' }, { ...ENV, ...env }, { log: SILENT_LOG, deadline });
  await expect(opened).rejects.toMatchObject({ name: 'UserError', message: expect.stringMatching(problem) });
});

test('an empty workspace is told as what it is, and an event that is refused before it', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'workspace-'));
  using deadline = createDeadline();
  const open = (event: string) =>
    openRunner(
      { githubToken: 'token' },
      { ...ENV, GITHUB_WORKSPACE: empty, GITHUB_EVENT_NAME: event },
      { log: SILENT_LOG, deadline },
    );
  await expect(open('push')).rejects.toThrow(
    /^The workspace is empty: put actions\/checkout before this step/,
  );
  await expect(open('issue_comment')).rejects.toThrow(/`issue_comment`/);
  await rmdir(empty);
});
