import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openGit } from '../../src/git/open-git.js';
import { SILENT_LOG } from '../../src/ports/log.js';
import { GIT_ENV, openTestGit, TestFolders } from '../support/git-repository.js';

const folders = new TestFolders();
const repository = folders.repository();
const LONG = `${'0123456789abcdef'.repeat(40_000)}\n`;
let commit = '';
beforeAll(() => {
  commit = repository.commit({ 'a.md': 'a', 'empty.md': '', 'long.md': LONG, 'lines.md': 'b\n\nmissing\n' });
});
afterAll(() => folders.remove());

const open = (env = GIT_ENV) => openTestGit(repository, { env });

/** A `git` that notes what it is started for. */
function notingGit(): { readonly env: typeof GIT_ENV; starts(): readonly string[] } {
  const bin = folders.folder('bin');
  const notes = join(bin, 'starts');
  const program = `#!/bin/sh\necho "$*" >> '${notes}'\nPATH='${GIT_ENV['PATH']}' exec git "$@"\n`;
  writeFileSync(join(bin, 'git'), program, { mode: 0o755 });
  return {
    env: { ...GIT_ENV, PATH: `${bin}:${GIT_ENV['PATH']}` },
    starts: () => (existsSync(notes) ? readFileSync(notes, 'utf8').trimEnd().split('\n') : []),
  };
}

it('reads commits and files of any length, asked for at once, by one process', async () => {
  const { env, starts } = notingGit();
  const git = await open(env);
  const tree = git.commitTree(await git.head());
  const read = ['a.md', 'empty.md', 'long.md', 'lines.md', 'no.md', 'a.md'].map((path) => tree.read(path));
  expect(await Promise.all(read)).toEqual(['a', '', LONG, 'b\n\nmissing\n', null, 'a']);
  expect(await git.parents(commit)).toEqual([]);
  expect(starts()).toEqual(['cat-file --batch', expect.stringContaining('ls-tree')]);
});

it('lists the working tree by one process', async () => {
  const { env, starts } = notingGit();
  expect(await (await open(env)).workingTree().list()).toHaveLength(4);
  expect(starts()).toEqual([expect.stringContaining('ls-files')]);
});

it('says what is damaged or missing, and reads on', async () => {
  const head = repository.commit({ 'damaged.md': 'damaged', 'missing.md': 'missing' });
  const objectFile = (path: string) => {
    const id = repository.git('rev-parse', `${head}:${path}`);
    return join(repository.path, '.git/objects', id.slice(0, 2), id.slice(2));
  };
  rmSync(objectFile('missing.md'));
  rmSync(objectFile('damaged.md'));
  writeFileSync(objectFile('damaged.md'), deflateSync('blob 7\0damaged').subarray(0, -6));
  const tree = (await open()).commitTree(head);
  await expect(tree.read('damaged.md')).rejects.toThrow(
    /git cat-file ended \(exit code 128\): .*unable to stream/,
  );
  expect(await tree.read('a.md')).toBe('a');
  await expect(tree.read('missing.md')).rejects.toThrow(
    /"missing\.md" of commit [0-9a-f]{7} cannot be read: this clone has no sound object [0-9a-f]{40}/,
  );
  expect(await tree.read('a.md')).toBe('a');
});

it('says where there is no commit yet', async () => {
  const empty = folders.repository();
  const serverUrl = 'https://github.com';
  const git = await openGit({ folder: empty.path, env: GIT_ENV, token: null, serverUrl, log: SILENT_LOG });
  await expect(git?.head()).rejects.toThrow(`the repository ${empty.path} has no commit HEAD`);
});
