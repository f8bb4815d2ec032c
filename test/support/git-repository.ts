import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

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
    return this.git('rev-parse', 'HEAD');
  }

  /** Merges a branch into the current one with a merge commit, as a pull request's test merge does. */
  merge(branch: string): string {
    this.git('merge', '--quiet', '--no-ff', '--message', `merge ${branch}`, branch);
    return this.git('rev-parse', 'HEAD');
  }
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
    repository.git('init', '--quiet', '--initial-branch', 'main');
    return repository;
  }

  bare(): TestRepository {
    const repository = new TestRepository(this.folder('bare'));
    repository.git('init', '--quiet', '--bare', '--initial-branch', 'main');
    return repository;
  }

  /** As actions/checkout leaves it: one commit, detached, nothing of its history. */
  shallowClone(origin: TestRepository, commit: string): TestRepository {
    const clone = new TestRepository(this.folder('clone'));
    clone.git('init', '--quiet');
    clone.git('remote', 'add', 'origin', `file://${origin.path}`);
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
