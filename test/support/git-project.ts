import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { linkSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
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
    const within = remote.walk(tree);
    const stored = within.filter(({ mode }) => mode !== SUBMODULE);
    for (const object of new Set([sha, tree, ...stored.map((entry) => entry.sha)])) copy(object);
    writeFileSync(join(git, 'HEAD'), `${sha}\n`);
    writeFileSync(join(git, 'shallow'), `${sha}\n`);
    const core =
      '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n[gc]\n\tauto = 0\n';
    const origin = `[remote "origin"]\n\turl = file://${remote.folder}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`;
    writeFileSync(join(git, 'config'), core + origin);
    if (within.some(({ name }) => basename(name) === '.gitattributes')) {
      // What they do to the files is git's to say.
      await promisify(execFile)('git', ['read-tree', '--reset', '-u', 'HEAD'], { cwd: path, env: GIT_ENV });
    } else {
      for (const entry of within) this.#checkOut(entry, path);
      writeFileSync(join(git, 'index'), gitIndex(within));
    }
    return path;
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
