import { gitOutput, type RunGit } from './run-git.js';

const USUAL_NAMES = ['main', 'master'];

/**
 * The default branch as the clone knows it: what `origin/HEAD` points at, else `main` or `master`, of `origin` first.
 * `null` where there is none. Asks no server: this is for a developer's machine, which may be offline.
 */
export async function findDefaultBranch(
  run: RunGit,
): Promise<{ readonly name: string; readonly commit: string } | null> {
  const head = await run(['symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD']);
  const names = [
    ...(head.code === 0 ? [head.stdout.toString('utf8').trim()] : []),
    ...USUAL_NAMES.map((name) => `origin/${name}`),
    ...USUAL_NAMES,
  ];
  const listed = await gitOutput(run, [
    'for-each-ref',
    '--format=%(objectname) %(refname)',
    'refs/heads',
    'refs/remotes/origin',
  ]);
  const commits = new Map(
    listed
      .toString('utf8')
      .split('\n')
      .map((line) => {
        const [commit = '', ref = ''] = line.split(' ');
        return [ref.replace(/^refs\/(?:heads|remotes)\//, ''), commit] as const;
      }),
  );
  for (const name of names) {
    const commit = commits.get(name);
    if (commit !== undefined) return { name, commit };
  }
  return null;
}
