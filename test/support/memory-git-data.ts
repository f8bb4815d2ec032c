import { createHash } from 'node:crypto';
import { type GitData, GitHubError, type TreeEntry } from '../../src/model/github.js';

type Folder = Map<string, TreeEntry>;

/** GitHub's Git data API at the port, in memory. */
export class MemoryGitData implements GitData {
  readonly calls: string[] = [];
  readonly blobs = new Map<string, Uint8Array>();
  readonly #trees = new Map<string, readonly TreeEntry[]>();
  readonly #commits = new Map<string, { tree: string; parents: readonly string[]; message: string }>();
  readonly #branches = new Map<string, string>();
  /** Runs before a branch is moved or created: to let another writer be first, or to refuse. */
  beforeMove: () => Promise<'go-on' | 'refuse'> = async () => 'go-on';

  /** Messages of a branch's commits, newest first. */
  history(branch: string): readonly string[] {
    const messages: string[] = [];
    let commit = this.#branches.get(branch);
    while (commit !== undefined) {
      const found = this.#commits.get(commit);
      messages.push(found?.message ?? '');
      commit = found?.parents[0];
    }
    return messages;
  }

  /** All paths of a branch, sorted. */
  paths(branch: string): readonly string[] {
    const tip = this.#commits.get(this.#branches.get(branch) ?? '');
    return tip === undefined ? [] : this.#walk(tip.tree, '').map(({ path }) => path);
  }

  /** Blob id of a path of a branch. */
  blobAt(branch: string, path: string): string | undefined {
    const tip = this.#commits.get(this.#branches.get(branch) ?? '');
    return tip === undefined ? undefined : this.#walk(tip.tree, '').find((entry) => entry.path === path)?.sha;
  }

  async readBranch(branch: string) {
    this.calls.push('readBranch');
    const commit = this.#branches.get(branch);
    const found = commit === undefined ? undefined : this.#commits.get(commit);
    return commit === undefined || found === undefined ? null : { commit, tree: found.tree };
  }

  async readTree(tree: string) {
    this.calls.push('readTree');
    const entries = this.#trees.get(tree);
    if (entries === undefined) throw new GitHubError('Not Found', { status: 404 });
    return entries;
  }

  async readBlob(sha: string) {
    this.calls.push('readBlob');
    const content = this.blobs.get(sha);
    if (content === undefined) throw new GitHubError('Not Found', { status: 404 });
    return content;
  }

  async createBlob(content: Uint8Array) {
    this.calls.push('createBlob');
    const sha = hash(content);
    this.blobs.set(sha, content);
    return sha;
  }

  async createTree(base: string | null, entries: readonly { path: string; sha: string | null }[]) {
    this.calls.push('createTree');
    const all = new Map((base === null ? [] : this.#walk(base, '')).map(({ path, sha }) => [path, sha]));
    for (const { path, sha } of entries) {
      if (sha !== null) all.set(path, sha);
      else if (!all.delete(path)) throw new GitHubError('GitRPC::BadObjectState', { status: 422 });
    }
    return this.#store(all);
  }

  async createCommit(commit: { message: string; tree: string; parents: readonly string[] }) {
    this.calls.push('createCommit');
    const sha = hash(Buffer.from(JSON.stringify([commit, this.#commits.size])));
    this.#commits.set(sha, commit);
    return sha;
  }

  async createBranch(branch: string, commit: string): Promise<'created' | 'exists'> {
    this.calls.push('createBranch');
    if ((await this.beforeMove()) === 'refuse' || this.#branches.has(branch)) return 'exists';
    this.#branches.set(branch, commit);
    return 'created';
  }

  async moveBranch(branch: string, commit: string): Promise<'moved' | 'not-fast-forward'> {
    this.calls.push('moveBranch');
    const refused = (await this.beforeMove()) === 'refuse';
    const parent = this.#commits.get(commit)?.parents[0];
    if (refused || parent !== this.#branches.get(branch)) return 'not-fast-forward';
    this.#branches.set(branch, commit);
    return 'moved';
  }

  #walk(tree: string, prefix: string): readonly { path: string; sha: string }[] {
    return (this.#trees.get(tree) ?? []).flatMap((entry) =>
      entry.type === 'tree'
        ? this.#walk(entry.sha, `${prefix}${entry.path}/`)
        : [{ path: prefix + entry.path, sha: entry.sha }],
    );
  }

  #store(files: ReadonlyMap<string, string>): string {
    const folder: Folder = new Map();
    const below = new Map<string, Map<string, string>>();
    for (const [path, sha] of files) {
      const slash = path.indexOf('/');
      if (slash < 0) {
        folder.set(path, { path, type: 'blob', sha });
        continue;
      }
      const name = path.slice(0, slash);
      const inner = below.get(name) ?? new Map<string, string>();
      below.set(name, inner.set(path.slice(slash + 1), sha));
    }
    for (const [path, inner] of below) folder.set(path, { path, type: 'tree', sha: this.#store(inner) });
    const entries = [...folder.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
    const sha = hash(Buffer.from(JSON.stringify(entries)));
    this.#trees.set(sha, entries);
    return sha;
  }
}

function hash(content: Uint8Array): string {
  return createHash('sha1').update(content).digest('hex');
}
