import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openGit } from '../../src/git/open-git.js';
import { SILENT_LOG } from '../../src/model/effects.js';
import type { Git } from '../../src/model/repository.js';

/** Environment for git that knows nothing of the machine's own settings. */
export const GIT_ENV: Readonly<Record<string, string>> = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
};

const AUTHOR = {
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.com',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.com',
  // Each commit would start one more process.
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'maintenance.auto',
  GIT_CONFIG_VALUE_0: 'false',
};

export class TestRepository {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  git(...args: readonly string[]): string {
    const env = { ...GIT_ENV, ...AUTHOR };
    const stdio = ['ignore', 'pipe', 'pipe'] as const;
    return execFileSync('git', args, { cwd: this.path, env, encoding: 'utf8', stdio: [...stdio] }).trimEnd();
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) {
      const full = join(this.path, path);
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, text);
    }
  }

  /** Commits the files on the current branch and gives the commit's sha. */
  commit(files: Readonly<Record<string, string>>, message = 'change'): string {
    this.write(files);
    this.git('add', '--all', '--force', ...Object.keys(files).map((path) => `./${path}`));
    this.git('commit', '--quiet', '--allow-empty', '--message', message);
    return this.head();
  }

  /** The commit that is checked out. */
  head(): string {
    const folder = join(this.path, '.git');
    const head = readFileSync(join(folder, 'HEAD'), 'utf8').trim();
    const branch = /^ref: (.+)$/.exec(head)?.[1];
    return branch === undefined ? head : readFileSync(join(folder, branch), 'utf8').trim();
  }

  /** Merges a branch into the current one with a merge commit, as a pull request's test merge does. */
  merge(branch: string): string {
    this.git('merge', '--quiet', '--no-ff', '--message', `merge ${branch}`, branch);
    return this.head();
  }
}

/** As `git init` leaves it, without a process, since starting those is what most tests with repositories spend their time on. */
function initialise(folder: string, bare: boolean, origin?: TestRepository): void {
  mkdirSync(join(folder, 'objects'), { recursive: true });
  mkdirSync(join(folder, 'refs/heads'), { recursive: true });
  mkdirSync(join(folder, 'hooks'));
  writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/main\n');
  const remote =
    origin === undefined
      ? ''
      : `[remote "origin"]\n\turl = file://${origin.path}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`;
  writeFileSync(
    join(folder, 'config'),
    `[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = ${bare}\n${remote}`,
  );
}

/** Folders of a test, removed together. */
export class TestFolders {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'pr-test-')));
  #count = 0;

  folder(name = 'folder'): string {
    const path = join(this.root, `${name}-${this.#count++}`);
    mkdirSync(path, { recursive: true });
    return path;
  }

  repository(): TestRepository {
    const repository = new TestRepository(this.folder('repository'));
    initialise(join(repository.path, '.git'), false);
    return repository;
  }

  bare(): TestRepository {
    const repository = new TestRepository(this.folder('bare'));
    initialise(repository.path, true);
    return repository;
  }

  /** As actions/checkout leaves it: one commit, detached, nothing of its history. */
  shallowClone(origin: TestRepository, commit: string): TestRepository {
    const clone = new TestRepository(this.folder('clone'));
    initialise(join(clone.path, '.git'), false, origin);
    clone.git('fetch', '--quiet', '--no-tags', '--depth=1', 'origin', commit);
    clone.git('checkout', '--quiet', '--detach', commit);
    return clone;
  }

  clone(origin: TestRepository): TestRepository {
    const clone = new TestRepository(this.folder('clone'));
    clone.git('clone', '--quiet', `file://${origin.path}`, '.');
    return clone;
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** The `git` of a checkout, with nothing of the machine's own settings. */
export async function openTestGit(
  checkout: TestRepository | string,
  given: Partial<Parameters<typeof openGit>[0]> = {},
): Promise<Git> {
  const folder = typeof checkout === 'string' ? checkout : checkout.path;
  const options = { env: GIT_ENV, token: null, serverUrl: 'https://github.com', log: SILENT_LOG };
  return openGit({ folder, ...options, ...given });
}
