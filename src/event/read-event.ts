import { z } from 'zod';
import { UserError } from '../ports/errors.js';
import type { CompanionEvent, RunEvent } from '../ports/event.js';

// Each of these is made when its event is read: a run has one of them, and making them all is a part of every start.
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
    /** With `edited`: what was changed, under its name. */
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
 * Events whose job does not stand on what it would be shown on, and what to use; any other that is not evaluated gets
 * `USE_OTHERS`. They end before a file is read or GitHub is asked. The same stands on `docs/events.md`.
 */
const REFUSED: Readonly<Record<string, string>> = {
  'pull_request closed':
    'a closed pull request has nothing left to decide. Remove `closed` from the `types` of the workflow',
  pull_request_target:
    "its job has this repository's secrets. On the base branch's files it would not test the head, and on the head's files it would run a stranger's code with the secrets. Use `pull_request`",
  issue_comment:
    'its job runs on the default branch. To measure again, use `workflow_dispatch` with the input `pull-request`. To accept, use the label `prompt-regression-accepted` on `pull_request`',
  repository_dispatch: 'use `workflow_dispatch`',
};
const USE_OTHERS = 'use `pull_request`, `merge_group`, `push`, `workflow_dispatch` or `schedule`';

/** Runs that GitHub starts for this account get its own secrets alone, whoever starts them again. */
const DEPENDABOT = 'dependabot[bot]';

/**
 * What set the run off. Only events whose job stands on the commit that the result is shown on are evaluated; any other
 * is refused by name, since its green would be shown for files that nobody looked at. Throws `UserError` for these, and
 * where the payload is not that event's.
 */
export function parseEvent(given: {
  readonly name: string;
  readonly payload: unknown;
  /** Commit and ref of the run, as the runner says. */
  readonly sha: string;
  readonly ref: string;
  /** Login of who set it off. */
  readonly actor?: string | undefined;
}): RunEvent | CompanionEvent {
  const { name } = given;
  switch (name) {
    case 'pull_request': {
      const {
        action,
        pull_request,
        repository: here,
        label,
        sender,
        changes,
      } = read(pullRequestPayload(), given);
      if (action === 'closed') {
        throw new UserError(
          `The event \`pull_request\` with the action \`closed\` is not evaluated: ${REFUSED['pull_request closed']}.`,
        );
      }
      const { number, head, base, labels } = pull_request;
      const home = base.repo?.full_name ?? here?.full_name;
      const fork = isElsewhere(head.repo, home);
      const restricted = fork ? 'fork' : given.actor === DEPENDABOT ? 'dependabot' : null;
      return {
        kind: 'pull-request',
        action,
        pullRequest: { number, headSha: head.sha, baseRef: base.ref, restricted, ...(fork && { fork }) },
        ...(action === 'edited' && { retargeted: changes?.base !== undefined }),
        ...(labels !== undefined && labels.length > 0 && { labels: labels.map(({ name: text }) => text) }),
        ...(label && sender && { label: { name: label.name, by: sender.login } }),
      };
    }
    case 'merge_group': {
      const { merge_group } = read(mergeGroupPayload(), given);
      const { base_sha: baseSha, head_sha: headSha, head_ref = '' } = merge_group;
      const queued = QUEUED.exec(head_ref)?.[1];
      return {
        kind: 'merge-group',
        baseSha,
        headSha,
        ...(queued !== undefined && { queued: Number(queued) }),
      };
    }
    case 'push':
    case 'schedule':
    case 'workflow_dispatch': {
      const { repository: here, sender } = read(branchPayload(), given);
      const run = { sha: given.sha, ref: given.ref, defaultBranch: here?.default_branch ?? null };
      if (name === 'workflow_dispatch')
        return { kind: 'dispatch', ...run, ...(sender && { by: sender.login }) };
      return {
        kind: name,
        ...run,
        ...(name === 'push' && given.actor === DEPENDABOT && { restricted: 'dependabot' }),
      };
    }
    case 'workflow_run': {
      const { workflow_run: ended, repository: here } = read(workflowRunPayload(), given);
      return {
        kind: 'companion',
        headSha: ended.head_sha,
        of: ended.event,
        fork: isElsewhere(ended.head_repository, here?.full_name),
      };
    }
    default:
      throw new UserError(`The event \`${name}\` is not evaluated: ${REFUSED[name] ?? USE_OTHERS}.`);
  }
}

function read<Payload>(
  schema: z.ZodType<Payload>,
  given: { readonly name: string; readonly payload: unknown },
) {
  // What is parsed once is not worth a parser that is compiled for it.
  const parsed = schema.safeParse(given.payload, { jitless: true });
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues.map((issue) => issue.path.join('.') || 'the payload');
  throw new UserError(
    `The payload of the event ${given.name} cannot be read: ${[...new Set(places)].join(', ')} is missing or wrong; is GITHUB_EVENT_PATH the file that the runner wrote?`,
  );
}

/** True where a head is in another repository, or its repository is gone. Names differ in more than case. */
function isElsewhere(
  head: { readonly full_name: string } | null | undefined,
  home: string | undefined,
): boolean {
  return head?.full_name.toLowerCase() !== home?.toLowerCase() || home === undefined;
}
