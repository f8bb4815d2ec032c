import { type BareRepository, withIndex } from './bare-repository.js';
import {
  type Call,
  FORBIDDEN,
  type GitHubState,
  type Handler,
  type Handlers,
  NOT_FOUND,
  parameter,
  refusal,
  type Sample,
} from './state.js';

const EMPTY = refusal(409, 'Git Repository is empty.');
const NO_OBJECT = '0'.repeat(40);

/** The Git data API over a bare repository. */
export function gitHandlers(state: GitHubState, git: BareRepository, sample: Sample): Handlers {
  const isEmpty = async () => (await git.ask(['rev-list', '--all', '--max-count=1'])) === '';

  const reading =
    (act: Handler): Handler =>
    async (call) =>
      (await isEmpty()) ? EMPTY : await act(call);

  const writing =
    (act: Handler): Handler =>
    async (call) => {
      if (state.forbidden.has('contents')) return FORBIDDEN;
      return (await isEmpty()) ? EMPTY : await act(call);
    };

  const refBody = (ref: string, sha: string) => sample('git-ref', { ref, object: { type: 'commit', sha } });

  const commitBody = async (sha: string) => {
    const tree = await git.ask(['rev-parse', `${sha}^{tree}`]);
    const parents = (await git.ask(['rev-list', '--parents', '--max-count=1', sha]))?.split(' ').slice(1);
    const message = await git.ask(['show', '--no-patch', '--format=%B', sha]);
    const parentBody = (parent: string) => ({
      sha: parent,
      url: 'https://github.test/c',
      html_url: 'https://github.test/c',
    });
    return sample('git-commit', {
      sha,
      message,
      tree: { sha: tree },
      parents: (parents ?? []).map(parentBody),
    });
  };

  const treeBody = async (sha: string, recursive: boolean) => {
    const listed = await git.ask(['ls-tree', '-z', '-l', ...(recursive ? ['-r', '-t'] : []), sha]);
    if (listed === null) return null;
    const tree = listed.split('\0').filter(Boolean).map(treeEntry);
    return sample('git-tree', { sha, tree, truncated: false });
  };

  return {
    'git/get-ref': reading(async (call) => {
      const ref = `refs/${parameter(call, 'ref')}`;
      const sha = await git.ask(['rev-parse', '--verify', '--quiet', ref]);
      return sha === null ? NOT_FOUND : { status: 200, body: refBody(ref, sha) };
    }),
    'git/get-commit': reading(async (call) => {
      const sha = parameter(call, 'commit_sha');
      const type = await git.ask(['cat-file', '-t', sha]);
      return type === 'commit' ? { status: 200, body: await commitBody(sha) } : NOT_FOUND;
    }),
    'git/get-tree': reading(async (call) => {
      const body = await treeBody(parameter(call, 'tree_sha'), call.query.has('recursive'));
      return body === null ? NOT_FOUND : { status: 200, body };
    }),
    'git/get-blob': reading(async (call) => {
      const sha = parameter(call, 'file_sha');
      const { code, stdout } = await git.run(['cat-file', 'blob', sha]);
      if (code !== 0) return NOT_FOUND;
      const content = stdout.toString('base64').replace(/(.{60})/g, '$1\n');
      return { status: 200, body: sample('blob', { sha, content, encoding: 'base64', size: stdout.length }) };
    }),
    'git/create-blob': writing(async (call) => {
      const encoding = call.body['encoding'] === 'base64' ? 'base64' : 'utf8';
      const input = Buffer.from(String(call.body['content']), encoding);
      const sha = await git.ask(['hash-object', '-w', '--stdin'], { input });
      return { status: 201, body: sample('short-blob', { sha }) };
    }),
    'git/create-tree': writing((call) =>
      withIndex(async (index) => {
        const base = call.body['base_tree'];
        const read = await git.ask(['read-tree', typeof base === 'string' ? base : '--empty'], { index });
        if (read === null) return refusal(404, 'Not Found');
        for (const entry of call.body['tree'] as readonly {
          path: string;
          sha: string | null;
          mode: string;
        }[]) {
          const known = await git.ask(['ls-files', '--', entry.path], { index });
          if (entry.sha === null && known === '') return refusal(422, 'GitRPC::BadObjectState');
          if (entry.sha !== null && (await git.ask(['cat-file', '-e', entry.sha])) === null) {
            return refusal(422, 'tree.sha is not a valid object');
          }
        }
        const sha = await git
          .run(['update-index', '-z', '--index-info'], { index, input: indexLines(call) })
          .then(() => git.ask(['write-tree'], { index }));
        return { status: 201, body: await treeBody(sha ?? NO_OBJECT, false) };
      }),
    ),
    'git/create-commit': writing(async (call) => {
      const parents = (call.body['parents'] ?? []) as readonly string[];
      const flags = parents.flatMap((parent) => ['-p', parent]);
      const input = String(call.body['message']);
      const sha = await git.ask(['commit-tree', String(call.body['tree']), ...flags], { input });
      return sha === null
        ? refusal(422, 'Tree SHA is not a valid object')
        : { status: 201, body: await commitBody(sha) };
    }),
    'git/create-ref': writing(async (call) => {
      const ref = String(call.body['ref']);
      const sha = String(call.body['sha']);
      if (!/^refs\/.+\/?.+/.test(ref)) return refusal(422, 'Reference name is invalid');
      if ((await git.ask(['cat-file', '-e', `${sha}^{commit}`])) === null) {
        return refusal(422, 'Object does not exist');
      }
      const made = await git.ask(['update-ref', ref, sha, NO_OBJECT]);
      return made === null
        ? refusal(422, 'Reference already exists')
        : { status: 201, body: refBody(ref, sha) };
    }),
    'git/update-ref': writing(async (call) => {
      const ref = `refs/${parameter(call, 'ref')}`;
      const sha = String(call.body['sha']);
      const old = await git.ask(['rev-parse', '--verify', '--quiet', ref]);
      if (old === null) return refusal(422, 'Reference does not exist');
      if ((await git.ask(['cat-file', '-e', `${sha}^{commit}`])) === null) {
        return refusal(422, 'Object does not exist');
      }
      const forward = (await git.ask(['merge-base', '--is-ancestor', old, sha])) !== null;
      // The old value is given, so that of two writers at once one is refused.
      const moved = forward ? await git.ask(['update-ref', ref, sha, old]) : null;
      return moved === null
        ? refusal(422, 'Update is not a fast forward')
        : { status: 200, body: refBody(ref, sha) };
    }),
  };
}

function treeEntry(line: string): object {
  const [meta = '', path = ''] = line.split('\t');
  const [mode = '', type = '', sha = '', size = ''] = meta.split(/ +/);
  const url = 'https://github.test/t';
  return type === 'blob'
    ? { path, mode, type, sha, size: Number(size), url }
    : { path, mode, type, sha, url };
}

function indexLines(call: Call): string {
  const entries = call.body['tree'] as readonly { path: string; mode?: string; sha: string | null }[];
  return entries
    .map(({ path, mode, sha }) =>
      sha === null ? `0 ${NO_OBJECT}\t${path}\0` : `${mode ?? '100644'} ${sha}\t${path}\0`,
    )
    .join('');
}
