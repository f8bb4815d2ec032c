import { join } from 'node:path';
import { removeStaleWorktrees } from '../git/worktrees.js';
import type { Env, Log } from '../model/effects.js';
import { describeError } from '../model/errors.js';
import { createActionsLog } from '../publish/outlets.js';
import { endPendingStatuses, parseStatusState } from '../publish/status.js';
import { createRedactor } from '../text/redact.js';

/** Has only the environment and the saved state of `main`, and never fails the job. */
export async function runPost(env: Env): Promise<void> {
  const log = createActionsLog(createRedactor([env['INPUT_GITHUB-TOKEN']]));
  // The worktrees, and what git noted about them.
  const noted = join(env['GITHUB_WORKSPACE'] ?? '.', '.git', 'worktrees');
  await removeStaleWorktrees([env['RUNNER_TEMP'] ?? '.', noted], log);
  try {
    await concludeStatuses(env, log);
  } catch (thrown) {
    log.warning(`Not everything that the run left could be put in order: ${describeError(thrown)}`);
  }
}

async function concludeStatuses(env: Env, log: Log): Promise<void> {
  const state = parseStatusState(env);
  const token = env['INPUT_GITHUB-TOKEN'] ?? '';
  if (state === null || token === '') return;
  // Imported late, since it reads the event's file and the API's address while loading, and may fail.
  const { openGitHub } = await import('../github/open-github.js');
  const apiUrl = env['GITHUB_API_URL'] ?? 'https://api.github.com';
  const { statuses } = openGitHub({
    token,
    repository: env['GITHUB_REPOSITORY'] ?? '',
    apiUrl,
    graphqlUrl: env['GITHUB_GRAPHQL_URL'] ?? `${apiUrl}/graphql`,
    log,
  });
  await endPendingStatuses({ state, statuses, log });
}
