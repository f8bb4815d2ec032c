import { z } from 'zod';
import { UserError } from '../model/errors.js';
import type { StatusBase } from '../model/github.js';
import { omitUndefined } from '../model/omit-undefined.js';
import type { BaselineChoice } from '../model/suite.js';
import type { CompanionEvent, RunEvent } from './read-event.js';

// Schemas are built when their event is read, because building all of them would slow down every start.
const sha = () => z.string().regex(/^[0-9a-f]{40,64}$/);
const repository = () => z.object({ full_name: z.string() });

const pullRequestPayload = () =>
  z.object({
    action: z.string().default(''),
    pull_request: z.object({
      number: z.int().positive(),
      head: z.object({ sha: sha(), repo: repository().nullish() }),
      base: z.object({ ref: z.string(), repo: repository().nullish() }),
      labels: z.array(z.object({ name: z.string() })).optional(),
    }),
    repository: repository().optional(),
    label: z.object({ name: z.string() }).nullish(),
    sender: z.object({ login: z.string() }).nullish(),
    changes: z.object({ base: z.unknown().optional() }).nullish(),
  });

const mergeGroupPayload = () =>
  z.object({
    merge_group: z.object({ base_sha: sha(), head_sha: sha(), head_ref: z.string().optional() }),
  });
/** `refs/heads/gh-readonly-queue/main/pr-7-<commit>`. */
const QUEUED = /\/pr-([1-9]\d{0,14})-[0-9a-f]+$/;

const workflowRunPayload = () =>
  z.object({
    workflow_run: z.object({ event: z.string(), head_sha: sha(), head_repository: repository().nullish() }),
    repository: repository().optional(),
  });

const branchPayload = () =>
  z.object({
    repository: z.object({ default_branch: z.string().nullish() }).optional(),
    sender: z.object({ login: z.string() }).nullish(),
  });

/**
 * Events whose job does not run on the commit that shows the result, and their replacements. Others get `OTHER_EVENTS_REMEDY`.
 * `test/support/events.md` has the table, docs/events.md says it in short.
 */
const REFUSED: Readonly<Record<string, string>> = {
  'pull_request closed':
    'a closed pull request has nothing left to decide. Remove `closed` from the `types` of the workflow',
  pull_request_target:
    "its job has this repository's secrets. On the base branch's files it would not test the head, and on the head's files it would run a stranger's code with the secrets. Use `pull_request`",
  issue_comment:
    'its job runs on the default branch. To measure again, use `workflow_dispatch` with the input `pull-request`. To accept, use the label `prompt-regression-accepted` on `pull_request`',
  repository_dispatch:
    'use `workflow_dispatch`, or a pull request that changes the pinned commit of the other repository',
};
const OTHER_EVENTS_REMEDY = 'use `pull_request`, `merge_group`, `push`, `workflow_dispatch` or `schedule`';

/** Runs started by this account only get its own secrets, even if a person restarts them. */
const DEPENDABOT = 'dependabot[bot]';

type EventFile = {
  readonly name: string;
  readonly payload: unknown;
  readonly sha: string;
  readonly ref: string;
  readonly actor?: string | undefined;
};

/** The event that started the run. */
export function parseEvent(file: EventFile): RunEvent | CompanionEvent {
  switch (file.name) {
    case 'pull_request':
      return parsePullRequest(file);
    case 'merge_group':
      return parseMergeGroup(file);
    case 'push':
    case 'schedule':
    case 'workflow_dispatch':
      return parseBranchRun(file, file.name);
    case 'workflow_run':
      return parseWorkflowRun(file);
    default:
      throw new UserError(
        `The event \`${file.name}\` is not evaluated: ${REFUSED[file.name] ?? OTHER_EVENTS_REMEDY}.`,
      );
  }
}

function parsePullRequest(file: EventFile): RunEvent {
  const {
    action,
    pull_request,
    repository: here,
    label,
    sender,
    changes,
  } = parsePayload(pullRequestPayload(), file);
  if (action === 'closed') {
    throw new UserError(
      `The event \`pull_request\` with the action \`closed\` is not evaluated: ${REFUSED['pull_request closed']}.`,
    );
  }
  const { number, head, base, labels = [] } = pull_request;
  const fork = isElsewhere(head.repo, base.repo?.full_name ?? here?.full_name);
  const byDependabot = file.actor === DEPENDABOT ? 'dependabot' : null;
  const restricted = fork ? 'fork' : byDependabot;
  return omitUndefined({
    kind: 'pull-request',
    action,
    pullRequest: omitUndefined({
      number,
      headSha: head.sha,
      baseRef: base.ref,
      restricted,
      fork: fork ? true : undefined,
    }),
    retargeted: action === 'edited' ? changes?.base !== undefined : undefined,
    labels: labels.length > 0 ? labels.map(({ name }) => name) : undefined,
    label: label && sender ? { name: label.name, by: sender.login } : undefined,
  });
}

function parseMergeGroup(file: EventFile): RunEvent {
  const {
    base_sha: baseSha,
    head_sha: headSha,
    head_ref = '',
  } = parsePayload(mergeGroupPayload(), file).merge_group;
  const queued = QUEUED.exec(head_ref)?.[1];
  return omitUndefined({
    kind: 'merge-group',
    baseSha,
    headSha,
    queued: queued === undefined ? undefined : Number(queued),
  });
}

function parseBranchRun(file: EventFile, name: 'push' | 'schedule' | 'workflow_dispatch'): RunEvent {
  const { repository: here, sender } = parsePayload(branchPayload(), file);
  const run = { sha: file.sha, ref: file.ref, defaultBranch: here?.default_branch ?? null };
  if (name === 'workflow_dispatch') return omitUndefined({ kind: 'dispatch', ...run, by: sender?.login });
  const isRestricted = name === 'push' && file.actor === DEPENDABOT;
  return omitUndefined({ kind: name, ...run, restricted: isRestricted ? 'dependabot' : undefined });
}

function parseWorkflowRun(file: EventFile): CompanionEvent {
  const { workflow_run: run, repository: here } = parsePayload(workflowRunPayload(), file);
  const fork = isElsewhere(run.head_repository, here?.full_name);
  return { kind: 'companion', headSha: run.head_sha, of: run.event, fork };
}

function parsePayload<Payload>(schema: z.ZodType<Payload>, file: EventFile): Payload {
  // Compiling the parser does not pay for one use.
  const parsed = schema.safeParse(file.payload, { jitless: true });
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues.map((issue) => issue.path.join('.') || 'the payload');
  throw new UserError(
    `The payload of the event ${file.name} cannot be read: ${[...new Set(places)].join(', ')} is missing or wrong; is GITHUB_EVENT_PATH the file that the runner wrote?`,
  );
}

/** True if a head is in another repository, or its repository is gone. GitHub ignores the case of names. */
function isElsewhere(
  head: { readonly full_name: string } | null | undefined,
  home: string | undefined,
): boolean {
  return head?.full_name.toLowerCase() !== home?.toLowerCase() || home === undefined;
}

/** A run on the base branch itself. */
export function isBaselineRun(event: RunEvent): boolean {
  return 'defaultBranch' in event && event.ref === `refs/heads/${event.defaultBranch}`;
}

/** True if the result becomes a baseline. By clock or by hand, a run that names a git ref is compared with that instead. */
export function storesBaseline(event: RunEvent, choice: BaselineChoice | undefined): boolean {
  return isBaselineRun(event) && (isStartedByChange(event) || choice?.kind !== 'ref');
}

/** True if a change started the run: without a changed watched file it has nothing to do. */
export function isStartedByChange(event: RunEvent): boolean {
  return event.kind === 'pull-request' || event.kind === 'merge-group' || event.kind === 'push';
}

/** The commit that gets the status: a pull request's head, not its merge. */
export function findStatusCommit(event: RunEvent): string {
  if (event.kind === 'pull-request') return event.pullRequest.headSha;
  return event.kind === 'merge-group' ? event.headSha : event.sha;
}

/** The base branch in the status; `null` if the status is about its commit alone. */
export function findStatusBase(event: RunEvent): StatusBase | null {
  if (event.kind === 'pull-request') {
    return { branch: event.pullRequest.baseRef, pullRequest: event.pullRequest.number };
  }
  if (event.kind === 'merge-group' || event.defaultBranch === null || isBaselineRun(event)) return null;
  return { branch: event.defaultBranch, pullRequest: null };
}

/** Names what the results of a run are about. A later run uses what this run saved only under the same name. */
export function nameEventScope(event: RunEvent): string {
  if (event.kind === 'pull-request') return `pull request ${event.pullRequest.number}`;
  return event.kind === 'merge-group' ? `merge group ${event.headSha}` : event.ref;
}

/** An event of a pull request, or a run by hand for one. */
export type PullRequestEvent = Extract<RunEvent, { kind: 'pull-request' }>;

/** True if the run measures nothing: a label, or an edit of title and text. It ends with the head's current result. */
export function isWithoutMeasurement(event: RunEvent): event is PullRequestEvent {
  if (event.kind !== 'pull-request') return false;
  const { action, retargeted } = event;
  return action === 'labeled' || action === 'unlabeled' || (action === 'edited' && retargeted === false);
}

/** The label that this pull request waits for. Other events, forks and runs by hand do not wait. */
export function findMissingRunLabel(event: RunEvent, runLabel: string | null): string | null {
  if (event.kind !== 'pull-request' || event.action === 'dispatch') return null;
  if (event.pullRequest.restricted === 'fork' || runLabel === null) return null;
  return event.labels?.includes(runLabel) ? null : runLabel;
}

/** Why a run has no key, as one sentence, and what a maintainer does next; `null` if it has what the workflow names. */
export function explainMissingSecrets(
  event: RunEvent,
): { readonly cause: string; readonly remedy: string } | null {
  const pull = event.kind === 'pull-request' ? event.pullRequest : null;
  const restricted = pull?.restricted ?? (event.kind === 'push' ? event.restricted : null) ?? null;
  switch (restricted) {
    case null:
      return null;
    case 'fork':
      return {
        cause:
          'This pull request comes from a fork, so GitHub gives its run no secrets and a token that can only read.',
        remedy: `To have it evaluated, a maintainer who has read the change runs this workflow by hand, with \`pull-request: ${pull?.number}\`, \`sha: ${pull?.headSha}\` and a limit of calls, such as \`max-calls: 1000\`.`,
      };
    case 'dependabot':
      return {
        cause: 'This run was set off by Dependabot, so GitHub gives it the Dependabot secrets and no others.',
        remedy: `To have it evaluated, store the key among the Dependabot secrets too and re-run it; or a maintainer runs this workflow by hand, ${pull === null ? 'on the same branch' : `with \`pull-request: ${pull.number}\``}.`,
      };
    default:
      return restricted satisfies never;
  }
}
