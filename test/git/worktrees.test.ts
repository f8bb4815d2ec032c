import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { Log } from '../../src/model/effects.js';
import { GIT_ENV, openTestGit, TestFolders, type TestRepository } from '../support/git-repository.js';
import { startProcess } from '../support/start-process.js';

const folders = new TestFolders();
afterAll(() => folders.remove());
const HERE = dirname(fileURLToPath(import.meta.url));

const open = (repository: TestRepository, temp: string, options: { log?: Log; pid?: number } = {}) =>
  openTestGit(repository, { temp, ...options });

/** All that must stay as it is: state, history, index and settings of the user's checkout. */
function stateOf(repository: TestRepository) {
  const bytes = (path: string) =>
    createHash('sha256')
      .update(readFileSync(join(repository.path, '.git', path)))
      .digest('hex');
  return {
    index: bytes('index'),
    config: bytes('config'),
    head: bytes('HEAD'),
    status: repository.git('--no-optional-locks', 'status', '--porcelain', '--ignored'),
    refs: repository.git('for-each-ref'),
    stash: repository.git('stash', 'list'),
    worktrees: repository.git('worktree', 'list', '--porcelain'),
    files: repository.git('ls-files', '--cached', '--others'),
    internals: readdirSync(join(repository.path, '.git')).sort(),
  };
}

describe('addWorktree', () => {
  it('shows the commit, and leaves a dirty checkout exactly as it was', async () => {
    const repository = folders.repository();
    const base = repository.commit({ 'prompt.md': 'base', 'gone.md': 'x', '.gitignore': 'node_modules\n' });
    repository.commit({ 'prompt.md': 'head', 'gone.md': '' });
    repository.write({
      'prompt.md': 'edited',
      'staged.md': 'staged',
      'untracked.md': 'u',
      'node_modules/x/i.js': '',
    });
    repository.git('add', 'staged.md');
    const hook = join(repository.path, '.git/hooks/post-checkout');
    writeFileSync(hook, `#!/bin/sh\ntouch "${repository.path}/hook-ran"\n`, { mode: 0o755 });
    const temp = folders.folder('temp');
    const git = await open(repository, temp);
    const before = stateOf(repository);
    {
      await using worktree = await git.addWorktree(base);
      expect(dirname(worktree.path)).toBe(temp);
      expect(worktree.commit).toBe(base);
      expect(readFileSync(join(worktree.path, 'prompt.md'), 'utf8')).toBe('base');
      expect(statSync(worktree.path).mode & 0o077).toBe(0);
      writeFileSync(join(worktree.path, 'prompt.md'), 'scribbled');
      const { worktrees: _during, internals: _more, ...untouched } = before;
      expect(stateOf(repository)).toMatchObject(untouched);
    }
    expect(stateOf(repository)).toEqual(before);
    expect(readdirSync(temp)).toEqual([]);
    expect(existsSync(join(repository.path, 'hook-ran'))).toBe(false);
  });

  it("keeps the user's own worktrees, also one whose folder is away", async () => {
    const repository = folders.repository();
    const base = repository.commit({ a: '1' });
    const own = join(folders.folder('own'), 'mine');
    repository.git('worktree', 'add', '--quiet', '--detach', own);
    execFileSync('mv', [own, `${own}-away`]);
    const git = await open(repository, folders.folder('temp'));
    await (await git.addWorktree(base))[Symbol.asyncDispose]();
    execFileSync('mv', [`${own}-away`, own]);
    expect(repository.git('worktree', 'list')).toContain(own);
  });

  it('checks out a commit that a shallow clone does not have yet', async () => {
    const origin = folders.bare();
    const work = folders.clone(origin);
    const base = work.commit({ 'prompt.md': 'base' });
    const head = work.commit({ 'prompt.md': 'head' });
    work.git('push', '--quiet', 'origin', 'HEAD:refs/heads/main');
    const clone = folders.shallowClone(origin, head);
    const git = await open(clone, folders.folder('temp'));
    await using worktree = await git.addWorktree(base);
    expect(readFileSync(join(worktree.path, 'prompt.md'), 'utf8')).toBe('base');
    expect(clone.git('status', '--porcelain')).toBe('');
  });

  it("initialises no submodule, neither the commit's nor the checkout's", async () => {
    const repository = folders.repository();
    const lib = folders.repository();
    const good = lib.commit({ 'index.js': 'good' });
    const pin = (sha: string) => {
      repository.git('update-index', '--add', '--cacheinfo', `160000,${sha},lib`);
      repository.git('commit', '--quiet', '--message', `lib at ${sha}`);
      return repository.git('rev-parse', 'HEAD').trim();
    };
    repository.commit({ '.gitmodules': `[submodule "lib"]\n\tpath = lib\n\turl = ${lib.path}\n` });
    const base = pin(good);
    pin(lib.commit({ 'index.js': 'bad' }));
    // As actions/checkout leaves it with `submodules: true`: cloned, and its address known to git.
    repository.git('-c', 'protocol.file.allow=always', 'submodule', 'update', '--init', '--quiet');
    repository.git('config', 'submodule.recurse', 'true');
    await using worktree = await (await open(repository, folders.folder('temp'))).addWorktree(base);
    expect(readFileSync(join(repository.path, 'lib/index.js'), 'utf8')).toBe('bad');
    expect(readdirSync(join(worktree.path, 'lib'))).toEqual([]);
  });

  it('leaves nothing behind where it fails, and says why', async () => {
    const repository = folders.repository();
    const base = repository.commit({ '.gitattributes': '*.bin filter=broken\n', 'a.bin': 'x' });
    repository.git('config', 'filter.broken.smudge', 'false');
    repository.git('config', 'filter.broken.required', 'true');
    const temp = folders.folder('temp');
    const git = await open(repository, temp);
    await expect(git.addWorktree(base)).rejects.toThrow(/could not be checked out.*smudge/);
    expect(readdirSync(temp)).toEqual([]);
    expect(existsSync(join(repository.path, '.git/worktrees'))).toBe(false);
  });
});

describe('packages of the checkout', () => {
  /** A workspace as npm installs it: one package from the registry, one scoped, two of the repository's own. */
  function workspace(): { repository: TestRepository; base: string } {
    const repository = folders.repository();
    const files = (version: string) => ({
      '.gitignore': 'node_modules\n',
      'package.json': '{"type":"module","workspaces":["packages/*"]}',
      'package-lock.json': '{}',
      'packages/greet/package.json': '{"name":"greet","type":"module","exports":"./index.js"}',
      'packages/greet/index.js': `export const greet = '${version}';`,
      'packages/tools/package.json':
        '{"name":"@own/tools","type":"module","exports":"./index.js","bin":"./cli.js"}',
      'packages/tools/index.js': `import { plain } from 'plain'; import { nested } from 'nested'; export const tools = '${version} ' + plain + nested;`,
      'packages/tools/cli.js': `console.log('cli ${version}');`,
      'agent.js':
        "import { greet } from 'greet'; import { tools } from '@own/tools'; import { scoped } from '@reg/scoped'; console.log([greet, tools, scoped].join());",
    });
    const base = repository.commit(files('base'));
    repository.commit(files('head'));
    repository.write({
      'node_modules/plain/package.json': '{"name":"plain","type":"module","exports":"./index.js"}',
      'node_modules/plain/index.js': "export const plain = 'plain';",
      'node_modules/@reg/scoped/package.json':
        '{"name":"@reg/scoped","type":"module","exports":"./index.js"}',
      'node_modules/@reg/scoped/index.js': "export const scoped = 'scoped';",
      'packages/tools/node_modules/nested/package.json':
        '{"name":"nested","type":"module","exports":"./index.js"}',
      'packages/tools/node_modules/nested/index.js': "export const nested = 'nested';",
    });
    const modules = join(repository.path, 'node_modules');
    mkdirSync(join(modules, '@own'));
    mkdirSync(join(modules, '.bin'));
    symlinkSync('../packages/greet', join(modules, 'greet'));
    symlinkSync('../../packages/tools', join(modules, '@own/tools'));
    symlinkSync('../@own/tools/cli.js', join(modules, '.bin/tools'));
    return { repository, base };
  }

  it("lets imports resolve to the commit's own workspace packages and to what is installed", async () => {
    const { repository, base } = workspace();
    const git = await open(repository, folders.folder('temp'));
    const before = stateOf(repository);
    {
      await using worktree = await git.addWorktree(base);
      const node = (...args: string[]) =>
        execFileSync(process.execPath, args, { cwd: worktree.path, encoding: 'utf8' }).trim();
      expect(node('agent.js')).toBe('base,base plainnested,scoped');
      expect(node('node_modules/.bin/tools')).toBe('cli base');
    }
    expect(stateOf(repository)).toEqual(before);
    expect(readFileSync(join(repository.path, 'node_modules/plain/index.js'), 'utf8')).toContain('plain');
    expect(readFileSync(join(repository.path, 'packages/greet/index.js'), 'utf8')).toContain('head');
  });

  it('follows the links of a store inside node_modules, and absolute links of the installation', async () => {
    const repository = folders.repository();
    const files = (version: string) => ({
      '.gitignore': 'node_modules\n',
      'package.json': '{"type":"module"}',
      'lib/package.json': '{"name":"lib","type":"module","exports":"./index.js"}',
      'lib/index.js': `export const lib = '${version}';`,
      'agent.js': "import { dep } from 'dep'; import { lib } from 'lib'; console.log(dep + ' ' + lib);",
    });
    const base = repository.commit(files('base'));
    repository.commit(files('head'));
    const store = 'node_modules/.pnpm/dep@1/node_modules';
    repository.write({
      [`${store}/dep/package.json`]: '{"name":"dep","type":"module","exports":"./index.js"}',
      [`${store}/dep/index.js`]: "import { sub } from 'sub'; export const dep = 'dep ' + sub;",
      [`${store}/sub/package.json`]: '{"name":"sub","type":"module","exports":"./index.js"}',
      [`${store}/sub/index.js`]: "export const sub = 'sub';",
    });
    symlinkSync('.pnpm/dep@1/node_modules/dep', join(repository.path, 'node_modules/dep'));
    symlinkSync(join(repository.path, 'lib'), join(repository.path, 'node_modules/lib'));
    await using worktree = await (await open(repository, folders.folder('temp'))).addWorktree(base);
    const said = execFileSync(process.execPath, ['agent.js'], { cwd: worktree.path, encoding: 'utf8' });
    expect(said.trim()).toBe('dep sub base');
  });
});

describe('after a kill', () => {
  it('the worktree of an owner ended by SIGKILL is gone at the next start, and its files with it', async () => {
    const repository = folders.repository();
    const base = repository.commit({ a: '1' });
    const temp = folders.folder('temp');
    const hooks = join(HERE, '../support/typescript-hooks.mjs');
    const owner = startProcess(
      [process.execPath, '--import', hooks, join(HERE, 'worktree-owner.ts'), repository.path, temp, base],
      { cwd: repository.path, env: GIT_ENV },
    );
    const path = await new Promise<string>((resolve, reject) => {
      owner.stdout.on('data', (data: Buffer) => resolve(data.toString().trim()));
      owner.on('exit', () => reject(new Error('the owner ended')));
    });
    expect(readFileSync(join(path, 'a'), 'utf8')).toBe('1');
    // While the owner lives, another run leaves it alone.
    await open(repository, temp);
    expect(existsSync(path)).toBe(true);
    const ended = new Promise((resolve) => owner.on('exit', resolve));
    owner.kill('SIGKILL');
    await ended;
    expect(existsSync(path)).toBe(true);
    await open(repository, temp);
    expect(readdirSync(temp)).toEqual([]);
    expect(repository.git('worktree', 'list', '--porcelain')).not.toContain('prompt-regression');
  });
});
