import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { hashWatchedFiles, listChangedWatched } from '../../src/files/watched-files.js';
import { findRepository } from '../../src/git/find-repository.js';
import type { RunGit } from '../../src/git/run-git.js';
import { UserError } from '../../src/model/errors.js';
import { GIT_ENV, openTestGit, TestFolders, type TestRepository } from '../support/git-repository.js';

const folders = new TestFolders();
const temp = folders.folder('temp');
afterAll(() => folders.remove());

const open = (repository: TestRepository | string, env = GIT_ENV) => openTestGit(repository, { env, temp });

describe('openGit', () => {
  it('refuses a folder outside a repository, or outside those below the ceiling', async () => {
    await expect(open(folders.folder())).rejects.toThrow(
      /not a git repository.*Put git on PATH before actions\/checkout/,
    );
    const repository = folders.repository();
    repository.commit({ 'a/b/file.txt': 'x' });
    const folder = join(repository.path, 'a/b');
    const ceiling = join(repository.path, 'a');
    await expect(openTestGit(folder, { ceiling })).rejects.toThrow(/not a git repository/);
    expect((await openTestGit(folder, { ceiling: dirname(repository.path) })).top).toBe(repository.path);
  });

  it('has no commit before the first, and no superproject', async () => {
    const git = await open(folders.repository());
    expect(await git.head()).toBeNull();
    expect(git.superproject).toBeNull();
  });

  it.each([
    ['a branch with anything but a commit', 'refs/heads/main', 'garbage\n'],
    ['a branch whose commit is missing', 'refs/heads/main', `${'d'.repeat(40)}\n`],
    ['a detached commit that is missing', 'HEAD', `${'d'.repeat(40)}\n`],
  ])('tells a damaged HEAD from one without a commit: %s', async (_, file, text) => {
    const repository = folders.repository();
    repository.commit({ a: '1' });
    writeFileSync(join(repository.path, '.git', file), text);
    await expect((await open(repository)).head()).rejects.toThrow(/no commit that git can read/);
  });

  it.each([
    ['git version 2.30.9', true],
    ['git version 1.99.0', true],
    ['git version 2.31.0', false],
    ['git version 2.39.3 (Apple Git-146)', false],
    ['git version 2.45.1.windows.1', false],
    ['git version 3.0.0', false],
    ['git version unknown', false],
  ])('checks the version: %s', async (said, isOld) => {
    const run: RunGit = async ([command]) => ({
      code: 0,
      stdout: Buffer.from(command === 'version' ? `${said}\n` : '/top\n/top/.git\n'),
      stderr: '',
    });
    const found = findRepository(run, { folder: '/top' });
    if (isOld) await expect(found).rejects.toThrow(/is too old: git 2\.31 or later is needed/);
    else expect(await found).toEqual({ top: '/top', common: '/top/.git', superproject: null });
  });

  it('finds the top from a folder below it, and from a linked worktree', async () => {
    const repository = folders.repository();
    repository.commit({ 'a/b/file.txt': 'x' });
    expect((await open(join(repository.path, 'a/b'))).top).toBe(repository.path);
    const linked = join(folders.folder('linked'), 'w');
    repository.git('worktree', 'add', '--quiet', '--detach', linked);
    expect((await open(linked)).top).toBe(linked);
  });

  it('says how to fix a machine without git', async () => {
    const repository = folders.repository();
    const opened = open(repository, { ...GIT_ENV, PATH: folders.folder('empty') });
    await expect(opened).rejects.toThrow(/`git` could not be started.*Install git/);
  });

  it('ignores the variables of a git hook that starts it', async () => {
    const repository = folders.repository();
    const head = repository.commit({ 'a.txt': 'x' });
    const other = folders.repository();
    other.commit({ 'b.txt': 'y' });
    const git = await open(repository, {
      ...GIT_ENV,
      GIT_DIR: join(other.path, '.git'),
      GIT_INDEX_FILE: '/dev/null',
    });
    expect(await git.head()).toBe(head);
    expect((await git.workingTree().list()).map((entry) => entry.path)).toEqual(['a.txt']);
  });
});

describe('history', () => {
  const origin = folders.bare();
  const work = folders.clone(origin);
  const first = work.commit({ 'prompt.md': 'one' });
  work.git('push', '--quiet', 'origin', 'HEAD:refs/heads/main');
  work.git('checkout', '--quiet', '-b', 'topic');
  const topic = work.commit({ 'prompt.md': 'topic' });
  work.git('checkout', '--quiet', '-B', 'main', first);
  const main = work.commit({ 'other.md': 'main goes on' });
  const merge = work.merge('topic');
  work.git('tag', '-a', 'v1', '-m', 'annotated', main);
  work.git(
    'push',
    '--quiet',
    'origin',
    'topic',
    'v1',
    `${main}:refs/heads/main`,
    `${merge}:refs/pull/1/merge`,
  );

  it('reads both parents of a merge in a clone of depth 1', async () => {
    const clone = folders.shallowClone(origin, merge);
    expect(() => clone.git('rev-parse', '--verify', '--quiet', 'HEAD^1')).toThrow();
    expect(await (await open(clone)).parents(merge)).toEqual([main, topic]);
    expect(await (await open(work)).parents(first)).toEqual([]);
  });

  it('fetches a missing commit into a shallow clone, alone, moving no ref', async () => {
    const clone = folders.shallowClone(origin, merge);
    const refs = clone.git('for-each-ref');
    const git = await open(clone);
    await Promise.all([git.ensureCommit(first), git.ensureCommit(main), git.ensureCommit(first)]);
    expect(await git.commitTree(first).read('prompt.md')).toBe('one');
    expect(clone.git('for-each-ref')).toBe(refs);
    expect(clone.git('rev-list', '--count', main)).toBe('1');
  });

  it('never makes a complete clone shallow', async () => {
    const clone = folders.clone(origin);
    const later = new Map<string, string>();
    work.git('checkout', '--quiet', '--detach', topic);
    later.set('sha', work.commit({ 'prompt.md': 'later' }));
    work.git('push', '--quiet', 'origin', `HEAD:refs/pull/2/head`);
    const git = await open(clone);
    const sha = later.get('sha') ?? '';
    await git.ensureCommit(sha);
    expect(clone.git('rev-parse', '--is-shallow-repository')).toBe('false');
    expect(await git.isAncestor(first, sha)).toBe(true);
  });

  it('says which commit is missing, why, and what to do', async () => {
    const sha = 'd'.repeat(40);
    const missing = (await open(folders.clone(origin))).ensureCommit(sha);
    await expect(missing).rejects.toThrow(UserError);
    await expect(missing).rejects.toThrow(new RegExp(`${sha}.*origin.*not our ref.*fetch-depth: 0`));
    const alone = folders.repository();
    alone.commit({ a: '1' });
    await expect((await open(alone)).ensureCommit(sha)).rejects.toThrow(
      /'origin' does not appear to be a git repository.*`git fetch <remote> <commit>`/,
    );
    await expect((await open(alone)).ensureCommit('--upload-pack=touch x')).rejects.toThrow(
      /not the full id/,
    );
  });

  it('resolves what a person calls a commit, also what only the server has', async () => {
    const clone = folders.shallowClone(origin, merge);
    const git = await open(clone);
    expect(await git.resolve('HEAD')).toBe(merge);
    expect(await git.resolve('main')).toBe(main);
    expect(await git.resolve('origin/topic')).toBe(topic);
    expect(await git.resolve('v1')).toBe(main);
    expect(await git.resolve('refs/heads/main')).toBe(main);
    expect(await git.resolve(first)).toBe(first);
    expect(await git.resolve(merge.slice(0, 10))).toBe(merge);
    const strange = ['main\0', 'HEAD\0', 'HEAD\n', 'v'.repeat(200_000), `main~${'0'.repeat(200_000)}`];
    for (const none of ['no-such-branch', 'HEAD^1', '--all', '', 'ma*', ...strange]) {
      expect(await git.resolve(none), none.slice(0, 20)).toBeNull();
    }
    await expect(git.resolve('d'.repeat(40))).rejects.toThrow(/could not be fetched.*not our ref/);
    await expect(git.resolve('@{upstream}')).rejects.toThrow(
      /git cannot read the ref "@\{upstream\}": fatal: /,
    );
  });

  it('does not take a server that cannot be reached for one without the ref', async () => {
    const clone = folders.shallowClone(origin, merge);
    clone.git('config', 'remote.origin.url', join(folders.root, 'no-such-repository.git'));
    await expect((await open(clone)).resolve('v1')).rejects.toThrow(
      /`origin` could not be read for "v1": fatal: .*no-such-repository/,
    );
    clone.git('remote', 'remove', 'origin');
    expect(await (await open(clone)).resolve('v1')).toBeNull();
  });

  it('does not take a failure to compare commits for commits without a merge base', async () => {
    const git = await open(work);
    await expect(git.mergeBase(first, 'd'.repeat(40))).rejects.toThrow(/`git merge-base` failed/);
  });

  it('knows ancestry if the clone shows it, and says so if the clone is too shallow', async () => {
    const complete = await open(work);
    expect(await complete.mergeBase(topic, main)).toBe(first);
    expect(await complete.isAncestor(first, merge)).toBe(true);
    expect(await complete.isAncestor(first, first)).toBe(true);
    expect(await complete.isAncestor(topic, main)).toBe(false);
    expect(await complete.isAncestor('d'.repeat(40), main)).toBeNull();
    const clone = await open(folders.shallowClone(origin, merge));
    await Promise.all([clone.ensureCommit(main), clone.ensureCommit(topic)]);
    expect(await clone.mergeBase(topic, main)).toBeNull();
    expect(await clone.isAncestor(topic, main)).toBeNull();
    expect(await clone.isAncestor(first, main)).toBeNull();
  });
});

describe('trees', () => {
  const FILES = {
    'prompts/a.md': 'Antworte höflich.\n',
    'src/agent.mjs': 'export {};\n',
    '.github/workflows/x.yml': 'on: push\n',
    'odd "name"\nwith newline.md': 'odd',
    'ünïcode.md': 'u',
  };

  it('lists a clean checkout exactly as its commit, so the fingerprints are equal', async () => {
    const repository = folders.repository();
    symlinkSync('prompts/a.md', join(repository.path, 'link.md'));
    repository.write({ 'run.sh': 'echo' });
    chmodSync(join(repository.path, 'run.sh'), 0o755);
    repository.git('add', '--all');
    const commit = repository.commit({ ...FILES, '.gitignore': 'node_modules\n' });
    repository.write({ 'node_modules/x/index.js': 'ignored' });
    const git = await open(repository);
    const [tree, folder] = await Promise.all([git.commitTree(commit).list(), git.workingTree().list()]);
    expect(folder).toEqual([...tree].sort((a, b) => (a.path < b.path ? -1 : 1)));
    expect(tree.map((entry) => entry.path)).toContain('link.md');
    expect(hashWatchedFiles(folder, ['**'])).toBe(hashWatchedFiles(tree, ['**']));

    // The same blobs: a link's is its path as text, and an executable's is its content.
    const link = join(repository.path, 'link.md');
    unlinkSync(link);
    writeFileSync(link, 'prompts/a.md');
    chmodSync(join(repository.path, 'run.sh'), 0o644);
    const changed = listChangedWatched(tree, await git.workingTree().list(), ['**']);
    expect(changed).toEqual(['link.md', 'run.sh']);
    repository.git('commit', '--quiet', '--all', '--message', 'plain');
    const plain = await git.commitTree(repository.git('rev-parse', 'HEAD')).list();
    expect(listChangedWatched(tree, plain, ['**'])).toEqual(changed);
    expect(plain.map(({ blob }) => blob)).toContain(repository.git('hash-object', 'run.sh'));
  });

  it('lists edited, staged, deleted, untracked and conflicting files as they are on disk', async () => {
    const repository = folders.repository();
    repository.commit({ ...FILES, 'gone.md': 'g', 'touched.md': 't' });
    const git = await open(repository);
    repository.write({
      'prompts/a.md': 'edited',
      'new "odd".md': 'untracked',
      'touched.md': 't',
      'staged.md': 's',
    });
    repository.git('add', 'staged.md');
    unlinkSync(join(repository.path, 'gone.md'));
    symlinkSync('../elsewhere', join(repository.path, 'prompts/link'));
    mkdirSync(join(repository.path, 'nested'));
    repository.git('init', '--quiet', 'nested');
    const dirty = await git.workingTree().list();
    const blobs = new Map(dirty.map((entry) => [entry.path, entry.blob]));
    const blob = (text: string) => {
      writeFileSync(join(folders.root, 'blob.tmp'), text);
      return repository.git('hash-object', join(folders.root, 'blob.tmp'));
    };
    expect(blobs.get('prompts/a.md')).toBe(blob('edited'));
    expect(blobs.get('new "odd".md')).toBe(blob('untracked'));
    expect(blobs.get('staged.md')).toBe(blob('s'));
    expect(blobs.get('touched.md')).toBe(blob('t'));
    expect(blobs.get('prompts/link')).toBe(`120000 ${blob('../elsewhere')}`);
    expect(blobs.has('gone.md')).toBe(false);
    expect([...blobs.keys()].some((path) => path.startsWith('nested'))).toBe(false);
    // Committing exactly that gives a commit with the same list.
    unlinkSync(join(repository.path, 'nested/.git/HEAD'));
    repository.git('add', '--all', '--', '.', ':!nested');
    repository.git('commit', '--quiet', '--message', 'as it lies');
    const committed = await git.commitTree(repository.git('rev-parse', 'HEAD')).list();
    expect(hashWatchedFiles(dirty, ['**'])).toBe(hashWatchedFiles(committed, ['**']));
  });

  it('lists the files of a commit that were rewritten or removed since, by their content alone', async () => {
    const repository = folders.repository();
    const same = { 'mode.sh': 'echo', 'ends.md': 'a\nb\n', 'touched.md': 't', 'readded.md': 'r' };
    const other = {
      'edited.md': 'e',
      'staged.md': 's',
      'gone.md': 'g',
      'dir/linked.md': 'l',
      'a "b"\n.md': 'x',
    };
    symlinkSync('edited.md', join(repository.path, 'link'));
    symlinkSync('edited.md', join(repository.path, 'moved-link'));
    repository.git('add', '--all');
    const commit = repository.commit({ ...same, ...other });
    const git = await open(repository);
    expect(await git.listRewritten(commit)).toEqual([]);

    chmodSync(join(repository.path, 'mode.sh'), 0o755);
    repository.git('add', 'mode.sh');
    repository.git('rm', '--quiet', '--cached', 'readded.md');
    repository.write({ 'ends.md': 'a\r\nb\r\n', 'touched.md': 't', 'edited.md': 'E', 'staged.md': 'S' });
    repository.write({ 'a "b"\n.md': 'y', 'untracked.md': 'u' });
    repository.git('add', 'staged.md');
    for (const path of ['gone.md', 'dir/linked.md', 'moved-link']) unlinkSync(join(repository.path, path));
    symlinkSync('../edited.md', join(repository.path, 'dir/linked.md'));
    symlinkSync('staged.md', join(repository.path, 'moved-link'));
    const rewritten = [...Object.keys(other), 'moved-link'].sort();
    expect(await git.listRewritten(commit)).toEqual(rewritten);
  });

  it('takes nothing for rewritten that git writes differently by itself, or leaves out', async () => {
    const repository = folders.repository();
    const attributes = '*.md text eol=crlf ident\n*.txt working-tree-encoding=UTF-16LE\n';
    repository.commit({ '.gitattributes': attributes });
    repository.git('config', 'core.autocrlf', 'true');
    repository.write({ 'a.md': 'one $Id$\ntwo\n', 'evals/c.md': 'c', 'keep.md': 'k' });
    writeFileSync(join(repository.path, 'b.txt'), Buffer.from('ü\n', 'utf16le'));
    repository.git('add', '--all');
    repository.git('commit', '--quiet', '--message', 'files');
    for (const path of ['a.md', 'evals/c.md']) unlinkSync(join(repository.path, path));
    repository.git('reset', '--quiet', '--hard');
    expect(readFileSync(join(repository.path, 'a.md'), 'utf8')).toMatch(/\$Id: \w+ \$\r\n/);
    const git = await open(repository);
    const commit = repository.head();
    expect(await git.listRewritten(commit)).toEqual([]);
    const [tree, folder] = await Promise.all([git.commitTree(commit).list(), git.workingTree().list()]);
    expect(hashWatchedFiles(folder, ['**'])).toBe(hashWatchedFiles(tree, ['**']));
    repository.git('sparse-checkout', 'set', '--no-cone', '/keep.md', '/.gitattributes');
    expect(await git.listRewritten(commit)).toEqual([]);
  });

  it('reads files of a commit and of the folder; what is not there is null', async () => {
    const repository = folders.repository();
    const commit = repository.commit({ ...FILES, 'empty.md': '' });
    repository.write({ 'prompts/a.md': 'edited' });
    const git = await open(repository);
    const tree = git.commitTree(commit);
    expect(tree.name).toBe(`commit ${commit.slice(0, 7)}`);
    expect(await tree.read('prompts/a.md')).toBe(FILES['prompts/a.md']);
    expect(await tree.read('./prompts//a.md')).toBe(FILES['prompts/a.md']);
    expect(await tree.read('odd "name"\nwith newline.md')).toBe('odd');
    expect(await tree.read('empty.md')).toBe('');
    expect(await git.workingTree().read('prompts/a.md')).toBe('edited');
    for (const path of ['nope.md', 'prompts', '', '.', '..', '../x', '/etc/passwd', 'prompts/../../x']) {
      expect(await tree.read(path), path).toBeNull();
      expect(await git.workingTree().read(path), path).toBeNull();
    }
  });

  it('reads files of every size at once, in their order', async () => {
    const repository = folders.repository();
    const sizes = [0, 1, 65_535, 65_536, 65_537, 1_000_000, 5, 3_000_000];
    const textOf = (size: number) => String(size).padEnd(size, '\n').slice(0, size);
    const files = Object.fromEntries(sizes.map((size) => [`${size}.md`, textOf(size)]));
    const git = await open(repository);
    const tree = git.commitTree(repository.commit(files));
    const texts = await Promise.all([...sizes, 7].map((size) => tree.read(`${size}.md`)));
    expect(texts.map((text) => text?.length)).toEqual([...sizes, undefined]);
    expect(texts.slice(0, -1)).toEqual(sizes.map(textOf));
  });

  it('never follows a symbolic link, in either tree', async () => {
    const repository = folders.repository();
    const secret = join(folders.folder('outside'), 'secret.md');
    writeFileSync(secret, 'secret');
    mkdirSync(join(repository.path, 'real'));
    writeFileSync(join(repository.path, 'real/a.md'), 'a');
    symlinkSync(secret, join(repository.path, 'file-link.md'));
    symlinkSync('real', join(repository.path, 'folder-link'));
    repository.git('add', '--all');
    repository.git('commit', '--quiet', '--message', 'links');
    const git = await open(repository);
    const tree = git.commitTree(repository.head());
    for (const path of ['file-link.md', 'folder-link/a.md']) {
      expect(await tree.read(path), path).toBeNull();
      expect(await git.workingTree().read(path), path).toBeNull();
    }
    expect(await tree.read('real/a.md')).toBe('a');
    expect(await git.workingTree().read('real/a.md')).toBe('a');
  });

  it("reads a commit's own bytes, whatever attributes are checked out", async () => {
    const repository = folders.repository();
    const commit = repository.commit({ 'a.md': 'one $Id$\ntwo\n' });
    repository.git('config', 'filter.shout.smudge', 'tr a-z A-Z');
    for (const attribute of ['text eol=crlf', 'working-tree-encoding=UTF-16BE', 'ident', 'filter=shout']) {
      repository.commit({ '.gitattributes': `*.md ${attribute}\n` });
      const git = await open(repository);
      expect(await git.commitTree(commit).read('a.md'), attribute).toBe('one $Id$\ntwo\n');
      await using worktree = await git.addWorktree(commit);
      expect(readFileSync(join(worktree.path, 'a.md'), 'utf8'), attribute).toBe('one $Id$\ntwo\n');
    }
  });

  it('reads the same text from a commit and from its checkout with other line ends', async () => {
    const repository = folders.repository();
    const commit = repository.commit({ '.gitattributes': '*.md text eol=crlf\n', 'a.md': 'one\ntwo\n' });
    repository.git('rm', '--quiet', '--cached', 'a.md');
    repository.git('reset', '--quiet', '--hard');
    expect(readFileSync(join(repository.path, 'a.md'), 'utf8')).toBe('one\r\ntwo\r\n');
    const git = await open(repository);
    expect(await git.workingTree().read('a.md')).toBe('one\ntwo\n');
    expect(await git.commitTree(commit).read('a.md')).toBe('one\ntwo\n');
  });

  it.each([
    ['UTF-16', Buffer.from('one', 'utf16le'), 'not UTF-8 text: save it as UTF-8'],
    ['Latin-1', Buffer.from('Gr\u00fc\u00dfe\n', 'latin1'), 'not UTF-8 text'],
    [
      'a pointer of Git LFS from Windows',
      `version https://git-lfs.github.com/spec/v1\r\noid sha256:${'4d'.repeat(32)}\r\nsize 1\r\n`,
      'a pointer of Git LFS here, and its content is not in this checkout: set `lfs: true`',
    ],
  ])('says on both sides that a file is not text: %s', async (_, content, what) => {
    const repository = folders.repository();
    writeFileSync(join(repository.path, 'a.md'), content);
    repository.git('add', 'a.md');
    const commit = repository.commit({ 'b.md': '' });
    const git = await open(repository);
    const [head, base] = [git.workingTree(), git.commitTree(commit)];
    await expect(head.read('a.md')).rejects.toThrow(`a.md is ${what}`);
    await expect(base.read('a.md')).rejects.toThrow(`a.md of commit ${commit.slice(0, 7)} is ${what}`);
    const both = await Promise.all([head.read('a.md', 'anything'), base.read('a.md', 'anything')]);
    expect(both[0]).toBeTypeOf('string');
    expect(both[0]).toBe(both[1]);
  });

  it('reads the content of a Git LFS pointer, or says that it is missing', async () => {
    const repository = folders.repository();
    const hash = createHash('sha256').update('the content').digest('hex');
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${hash}\nsize 11\n`;
    const commit = repository.commit({ 'a.md': pointer });
    const lfs = async (says: string) => {
      const bin = folders.folder('bin');
      writeFileSync(join(bin, 'git-lfs'), `#!/bin/sh\nprintf '${says}'\n`, { mode: 0o755 });
      return open(repository, { ...GIT_ENV, PATH: `${bin}:${GIT_ENV['PATH']}` });
    };
    const git = await lfs('the content');
    expect(await git.commitTree(commit).read('a.md')).toBe('the content');
    await expect(git.workingTree().read('a.md')).rejects.toThrow('a.md is a pointer of Git LFS here');
    await expect((await lfs('another one')).commitTree(commit).read('a.md')).rejects.toThrow(
      /"a\.md" of commit .* is kept in Git LFS, .* could not be had: install git-lfs/,
    );
  });
});
