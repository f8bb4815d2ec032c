import { type BareRepository, FOLDER } from './bare-repository.js';
import { type GitHubState, type Handlers, NOT_FOUND, parameter, refusal, type Sample } from './state.js';

/** GitHub lists no more files of a comparison. */
const MOST_FILES = 300;
const FILE_STATUS: Readonly<Record<string, string>> = {
  A: 'added',
  D: 'removed',
  M: 'modified',
  R: 'renamed',
};

/** Commits, comparisons and file contents, over a bare repository. */
export function historyHandlers(state: GitHubState, git: BareRepository, sample: Sample): Handlers {
  const resolve = async (ref: string) => {
    if (git.commit(ref) !== null) return ref;
    const branch = git.ref(`refs/tags/${ref}`) === null ? git.ref(`refs/heads/${ref}`) : null;
    return branch ?? (await git.ask('rev-parse', '--verify', '--quiet', `${ref}^{commit}`));
  };

  const commitBody = (sha: string) => {
    const { tree, message, parents = [] } = git.commit(sha) ?? {};
    return sample('commit', {
      sha,
      commit: { message, tree: { sha: tree } },
      parents: parents.map((parent) => ({ sha: parent, url: 'https://github.test/c' })),
    });
  };

  /** Every file below a commit, by path. */
  const filesAt = (sha: string) => {
    const within = git.walk(git.commit(sha)?.tree ?? '').filter(({ mode }) => mode !== FOLDER);
    return new Map(within.map(({ name, mode, sha: of }) => [name, `${mode} ${of}`]));
  };

  /** Letter, path and, of a rename, new path of what two commits differ in. */
  const differencesOf = async (from: string, to: string): Promise<readonly (readonly string[])[]> => {
    const [before, after] = [filesAt(from), filesAt(to)];
    const differing = [...new Set([...before.keys(), ...after.keys()])]
      .filter((path) => before.get(path) !== after.get(path))
      .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      .map((path) => [letterOf(before.get(path), after.get(path)), path]);
    const letters = differing.map(([letter]) => letter);
    if (!letters.includes('A') || !letters.includes('D')) return differing;
    // Whether what is gone and what is new is a rename is git's to say.
    const told = (await git.ask('diff', '--name-status', '-M', from, to)) ?? '';
    return told.split('\n').map((line) => line.split('\t'));
  };

  /** The first files that two commits differ in, with their renames. */
  const filesOf = async (from: string, to: string) => {
    const differing = await differencesOf(from, to);
    return differing.slice(0, MOST_FILES).map(([letter = '', first = '', second]) => {
      const status = FILE_STATUS[letter.charAt(0)] ?? 'changed';
      const filename = second ?? first;
      return sample('diff-entry', {
        status,
        filename,
        ...(second !== undefined && { previous_filename: first }),
      });
    });
  };

  return {
    'repos/get-commit': async (call) => {
      const sha = await resolve(parameter(call, 'ref'));
      if (sha === null) return refusal(422, `No commit found for SHA: ${parameter(call, 'ref')}`);
      return { status: 200, body: commitBody(sha) };
    },
    'repos/list-commits': async (call) => {
      const sha = await resolve(call.query.get('sha') ?? state.defaultBranch);
      if (sha === null) return NOT_FOUND;
      const size = Number(call.query.get('per_page') ?? 30);
      const skip = (Number(call.query.get('page') ?? 1) - 1) * size;
      const path = call.query.get('path');
      // Which commits changed a path, through merges too, is git's to say.
      const listed =
        path === null
          ? git.history(sha)
          : ((await git.ask('rev-list', sha, '--', path)) ?? '').split('\n').filter(Boolean);
      return { status: 200, body: listed.slice(skip, skip + size).map(commitBody) };
    },
    'repos/compare-commits-with-basehead': async (call) => {
      const [from = '', to = ''] = parameter(call, 'basehead').split('...');
      const base = await resolve(from);
      const head = await resolve(to);
      if (base === null || head === null) return NOT_FOUND;
      const common = git.mergeBase(base, head);
      if (common === null) return refusal(404, `No common ancestor between ${from} and ${to}.`);
      const [before, after] = [git.history(base), git.history(head)];
      const commits = after.filter((sha) => !before.includes(sha));
      const [behind, ahead] = [before.filter((sha) => !after.includes(sha)).length, commits.length];
      const size = Number(call.query.get('per_page') ?? 250);
      return {
        status: 200,
        body: sample('commit-comparison', {
          base_commit: commitBody(base),
          merge_base_commit: commitBody(common),
          status: comparisonStatus(ahead, behind),
          ahead_by: ahead,
          behind_by: behind,
          total_commits: ahead,
          commits: commits.slice(0, size).toReversed().map(commitBody),
          files: await filesOf(common, head),
        }),
      };
    },
    'repos/get-content': async (call) => {
      const ref = await resolve(call.query.get('ref') ?? state.defaultBranch);
      if (ref === null) return refusal(404, `No commit found for the ref ${call.query.get('ref')}`);
      const path = parameter(call, 'path');
      const { mode = '', sha = '' } = git.entry(git.commit(ref)?.tree ?? '', path) ?? {};
      if (mode === '') return NOT_FOUND;
      const url = 'https://github.test/contents';
      const common = { path, name: path.split('/').at(-1), sha, url, git_url: url, html_url: url };
      const blob = git.read('blob', sha);
      if (blob === null) {
        const links = { git: url, html: url, self: url };
        const body = git.tree(sha).map(({ name }) => ({
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
      const fields = { ...common, size: blob.length, download_url: url };
      if (mode === '120000') {
        return { status: 200, body: sample('content-symlink', { ...fields, target: blob.toString() }) };
      }
      const content = blob.toString('base64');
      return { status: 200, body: sample('content-file', { ...fields, encoding: 'base64', content }) };
    },
  };
}

/** As `git diff --name-status` has it, of a file as mode and content. */
function letterOf(before: string | undefined, after: string | undefined): string {
  if (before === undefined) return 'A';
  if (after === undefined) return 'D';
  // The first digits are those of the type: a file, a symbolic link, a submodule.
  return before.slice(0, 2) === after.slice(0, 2) ? 'M' : 'T';
}

function comparisonStatus(ahead: number, behind: number): string {
  if (ahead === 0) return behind === 0 ? 'identical' : 'behind';
  return behind === 0 ? 'ahead' : 'diverged';
}
