import type { BareRepository, TreeChanges } from './bare-repository.js';
import {
  FORBIDDEN,
  type GitHubState,
  type Handler,
  type Handlers,
  NOT_FOUND,
  parameter,
  refusal,
  type Sample,
} from './state.js';

const URL = 'https://github.test/c';

/** The Git data API over a bare repository. */
export function gitHandlers(state: GitHubState, git: BareRepository, sample: Sample): Handlers {
  const writing =
    (act: Handler): Handler =>
    (call) =>
      state.forbidden.has('contents') ? FORBIDDEN : act(call);

  const refBody = (ref: string, sha: string) => sample('git-ref', { ref, object: { type: 'commit', sha } });

  const commitBody = (sha: string) => {
    const { tree, message, parents = [] } = git.commit(sha) ?? {};
    return sample('git-commit', {
      sha,
      message,
      tree: { sha: tree },
      parents: parents.map((parent) => ({ sha: parent, url: URL, html_url: URL })),
    });
  };

  const treeBody = (sha: string, recursive: boolean) => {
    const tree = (recursive ? git.walk(sha) : git.tree(sha)).map((entry) => {
      const blob = git.read('blob', entry.sha);
      const folder = { type: entry.mode === '160000' ? 'commit' : 'tree' };
      const kind = blob === null ? folder : { type: 'blob', size: blob.length };
      return { path: entry.name, mode: entry.mode.padStart(6, '0'), sha: entry.sha, url: URL, ...kind };
    });
    const { treeLimit } = state;
    return sample('git-tree', { sha, tree: tree.slice(0, treeLimit), truncated: tree.length > treeLimit });
  };

  return {
    'git/get-ref': (call) => {
      const ref = `refs/${parameter(call, 'ref')}`;
      const sha = git.ref(ref);
      return sha === null ? NOT_FOUND : { status: 200, body: refBody(ref, sha) };
    },
    'git/get-commit': (call) => {
      const sha = parameter(call, 'commit_sha');
      return git.commit(sha) === null ? NOT_FOUND : { status: 200, body: commitBody(sha) };
    },
    'git/get-tree': (call) => {
      const named = parameter(call, 'tree_sha');
      // A commit stands for its tree.
      const sha = git.commit(named)?.tree ?? named;
      if (git.read('tree', sha) === null) return NOT_FOUND;
      return { status: 200, body: treeBody(sha, call.query.has('recursive')) };
    },
    'git/get-blob': (call) => {
      const sha = parameter(call, 'file_sha');
      const blob = git.read('blob', sha);
      if (blob === null) return NOT_FOUND;
      const content = blob.toString('base64').replace(/(.{60})/g, '$1\n');
      return { status: 200, body: sample('blob', { sha, content, encoding: 'base64', size: blob.length }) };
    },
    'git/create-blob': writing((call) => {
      const encoding = call.body['encoding'] === 'base64' ? 'base64' : 'utf8';
      const sha = git.writeBlob(Buffer.from(String(call.body['content']), encoding));
      return { status: 201, body: sample('short-blob', { sha }) };
    }),
    'git/create-tree': writing((call) => {
      const base = call.body['base_tree'];
      const tree = typeof base === 'string' ? base : null;
      if (tree !== null && git.read('tree', tree) === null) return refusal(404, 'Not Found');
      const changes: TreeChanges = new Map(
        (call.body['tree'] as readonly { path: string; sha: string | null; mode?: string }[]).map(
          ({ path, sha, mode = '100644' }) => [path, sha === null ? null : { mode, sha }],
        ),
      );
      for (const [path, change] of changes) {
        if (change !== null && !git.has(change.sha)) return refusal(422, 'tree.sha is not a valid object');
        if (change === null && (tree === null || git.entry(tree, path) === undefined)) {
          return refusal(422, 'GitRPC::BadObjectState');
        }
      }
      return { status: 201, body: treeBody(git.writeTree(tree, changes), false) };
    }),
    'git/create-commit': writing((call) => {
      const tree = String(call.body['tree']);
      const parents = (call.body['parents'] ?? []) as readonly string[];
      if (git.read('tree', tree) === null) return refusal(422, 'Tree SHA is not a valid object');
      const sha = git.writeCommit({ tree, parents, message: String(call.body['message']) });
      return { status: 201, body: commitBody(sha) };
    }),
    'git/create-ref': writing((call) => {
      const ref = String(call.body['ref']);
      const sha = String(call.body['sha']);
      if (!/^refs\/.+\/?.+/.test(ref)) return refusal(422, 'Reference name is invalid');
      if (git.commit(sha) === null) return refusal(422, 'Object does not exist');
      if (git.ref(ref) !== null) return refusal(422, 'Reference already exists');
      git.setRef(ref, sha);
      return { status: 201, body: refBody(ref, sha) };
    }),
    'git/update-ref': writing((call) => {
      const ref = `refs/${parameter(call, 'ref')}`;
      const sha = String(call.body['sha']);
      const old = git.ref(ref);
      if (old === null) return refusal(422, 'Reference does not exist');
      if (git.commit(sha) === null) return refusal(422, 'Object does not exist');
      if (!git.isAncestor(old, sha)) return refusal(422, 'Update is not a fast forward');
      git.setRef(ref, sha);
      return { status: 200, body: refBody(ref, sha) };
    }),
  };
}
