import { type BareRepository, FOLDER } from './bare-repository.js';
import { type Handlers, NOT_FOUND, parameter, refusal, type Sample } from './state.js';

/** GitHub lists no more files of a comparison. */
const MAX_FILES = 300;
const FILE_STATUS: Readonly<Record<string, string>> = {
  A: 'added',
  D: 'removed',
  M: 'modified',
  R: 'renamed',
};

/** Commits, comparisons and file contents, over a bare repository. */
export function historyHandlers(git: BareRepository, sample: Sample): Handlers {
  const resolve = (ref: string) => (git.commit(ref) === null ? git.ref(`refs/heads/${ref}`) : ref);

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
    return differing.slice(0, MAX_FILES).map(([letter = '', first = '', second]) => {
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
    'repos/compare-commits-with-basehead': async (call) => {
      const [from = '', to = ''] = parameter(call, 'basehead').split('...');
      const base = resolve(from);
      const head = resolve(to);
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
  };
}

/** As `git diff --name-status` has it, of a file as mode and content. */
function letterOf(before: string | undefined, after: string | undefined): string {
  if (before === undefined) return 'A';
  if (after === undefined) return 'D';
  // The first digits are those of the type: a file, a symbolic link, a submodule.
  return before.slice(0, 2) === after.slice(0, 2) ? 'M' : 'T';
}

export function comparisonStatus(ahead: number, behind: number): string {
  if (ahead === 0) return behind === 0 ? 'identical' : 'behind';
  return behind === 0 ? 'ahead' : 'diverged';
}
