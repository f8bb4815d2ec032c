import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';
import { GIT_ENV } from '../git-repository.js';

export type TreeEntry = { readonly mode: string; readonly name: string; readonly sha: string };

/** A path's new content by mode and blob; `null` takes the path away. */
export type TreeChanges = ReadonlyMap<string, { readonly mode: string; readonly sha: string } | null>;

export type Commit = {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  /** Seconds since 1970. Default: one date for all, so that the same commit is the same one in every run. */
  readonly time?: number;
};

const FIRST_TIME = 1_767_225_600;
export const FOLDER = '40000';

/**
 * A bare repository on disk, in git's own format: others fetch from it with git. Objects and refs are read and written
 * here, since a process of git for each would take most of the time of the tests.
 */
export class BareRepository {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
    for (const made of ['objects', 'refs/heads']) mkdirSync(join(folder, made), { recursive: true });
    writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/main\n');
    const core = '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n';
    writeFileSync(join(folder, 'config'), `${core}[uploadpack]\n\tallowAnySHA1InWant = true\n`);
  }

  /** Trimmed output of git; `null` where git fails. */
  ask(...args: readonly string[]): Promise<string | null> {
    return new Promise((resolve) => {
      execFile('git', ['--git-dir', this.folder, ...args], { env: GIT_ENV }, (error, stdout) =>
        resolve(error === null ? stdout.trim() : null),
      );
    });
  }

  /** The test merge of a head into a base, as git merges; `null` if they conflict, or one of them is not there. */
  async merge(base: string, head: string): Promise<string | null> {
    const [into, from] = [this.commit(base), this.commit(head)];
    if (into === null || from === null) return null;
    const tree = this.isAncestor(base, head)
      ? from.tree
      : await this.ask('merge-tree', '--write-tree', base, head);
    return tree === null ? null : this.writeCommit({ tree, parents: [base, head], message: 'Test merge' });
  }

  objectFile(sha: string): string {
    return join(this.folder, 'objects', sha.slice(0, 2), sha.slice(2));
  }

  #write(type: string, body: Buffer): string {
    const bytes = Buffer.concat([Buffer.from(`${type} ${body.length}\0`), body]);
    const sha = createHash('sha1').update(bytes).digest('hex');
    const file = this.objectFile(sha);
    if (!existsSync(file)) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, deflateSync(bytes));
      renameSync(`${file}.new`, file);
    }
    return sha;
  }

  writeBlob(body: Buffer): string {
    return this.#write('blob', body);
  }

  writeCommit({ tree, parents, message, time = FIRST_TIME }: Commit): string {
    const who = `Dev <dev@example.test> ${time} +0000`;
    const heads = [
      `tree ${tree}`,
      ...parents.map((sha) => `parent ${sha}`),
      `author ${who}`,
      `committer ${who}`,
    ];
    return this.#write('commit', Buffer.from(`${heads.join('\n')}\n\n${message}\n`));
  }

  /** The tree (`null`: an empty one) with these paths changed. */
  writeTree(base: string | null, changes: TreeChanges): string {
    const entries = new Map((base === null ? [] : this.tree(base)).map((entry) => [entry.name, entry]));
    const below = new Map<string, Map<string, { mode: string; sha: string } | null>>();
    for (const [path, change] of changes) {
      const [name = '', ...rest] = path.split('/');
      if (rest.length > 0) below.set(name, (below.get(name) ?? new Map()).set(rest.join('/'), change));
      else if (change === null) entries.delete(name);
      else entries.set(name, { name, ...change });
    }
    for (const [name, inner] of below) {
      const old = entries.get(name);
      const sha = this.writeTree(old?.mode === FOLDER ? old.sha : null, inner);
      if (this.tree(sha).length > 0) entries.set(name, { mode: FOLDER, name, sha });
      else entries.delete(name);
    }
    // Git sorts a folder as if its name ended in a slash.
    const key = ({ mode, name }: TreeEntry) => Buffer.from(mode === FOLDER ? `${name}/` : name);
    const sorted = [...entries.values()].sort((a, b) => Buffer.compare(key(a), key(b)));
    const lines = sorted.flatMap(({ mode, name, sha }) => [
      Buffer.from(`${mode} ${name}\0`),
      Buffer.from(sha, 'hex'),
    ]);
    return this.#write('tree', Buffer.concat(lines));
  }

  /** The body of an object; `null` where there is none of this type. */
  read(type: 'blob' | 'tree' | 'commit', sha: string): Buffer | null {
    const file = this.objectFile(sha);
    if (sha.length !== 40 || !existsSync(file)) return null;
    const bytes = inflateSync(readFileSync(file));
    return bytes.subarray(0, type.length + 1).toString() === `${type} `
      ? bytes.subarray(bytes.indexOf(0) + 1)
      : null;
  }

  has(sha: string): boolean {
    return existsSync(this.objectFile(sha));
  }

  commit(sha: string): Commit | null {
    const text = this.read('commit', sha)?.toString();
    if (text === undefined) return null;
    const heads = text.slice(0, text.indexOf('\n\n'));
    return {
      tree: /^tree (\w+)/.exec(heads)?.[1] ?? '',
      parents: [...heads.matchAll(/^parent (\w+)$/gm)].map(([, parent = '']) => parent),
      message: text.slice(heads.length + 2).trimEnd(),
      time: Number(/^committer .* (\d+) /m.exec(heads)?.[1]),
    };
  }

  tree(sha: string): TreeEntry[] {
    const entries: TreeEntry[] = [];
    const body = this.read('tree', sha) ?? Buffer.alloc(0);
    for (let at = 0; at < body.length; ) {
      const end = body.indexOf(0, at);
      const [mode = '', ...name] = body.subarray(at, end).toString().split(' ');
      entries.push({ mode, name: name.join(' '), sha: body.subarray(end + 1, end + 21).toString('hex') });
      at = end + 21;
    }
    return entries;
  }

  /** Everything below a tree, each folder before what is in it; names are whole paths. */
  walk(tree: string, prefix = ''): TreeEntry[] {
    return this.tree(tree).flatMap(({ mode, name, sha }) => {
      const entry = { mode, name: `${prefix}${name}`, sha };
      return mode === FOLDER ? [entry, ...this.walk(sha, `${entry.name}/`)] : [entry];
    });
  }

  /** What a path of a tree stands for. */
  entry(tree: string, path: string): TreeEntry | undefined {
    const [name, ...rest] = path.split('/');
    const found = this.tree(tree).find((entry) => entry.name === name);
    return rest.length === 0 || found === undefined ? found : this.entry(found.sha, rest.join('/'));
  }

  /** All refs, by their full names. */
  refs(): string[] {
    const below = readdirSync(join(this.folder, 'refs'), { recursive: true, withFileTypes: true });
    return below.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  }

  /** The commit of a full ref, `refs/heads/main`. */
  ref(name: string): string | null {
    const file = join(this.folder, name);
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
  }

  setRef(name: string, sha: string): void {
    const file = join(this.folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.lock`, `${sha}\n`);
    renameSync(`${file}.lock`, file);
  }

  deleteRef(name: string): void {
    rmSync(join(this.folder, name));
  }

  /** A commit and all before it, the newest first. */
  history(sha: string): string[] {
    const told = new Set<string>();
    const waiting = [{ sha, time: 0 }];
    for (;;) {
      const next = waiting.shift();
      if (next === undefined) return [...told];
      if (told.has(next.sha)) continue;
      told.add(next.sha);
      const parents = this.commit(next.sha)?.parents ?? [];
      waiting.push(...parents.map((parent) => ({ sha: parent, time: this.commit(parent)?.time ?? 0 })));
      waiting.sort((a, b) => b.time - a.time);
    }
  }

  /** The newest commit that both have behind them. */
  mergeBase(one: string, other: string): string | null {
    const known = new Set(this.history(other));
    return this.history(one).find((sha) => known.has(sha)) ?? null;
  }

  isAncestor(ancestor: string, sha: string): boolean {
    return this.history(sha).includes(ancestor);
  }
}
