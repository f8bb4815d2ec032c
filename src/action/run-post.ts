import { removeStaleWorktrees } from '../git/worktrees.js';
import { openGitHub } from '../github/open-github.js';
import type { Log } from '../ports/log.js';
import { concludeLeftPending, parseStatusState } from '../publish/pending.js';

type Env = Readonly<Record<string, string | undefined>>;

const MAIN_PROCESS = 'main-process';

/** True in the `post` step: `main` has saved its process id. */
export function isPost(env: Env): boolean {
  return (env[`STATE_${MAIN_PROCESS}`] ?? '') !== '';
}

/** What `main` saves before anything else. */
export function mainState(pid: number): { readonly name: string; readonly value: string } {
  return { name: MAIN_PROCESS, value: String(pid) };
}

/**
 * The `post` step: whatever became of `main`, its worktrees go and no status stays pending. It knows only the
 * environment and the saved state, and never fails the job.
 */
export async function runPost(env: Env, log: Log): Promise<void> {
  await removeStaleWorktrees({
    folder: env['GITHUB_WORKSPACE'] ?? '.',
    temp: env['RUNNER_TEMP'] ?? '.',
    ended: [Number(env[`STATE_${MAIN_PROCESS}`])],
    log,
  });
  const state = parseStatusState(env);
  const token = env['INPUT_GITHUB-TOKEN'] ?? '';
  if (state === null || token === '') return;
  const apiUrl = env['GITHUB_API_URL'] ?? 'https://api.github.com';
  const { statuses } = openGitHub({
    token,
    repository: env['GITHUB_REPOSITORY'] ?? '',
    apiUrl,
    graphqlUrl: env['GITHUB_GRAPHQL_URL'] ?? `${apiUrl}/graphql`,
    log,
  });
  await concludeLeftPending({ state, statuses, log });
}
