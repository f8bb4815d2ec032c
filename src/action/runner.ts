import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEvent } from '../event/read-event.js';
import { resolveFolder } from '../files/readers.js';
import { openGit } from '../git/open-git.js';
import { openGitHub } from '../github/open-github.js';
import { UserError } from '../ports/errors.js';
import type { RunEvent } from '../ports/event.js';
import type { Git } from '../ports/git.js';
import type { GitHub } from '../ports/github.js';
import type { Log } from '../ports/log.js';
import type { Overrides } from '../settings/overrides.js';

type Env = Readonly<Record<string, string | undefined>>;

/** A workflow run as the runner describes it. */
export type Runner = {
  readonly event: RunEvent;
  /** `owner/name`. */
  readonly repository: string;
  /** Absolute folder that all paths are relative to. */
  readonly folder: string;
  /** For worktrees and result files. */
  readonly temp: string;
  readonly runId: string;
  readonly attempt: number;
  readonly runUrl: string;
  readonly workflow: string;
  readonly job: string;
  /** `null` where no token was given. */
  readonly github: GitHub | null;
  readonly git: Git | null;
};

/** Reads the runner's environment and opens the repository and its GitHub. Throws `UserError`. */
export async function openRunner(overrides: Overrides, env: Env, log: Log): Promise<Runner> {
  const workspace = required(env, 'GITHUB_WORKSPACE');
  const repository = required(env, 'GITHUB_REPOSITORY');
  const folder = await resolveFolder(workspace, overrides);
  const temp = env['RUNNER_TEMP'] ?? join(workspace, '..');
  const token = overrides.githubToken ?? null;
  const serverUrl = env['GITHUB_SERVER_URL'] ?? 'https://github.com';
  const apiUrl = env['GITHUB_API_URL'] ?? 'https://api.github.com';
  const runId = env['GITHUB_RUN_ID'] ?? '0';
  return {
    event: parseEvent({
      name: required(env, 'GITHUB_EVENT_NAME'),
      payload: JSON.parse(await readFile(required(env, 'GITHUB_EVENT_PATH'), 'utf8')),
      sha: env['GITHUB_SHA'] ?? '',
      ref: env['GITHUB_REF'] ?? '',
    }),
    repository,
    folder,
    temp,
    runId,
    attempt: Number(env['GITHUB_RUN_ATTEMPT'] ?? '1'),
    runUrl: `${serverUrl}/${repository}/actions/runs/${runId}`,
    workflow: env['GITHUB_WORKFLOW'] ?? '',
    job: env['GITHUB_JOB'] ?? '',
    github:
      token === null
        ? null
        : openGitHub({
            token,
            repository,
            apiUrl,
            graphqlUrl: env['GITHUB_GRAPHQL_URL'] ?? `${apiUrl}/graphql`,
            log,
          }),
    git: await openGit({ folder, env, token, serverUrl, log, temp }),
  };
}

function required(env: Env, name: string): string {
  const value = env[name];
  if (value === undefined || value === '') {
    throw new UserError(
      `${name} is not set: this program is started by a GitHub Actions runner; on your own machine use the command line, prompt-regression run.`,
    );
  }
  return value;
}
