import { afterAll, describe, expect, it } from 'vitest';
import { findBaseCommit } from '../../src/checkout/base-commit.js';
import type { RunEvent } from '../../src/checkout/read-event.js';
import type { BranchCommit } from '../../src/model/baseline.js';
import { UserError } from '../../src/model/errors.js';
import type { Ancestry } from '../../src/model/github.js';
import { openTestGit, TestFolders, type TestRepository } from '../support/git-repository.js';

const folders = new TestFolders();
const temp = folders.folder('temp');
afterAll(() => folders.remove());

const open = (repository: TestRepository) => openTestGit(repository, { temp });

/** What GitHub's compare API knows: all of the history. */
function ancestryOf(origin: TestRepository): Ancestry {
  const ask = (...args: string[]) => {
    try {
      return origin.git(...args);
    } catch {
      return null;
    }
  };
  return {
    mergeBase: async (base, head) => ask('merge-base', base, head),
    isAncestor: async (ancestor, commit) => ask('merge-base', '--is-ancestor', ancestor, commit) !== null,
  };
}

/**
 * main: root ── fork ── improved;  release: root ── patched;  topic: fork ── head;  refs/pull/1/merge: improved + head.
 */
const origin = folders.bare();
const work = folders.clone(origin);
const root = work.commit({ 'prompt.md': 'one' });
work.git('checkout', '--quiet', '-b', 'release');
const patched = work.commit({ 'release.md': 'patched' });
work.git('checkout', '--quiet', '-B', 'main', root);
const fork = work.commit({ 'other.md': 'x' });
work.git('checkout', '--quiet', '-b', 'topic');
const head = work.commit({ 'prompt.md': 'topic' });
work.git('checkout', '--quiet', 'main');
const improved = work.commit({ 'improved.md': 'better' });
work.git('checkout', '--quiet', '--detach', 'main');
const merge = work.merge('topic');
work.git('checkout', '--quiet', '--detach', 'release');
const mergeToRelease = work.merge('topic');
work.git('checkout', '--quiet', 'topic');
const updated = work.merge('main');
work.git(
  'push',
  '--quiet',
  'origin',
  'main',
  'release',
  `${head}:refs/pull/1/head`,
  `${merge}:refs/pull/1/merge`,
);
const parents = [improved, head, patched].flatMap((parent) => ['-p', parent]);
const octopus = work.git('commit-tree', `${merge}^{tree}`, ...parents, '-m', 'three parents');
work.git('push', '--quiet', 'origin', `${octopus}:refs/heads/octopus`);
work.git('push', '--quiet', 'origin', `${mergeToRelease}:refs/pull/2/merge`, `${updated}:refs/heads/topic`);

const ancestry = ancestryOf(origin);
const pull = (headSha: string, baseRef = 'main'): RunEvent => ({
  kind: 'pull-request',
  action: 'synchronize',
  pullRequest: { number: 1, headSha, baseRef, restricted: null },
});
const on = (kind: 'push' | 'schedule' | 'dispatch', sha: string, branch: string): RunEvent => ({
  kind,
  sha,
  ref: `refs/heads/${branch}`,
  defaultBranch: 'main',
});

describe('findBaseCommit', () => {
  const rows: readonly [
    name: string,
    event: RunEvent,
    commit: string,
    baseCommit: string | null,
    branch: string | null,
  ][] = [
    [
      'the merge commit: its first parent, so what main gained is on both sides',
      pull(head),
      merge,
      improved,
      'main',
    ],
    ['the head itself: where it left main, not the tip of main', pull(head), head, fork, 'main'],
    ['another base branch: measured against that one', pull(head, 'release'), head, root, 'release'],
    ['a merge commit onto another base branch', pull(head, 'release'), mergeToRelease, patched, 'release'],
    ['a commit of three parents, which GitHub does not make', pull(head), octopus, improved, 'main'],
    ['a head that is itself a merge of main', pull(updated), updated, improved, 'main'],
    [
      'a merge commit of a head that is no longer the one of the event',
      pull(head),
      updated,
      improved,
      'main',
    ],
    ['a merge group', { kind: 'merge-group', baseSha: improved, headSha: merge }, merge, improved, null],
    ['a push', on('push', improved, 'main'), improved, fork, null],
    ['a push of a merge', on('push', merge, 'main'), merge, improved, null],
    [
      'a push to another branch: where it left main, not the commit before',
      on('push', updated, 'topic'),
      updated,
      improved,
      'main',
    ],
    ['the first commit of all', on('push', root, 'main'), root, null, null],
    ['a schedule', on('schedule', improved, 'main'), improved, fork, null],
    ['a dispatch on the default branch', on('dispatch', improved, 'main'), improved, fork, null],
    ['a dispatch on another branch', on('dispatch', updated, 'topic'), updated, improved, 'main'],
  ];

  const check = (baseCommit: BranchCommit | null, expected: string | null, branch: string | null) => {
    expect(baseCommit?.commit ?? null).toBe(expected);
    expect(baseCommit?.branch ?? null).toBe(branch);
  };

  it.each(rows)('in a clone of depth 1, %s', async (_name, event, commit, expected, branch) => {
    const git = await open(folders.shallowClone(origin, commit));
    check(await findBaseCommit({ event, commit, git, ancestry }), expected, branch);
  });

  it.each(rows)('in a complete clone without GitHub, %s', async (_name, event, commit, expected, branch) => {
    const git = await open(work);
    check(await findBaseCommit({ event, commit, git, ancestry: null }), expected, branch);
  });

  it('asks the clone where GitHub does not know the commit or fails', async () => {
    const git = await open(work);
    const broken: Ancestry = {
      mergeBase: async () => {
        throw new Error('503');
      },
      isAncestor: async () => false,
    };
    for (const unhelpful of [broken, { ...broken, mergeBase: async () => null }]) {
      const baseCommit = await findBaseCommit({ event: pull(head), commit: head, git, ancestry: unhelpful });
      expect(baseCommit?.commit).toBe(fork);
    }
  });

  it('needs no history in the clone where GitHub tells', async () => {
    const git = await open(folders.shallowClone(origin, head));
    const baseCommit = await findBaseCommit({ event: pull(head), commit: head, git, ancestry });
    expect(baseCommit?.commit).toBe(fork);
  });

  it('says what to do where nobody can tell, rather than to guess a base', async () => {
    const git = await open(folders.shallowClone(origin, head));
    const event = pull(head);
    const baseCommit = findBaseCommit({ event, commit: head, git, ancestry: null });
    await expect(baseCommit).rejects.toThrow(UserError);
    await expect(baseCommit).rejects.toThrow(/left `main`.*fetch-depth: 0.*github-token/);
  });
});
