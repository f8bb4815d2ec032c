import { execFile } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { GIT_ENV } from './git-repository.js';
import { BareRepository } from './github/bare-repository.js';

/** Contents by path, what a symbolic link points at, or the commit of a submodule; `null` removes. */
export type Files = Readonly<
  Record<string, string | Buffer | { readonly link: string } | { readonly submodule: string } | null>
>;

/** A remote repository, and checkouts of it. */
export class GitProject implements AsyncDisposable {
  /** Temporary folder of everything. */
  readonly folder = mkdtempSync(join(tmpdir(), 'project-'));
  readonly remote = new BareRepository(join(this.folder, 'remote.git'));
  #checkouts = 0;
  #minutes = 0;

  constructor(files?: Files) {
    if (files !== undefined) this.commit('main', files, []);
  }

  /** The commit at the tip of a branch. */
  tip(branch: string): string {
    return this.remote.ref(`refs/heads/${branch}`) ?? '';
  }

  /** Commits changes of the first parent's files to a branch, and gives the commit. */
  commit(branch: string, files: Files, parents: readonly string[] = [this.tip(branch)]): string {
    return this.#commit(`refs/heads/${branch}`, files, parents);
  }

  /** GitHub's test merge of a pull request that changes these files. */
  mergeRef(number: number, head: string, files: Files, base = 'main'): string {
    return this.#commit(`refs/pull/${number}/merge`, files, [this.tip(base), head]);
  }

  #commit(ref: string, files: Files, parents: readonly string[]): string {
    const { remote } = this;
    const changes = Object.entries(files).map(([path, given]) => {
      if (given === null) return [path, null] as const;
      const blob = (mode: string, bytes: Buffer) => [path, { mode, sha: remote.writeBlob(bytes) }] as const;
      if (typeof given === 'string') return blob('100644', Buffer.from(given));
      if (Buffer.isBuffer(given)) return blob('100644', given);
      if ('link' in given) return blob('120000', Buffer.from(given.link));
      return [path, { mode: '160000', sha: given.submodule }] as const;
    });
    const tree = remote.writeTree(remote.commit(parents[0] ?? '')?.tree ?? null, new Map(changes));
    this.#minutes += 1;
    const time = Date.UTC(2026, 0, 1, 0, this.#minutes) / 1000;
    const sha = remote.writeCommit({ tree, parents, message: `Change ${this.#minutes}`, time });
    remote.setRef(ref, sha);
    return sha;
  }

  /** A checkout as actions/checkout leaves it: the objects of one commit, detached, no maintenance. */
  async checkout(sha: string): Promise<string> {
    const { remote } = this;
    this.#checkouts += 1;
    const path = join(this.folder, `checkout-${this.#checkouts}`);
    const git = join(path, '.git');
    mkdirSync(join(git, 'refs'), { recursive: true });
    const copy = (object: string) => {
      const file = join(git, 'objects', object.slice(0, 2), object.slice(2));
      mkdirSync(dirname(file), { recursive: true });
      linkSync(remote.objectFile(object), file);
    };
    const { tree = '' } = remote.commit(sha) ?? {};
    const within = remote.walk(tree).filter(({ mode }) => mode !== '160000');
    for (const object of new Set([sha, tree, ...within.map((entry) => entry.sha)])) copy(object);
    writeFileSync(join(git, 'HEAD'), `${sha}\n`);
    writeFileSync(join(git, 'shallow'), `${sha}\n`);
    const core =
      '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n[gc]\n\tauto = 0\n';
    const origin = `[remote "origin"]\n\turl = file://${remote.folder}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`;
    writeFileSync(join(git, 'config'), core + origin);
    await promisify(execFile)('git', ['read-tree', '--reset', '-u', 'HEAD'], { cwd: path, env: GIT_ENV });
    return path;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}
