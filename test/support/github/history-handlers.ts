import type { BareRepository } from './bare-repository.js';
import { withIndex } from './bare-repository.js';
import {
  FORBIDDEN,
  type GitHubState,
  type Handlers,
  NOT_FOUND,
  parameter,
  refusal,
  type Sample,
} from './state.js';

/** Commits, comparisons and file contents, over a bare repository. */
export function historyHandlers(state: GitHubState, git: BareRepository, sample: Sample): Handlers {
  const resolve = (ref: string) => git.ask(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);

  const commitBody = async (sha: string) => {
    const [tree = '', parents = '', message = ''] =
      (await git.ask(['show', '--no-patch', '--format=%T%x00%P%x00%B', sha]))?.split('\0') ?? [];
    return sample('commit', {
      sha,
      commit: { message: message.trim(), tree: { sha: tree } },
      parents: parents
        .split(' ')
        .filter(Boolean)
        .map((parent) => ({ sha: parent, url: 'https://github.test/c' })),
    });
  };

  const commitsOf = async (args: readonly string[]) => {
    const listed = await git.ask(['rev-list', ...args]);
    return Promise.all((listed ?? '').split('\n').filter(Boolean).map(commitBody));
  };

  return {
    'repos/get-commit': async (call) => {
      const sha = await resolve(parameter(call, 'ref'));
      if (sha === null) return refusal(422, `No commit found for SHA: ${parameter(call, 'ref')}`);
      return { status: 200, body: await commitBody(sha) };
    },
    'repos/list-commits': async (call) => {
      const sha = await resolve(call.query.get('sha') ?? state.defaultBranch);
      if (sha === null) return NOT_FOUND;
      const size = Number(call.query.get('per_page') ?? 30);
      const skip = (Number(call.query.get('page') ?? 1) - 1) * size;
      const path = call.query.get('path');
      const filter = path === null ? [] : ['--', path];
      return {
        status: 200,
        body: await commitsOf([`--max-count=${size}`, `--skip=${skip}`, sha, ...filter]),
      };
    },
    'repos/compare-commits-with-basehead': async (call) => {
      const [from = '', to = ''] = parameter(call, 'basehead').split('...');
      const base = await resolve(from);
      const head = await resolve(to);
      if (base === null || head === null) return NOT_FOUND;
      const common = await git.ask(['merge-base', base, head]);
      if (common === null) return refusal(404, `No common ancestor between ${from} and ${to}.`);
      const counts = await git.ask(['rev-list', '--left-right', '--count', `${base}...${head}`]);
      const [behind = 0, ahead = 0] = (counts ?? '').split('\t').map(Number);
      const size = Number(call.query.get('per_page') ?? 250);
      return {
        status: 200,
        body: sample('commit-comparison', {
          base_commit: await commitBody(base),
          merge_base_commit: await commitBody(common),
          status: comparisonStatus(ahead, behind),
          ahead_by: ahead,
          behind_by: behind,
          total_commits: ahead,
          commits: await commitsOf([`--max-count=${size}`, '--reverse', `${base}..${head}`]),
        }),
      };
    },
    'repos/get-content': async (call) => {
      const ref = await resolve(call.query.get('ref') ?? state.defaultBranch);
      if (ref === null) return refusal(404, `No commit found for the ref ${call.query.get('ref')}`);
      const path = parameter(call, 'path');
      const entry = await git.ask(['ls-tree', '-l', ref, '--', path]);
      const [mode, type, sha = ''] = (entry ?? '').split(/\s+/);
      if (type !== 'blob' && type !== 'tree') return NOT_FOUND;
      const url = 'https://github.test/contents';
      const common = { path, name: path.split('/').at(-1), sha, url, git_url: url, html_url: url };
      if (type === 'tree') {
        const names = (await git.ask(['ls-tree', '--name-only', sha]))?.split('\n').filter(Boolean) ?? [];
        const links = { git: url, html: url, self: url };
        const body = names.map((name) => ({
          ...common,
          type: 'file',
          size: 0,
          name,
          path: `${path}/${name}`,
          download_url: url,
          _links: links,
        }));
        return { status: 200, body };
      }
      const { stdout } = await git.run(['cat-file', 'blob', sha]);
      const fields = { ...common, size: stdout.length, download_url: url };
      if (mode === '120000') {
        return { status: 200, body: sample('content-symlink', { ...fields, target: stdout.toString() }) };
      }
      const content = stdout.toString('base64');
      return { status: 200, body: sample('content-file', { ...fields, encoding: 'base64', content }) };
    },
    // Works in an empty repository too, and makes its first commit.
    'repos/create-or-update-file-contents': async (call) => {
      if (state.forbidden.has('contents')) return FORBIDDEN;
      const branch = `refs/heads/${call.body['branch'] ?? state.defaultBranch}`;
      const path = parameter(call, 'path');
      const old = await git.ask(['rev-parse', '--verify', '--quiet', branch]);
      const known =
        old === null ? null : await git.ask(['rev-parse', '--quiet', '--verify', `${old}:${path}`]);
      if (known !== null && call.body['sha'] !== known) {
        return refusal(422, `Invalid request.\n\n"sha" wasn't supplied.`);
      }
      const input = Buffer.from(String(call.body['content']), 'base64');
      const blob = await git.ask(['hash-object', '-w', '--stdin'], { input });
      const tree = await withIndex(async (index) => {
        await git.run(['read-tree', old ?? '--empty'], { index });
        await git.run(['update-index', '--add', '--cacheinfo', `100644,${blob},${path}`], { index });
        return await git.ask(['write-tree'], { index });
      });
      const parents = old === null ? [] : ['-p', old];
      const commit = await git.ask(['commit-tree', tree ?? '', ...parents], {
        input: String(call.body['message']),
      });
      const moved = await git.ask(['update-ref', branch, commit ?? '', old ?? '0'.repeat(40)]);
      if (moved === null) return refusal(409, `is at another commit but expected ${old}`);
      return {
        status: old === null || known === null ? 201 : 200,
        body: sample('file-commit', { content: { sha: blob ?? '', path }, commit: { sha: commit ?? '' } }),
      };
    },
  };
}

function comparisonStatus(ahead: number, behind: number): string {
  if (ahead === 0) return behind === 0 ? 'identical' : 'behind';
  return behind === 0 ? 'ahead' : 'diverged';
}
