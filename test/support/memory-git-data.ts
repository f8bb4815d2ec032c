import { createHash } from 'node:crypto';
import { type GitData, GitHubError, type TreeEntry } from '../../src/model/github.js';

const NOT_FOUND = () => new GitHubError('Not Found', { status: 404 });

/** GitHub's Git data API at the port, in memory. A tree is all files below it, by path. */
export class MemoryGitData implements GitData {
  readonly calls: string[] = [];
  readonly blobs = new Map<string, Uint8Array>();
  readonly #trees = new Map<string, ReadonlyMap<string, string>>();
  readonly #commits = new Map<string, { tree: string; parents: readonly string[] }>();
  readonly #branches = new Map<string, string>();
  /** Runs before a branch is moved or created: to let another writer be first, or to refuse. */
  beforeMove: () => Promise<'go-on' | 'refuse'> = async () => 'go-on';

  #tip(branch: string) {
    return this.#commits.get(this.#branches.get(branch) ?? '');
  }

  /** How many commits a branch has. */
  commits(branch: string): number {
    let count = 0;
    for (let tip = this.#tip(branch); tip !== undefined; tip = this.#commits.get(tip.parents[0] ?? ''))
      count++;
    return count;
  }

  /** All paths of a branch, sorted. */
  paths(branch: string): readonly string[] {
    return [...(this.#trees.get(this.#tip(branch)?.tree ?? '')?.keys() ?? [])].sort();
  }

  /** Blob id of a path of a branch. */
  blobAt(branch: string, path: string): string | undefined {
    return this.#trees.get(this.#tip(branch)?.tree ?? '')?.get(path);
  }

  /** Another writer's commit on a branch. */
  async push(branch: string, path: string): Promise<void> {
    const { commit, tree } = (await this.readBranch(branch)) ?? {};
    const pushed = await this.createTree(tree ?? null, [
      { path, sha: await this.createBlob(Buffer.from(path)) },
    ]);
    const parents = commit === undefined ? [] : [commit];
    this.#branches.set(branch, await this.createCommit({ message: path, tree: pushed, parents }));
  }

  async readBranch(branch: string) {
    this.calls.push('readBranch');
    const commit = this.#branches.get(branch);
    return commit === undefined ? null : { commit, tree: this.#tip(branch)?.tree ?? '' };
  }

  async readTree(tree: string) {
    this.calls.push('readTree');
    const files = this.#trees.get(tree);
    if (files === undefined) throw NOT_FOUND();
    const entries = Map.groupBy(files, ([path]) => path.split('/', 1)[0] ?? '');
    return [...entries].map(([path, inside]): TreeEntry => {
      const [[first, blob] = ['', '']] = inside;
      if (first === path) return { path, type: 'blob', sha: blob };
      const below = inside.map(([whole, sha]) => [whole.slice(path.length + 1), sha] as const);
      return { path, type: 'tree', sha: this.#keep(new Map(below)) };
    });
  }

  async readBlob(sha: string) {
    this.calls.push('readBlob');
    const content = this.blobs.get(sha);
    if (content === undefined) throw NOT_FOUND();
    return content;
  }

  async createBlob(content: Uint8Array) {
    this.calls.push('createBlob');
    const sha = hash(content);
    this.blobs.set(sha, content);
    return sha;
  }

  async createTree(base: string | null, entries: readonly { path: string; sha: string }[]) {
    this.calls.push('createTree');
    const changes = entries.map(({ path, sha }) => [path, sha] as const);
    return this.#keep(new Map([...(this.#trees.get(base ?? '') ?? []), ...changes]));
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

  async moveBranch(branch: string, commit: string): Promise<void> {
    this.calls.push('moveBranch');
    if ((await this.beforeMove()) === 'refuse') {
      throw new GitHubError('Repository rule violations found', { status: 422 });
    }
    if (this.#commits.get(commit)?.parents[0] !== this.#branches.get(branch)) {
      throw new GitHubError('Update is not a fast forward', { status: 422 });
    }
    this.#branches.set(branch, commit);
  }

  #keep(files: ReadonlyMap<string, string>): string {
    const sha = hash(Buffer.from(JSON.stringify([...files].sort())));
    this.#trees.set(sha, files);
    return sha;
  }
}

function hash(content: Uint8Array): string {
  return createHash('sha1').update(content).digest('hex');
}
