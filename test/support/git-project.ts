import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { GIT_ENV } from './git-repository.js';
import { BareRepository, FOLDER, type TreeEntry } from './github/bare-repository.js';

/** Contents by path, what a symbolic link points at, or the commit of a submodule; `null` removes. */
export type Files = Readonly<
  Record<string, string | Buffer | { readonly link: string } | { readonly submodule: string } | null>
>;

const LINK = '120000';
const SUBMODULE = '160000';

/**
 * The index of a fresh checkout in git's own format (version 2). It says nothing of the files' times and sizes, so git
 * looks into the files themselves.
 */
function gitIndex(within: readonly TreeEntry[]): Buffer {
  const files = within
    .filter(({ mode }) => mode !== FOLDER)
    .map((entry) => ({ ...entry, path: Buffer.from(entry.name) }))
    .sort((a, b) => Buffer.compare(a.path, b.path));
  const head = Buffer.from('DIRC\0\0\0\x02\0\0\0\0');
  head.writeUInt32BE(files.length, 8);
  const lines = files.map(({ mode, sha, path }) => {
    // At least one NUL ends a path, and each line is as long as a multiple of eight.
    const line = Buffer.alloc(Math.ceil((62 + path.length + 1) / 8) * 8);
    line.writeUInt32BE(Number.parseInt(mode, 8), 24);
    line.write(sha, 40, 'hex');
    line.writeUInt16BE(path.length, 60);
    path.copy(line, 62);
    return line;
  });
  const body = Buffer.concat([head, ...lines]);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

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

  /** Commits to a fork's branch, which this repository has only as the head of a pull request. */
  commitInFork(number: number, files: Files, parents: readonly string[]): string {
    return this.#commit(`refs/pull/${number}/head`, files, parents);
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

  /** A checkout as actions/checkout leaves it: the objects of one commit (of `depth: 2` its parents too), detached. */
  async checkout(sha: string, { depth = 1 }: { readonly depth?: 1 | 2 } = {}): Promise<string> {
    const { remote } = this;
    const { path, git } = this.#folder();
    const copy = (object: string) => {
      const file = join(git, 'objects', object.slice(0, 2), object.slice(2));
      if (existsSync(file)) return;
      mkdirSync(dirname(file), { recursive: true });
      linkSync(remote.objectFile(object), file);
    };
    const ends = depth === 1 ? [sha] : (remote.commit(sha)?.parents ?? []);
    for (const commit of new Set([sha, ...ends])) {
      const { tree = '' } = remote.commit(commit) ?? {};
      const stored = remote.walk(tree).filter(({ mode }) => mode !== SUBMODULE);
      for (const object of [commit, tree, ...stored.map((entry) => entry.sha)]) copy(object);
    }
    writeFileSync(join(git, 'HEAD'), `${sha}\n`);
    if (ends.length > 0) writeFileSync(join(git, 'shallow'), ends.map((commit) => `${commit}\n`).join(''));
    await this.#checkOutAll(path, sha);
    return path;
  }

  /** A developer's clone on `main`, with the objects of the remote. */
  async clone(): Promise<string> {
    const { path, git } = this.#folder();
    const sha = this.tip('main');
    mkdirSync(join(git, 'objects/info'), { recursive: true });
    writeFileSync(join(git, 'objects/info/alternates'), `${this.remote.folder}/objects\n`);
    writeFileSync(join(git, 'HEAD'), 'ref: refs/heads/main\n');
    for (const ref of ['refs/heads/main', 'refs/remotes/origin/main']) {
      mkdirSync(join(git, dirname(ref)), { recursive: true });
      writeFileSync(join(git, ref), `${sha}\n`);
    }
    await this.#checkOutAll(path, sha);
    return path;
  }

  #folder(): { readonly path: string; readonly git: string } {
    this.#checkouts += 1;
    const path = join(this.folder, `checkout-${this.#checkouts}`);
    const git = join(path, '.git');
    mkdirSync(join(git, 'refs'), { recursive: true });
    const core =
      '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n[gc]\n\tauto = 0\n';
    const origin = `[remote "origin"]\n\turl = file://${this.remote.folder}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`;
    writeFileSync(join(git, 'config'), core + origin);
    return { path, git };
  }

  async #checkOutAll(path: string, sha: string): Promise<void> {
    const within = this.remote.walk(this.remote.commit(sha)?.tree ?? '');
    if (within.some(({ name }) => basename(name) === '.gitattributes')) {
      // What they do to the files is git's to say.
      await promisify(execFile)('git', ['read-tree', '--reset', '-u', 'HEAD'], { cwd: path, env: GIT_ENV });
      return;
    }
    for (const entry of within) this.#checkOut(entry, path);
    writeFileSync(join(path, '.git/index'), gitIndex(within));
  }

  #checkOut({ mode, name, sha }: TreeEntry, folder: string): void {
    const path = join(folder, name);
    const text = this.remote.read('blob', sha);
    if (mode === FOLDER || mode === SUBMODULE) mkdirSync(path);
    else if (text === null) throw new Error(`${name} has no blob ${sha}`);
    else if (mode === LINK) symlinkSync(text.toString(), path);
    else writeFileSync(path, text);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}
