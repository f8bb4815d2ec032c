import { readdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckedOutCommit } from '../checkout/checkout.js';
import { findStatusBase, parseEvent } from '../checkout/event.js';
import type { CompanionEvent, RunEvent } from '../checkout/read-event.js';
import { resolveFolder } from '../files/readers.js';
import { openGit } from '../git/open-git.js';
import type { GitHubOptions } from '../github/open-github.js';
import type { Env, Log } from '../model/effects.js';
import { UserError } from '../model/errors.js';
import type { GitHub } from '../model/github.js';
import type { Git } from '../model/repository.js';
import type { PublishSettings } from '../model/suite.js';
import { buildCommentKey } from '../publish/comment-body.js';
import { listResultFolders } from '../publish/files.js';
import type { Outlets, Workflow } from '../publish/outlets.js';
import type { Deadline } from '../session/deadline.js';
import type { Overrides } from '../settings/overrides.js';
import type { Redact } from '../text/redact.js';

export type Runner = {
  readonly event: RunEvent | CompanionEvent;
  /** `owner/name`. */
  readonly repository: string;
  /** Absolute, without symbolic links. */
  readonly workspace: string;
  /** Absolute folder for all relative paths, without symbolic links. */
  readonly folder: string;
  /** The same relative to the repository's top, with forward slashes. */
  readonly prefix: string;
  /** For worktrees and result files. */
  readonly temp: string;
  readonly runId: string;
  readonly attempt: number;
  /** `https://github.com/owner/name` */
  readonly repositoryUrl: string;
  readonly runUrl: string;
  /** Where the workflow puts the HTML report; `null` if it does not say. */
  readonly reportUrl: string | null;
  /** URL of this action's files; `null` if the workflow uses a checkout. */
  readonly homeUrl: string | null;
  readonly workflow: string;
  readonly github: GitHub | null;
  readonly git: Git;
};

/** A runner whose repository is not open yet. */
export type RunnerStart = Omit<Runner, 'git' | 'prefix'>;

/** Reads the runner's environment and opens its GitHub. Throws `UserError`. */
export async function openRunner(
  overrides: Overrides,
  env: Env,
  { log, deadline }: { readonly log: Log; readonly deadline: Deadline },
): Promise<RunnerStart> {
  const givenWorkspace = requireVariable(env, 'GITHUB_WORKSPACE');
  const repository = requireVariable(env, 'GITHUB_REPOSITORY');
  const folder = await resolveFolder(givenWorkspace, overrides);
  const workspace = await realpath(givenWorkspace);
  const temp = env['RUNNER_TEMP'] ?? join(workspace, '..');
  const token = overrides.githubToken ?? null;
  const serverUrl = findServerUrl(env);
  const apiUrl = env['GITHUB_API_URL'] ?? 'https://api.github.com';
  const graphqlUrl = env['GITHUB_GRAPHQL_URL'] ?? `${apiUrl}/graphql`;
  const runId = env['GITHUB_RUN_ID'] ?? '0';
  const repositoryUrl = `${serverUrl}/${repository}`;
  const runUrl = `${repositoryUrl}/actions/runs/${runId}`;
  const event = parseEvent({
    name: requireVariable(env, 'GITHUB_EVENT_NAME'),
    payload: JSON.parse(await readFile(requireVariable(env, 'GITHUB_EVENT_PATH'), 'utf8')),
    sha: env['GITHUB_SHA'] ?? '',
    ref: env['GITHUB_REF'] ?? '',
    actor: env['GITHUB_ACTOR'],
  });
  if ((await readdir(workspace)).length === 0) {
    throw new UserError('The workspace is empty: put actions/checkout before this step.');
  }
  const onlyReads = event.kind === 'pull-request' && event.pullRequest.restricted === 'fork';
  return {
    event,
    repository,
    workspace,
    folder,
    temp,
    runId,
    attempt: Number(env['GITHUB_RUN_ATTEMPT'] ?? '1'),
    repositoryUrl,
    runUrl,
    reportUrl: overrides.reportUrl === undefined ? null : new URL(overrides.reportUrl, runUrl).href,
    homeUrl: findActionUrl(env, serverUrl),
    workflow: env['GITHUB_WORKFLOW'] ?? '',
    github:
      token === null
        ? null
        : await openGitHubLate({
            token,
            repository,
            apiUrl,
            graphqlUrl,
            onlyReads,
            signal: deadline.reportSignal,
            log,
          }),
  };
}

/** The checkout's repository. Throws `UserError` if git cannot read one, or if it is not the one of the event. */
export async function openRepository({ runner, overrides, env, deadline, log }: JobStart): Promise<Git> {
  const { workspace, folder, temp } = runner;
  const git = await openGit({
    folder,
    // A repository around the workspace, such as a home folder's, is another one.
    ceiling: dirname(workspace),
    env,
    token: overrides.githubToken ?? null,
    serverUrl: findServerUrl(env),
    log,
    temp,
    signal: deadline.signal,
  });
  if (git.superproject === null) return git;
  throw new UserError(
    `working-directory: ${JSON.stringify(relative(workspace, folder))} is in a submodule, ${relative(git.superproject, git.top)}, ` +
      "which has commits of its own; name a folder of this repository, or run the check in the submodule's repository.",
  );
}

function findServerUrl(env: Env): string {
  return env['GITHUB_SERVER_URL'] ?? 'https://github.com';
}

/** Imported late: it reads the event's file and the API's address while loading, and throws if they are wrong. */
async function openGitHubLate(options: GitHubOptions): Promise<GitHub> {
  const { openGitHub } = await import('../github/open-github.js');
  return openGitHub(options);
}

function findActionUrl(env: Env, serverUrl: string): string | null {
  const { GITHUB_ACTION_REPOSITORY: action = '', GITHUB_ACTION_REF: ref = '' } = env;
  return action === '' || ref === '' ? null : `${serverUrl}/${action}/blob/${ref}`;
}

function requireVariable(env: Env, name: string): string {
  const value = env[name];
  if (value === undefined || value === '') {
    throw new UserError(
      `${name} is not set: this program is started by a GitHub Actions runner; on your own machine use the command line, prompt-regression run.`,
    );
  }
  return value;
}

/** A job whose repository is not open yet. */
export type JobStart = Omit<Job, 'runner'> & { readonly runner: RunnerStart };

/** What a program of the action has from its start. */
export type RunnerChannels = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  readonly workflow: Workflow;
  readonly redact: Redact;
};

export type Job = RunnerChannels & {
  readonly shell: 'action';
  readonly scorerHost: readonly string[];
  readonly deadline: Deadline;
  readonly overrides: Overrides;
  readonly runner: Runner;
  readonly keys: readonly (string | undefined)[];
  /** For secrets that only the settings name. */
  readonly setRedact: (redact: Redact) => void;
  /** For annotations: the folder of the paths in the log, relative to the repository's top. */
  readonly setDirectory: (prefix: string) => void;
};

export function openOutlets(
  job: JobStart,
  run: {
    readonly checkout: CheckedOutCommit;
    readonly settings: PublishSettings;
  },
): Outlets {
  const { runner, overrides, deadline, workflow, redact, log } = job;
  const { checkout, settings } = run;
  const directory = checkout.prefix;
  const { workflow: name, github, repositoryUrl, runUrl, reportUrl, homeUrl, temp } = runner;
  const commentKey = buildCommentKey({
    workflow: name,
    config: overrides.config ?? null,
    suites: overrides.suites ?? [],
    directory,
  });
  return {
    settings,
    github,
    workflow,
    pullRequest: checkout.pullRequest,
    statusSha: checkout.statusSha,
    statusBase: findStatusBase(checkout.event),
    directory,
    commentKey,
    repositoryUrl,
    runUrl,
    reportUrl,
    homeUrl,
    ...listResultFolders(temp, redact(commentKey)),
    redact,
    log,
    sleep: createSleep(deadline),
  };
}

export function createSleep({ reportSignal }: Deadline): (ms: number) => Promise<void> {
  return (ms) => sleep(ms, undefined, { signal: reportSignal });
}
