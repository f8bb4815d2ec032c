import { z } from 'zod';
import { UserError } from '../ports/errors.js';
import type { RunEvent } from '../ports/event.js';

const sha = z.string().regex(/^[0-9a-f]{40,64}$/);
const repository = z.object({ full_name: z.string() });

const pullRequestPayload = z.object({
  action: z.string().default(''),
  pull_request: z.object({
    number: z.int().positive(),
    head: z.object({ sha, repo: repository.nullish() }),
    base: z.object({ ref: z.string(), repo: repository.nullish() }),
    labels: z.array(z.object({ name: z.string() })).optional(),
  }),
  repository: repository.optional(),
  label: z.object({ name: z.string() }).nullish(),
  sender: z.object({ login: z.string() }).nullish(),
});

const mergeGroupPayload = z.object({ merge_group: z.object({ base_sha: sha, head_sha: sha }) });

const branchPayload = z.object({ repository: z.object({ default_branch: z.string().nullish() }).optional() });

/** Events that somebody may take for one that is evaluated: why it is not, and what to use instead. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  [
    'pull_request_target',
    "its job stands on the base branch with this repository's secrets, so a check of its files says nothing of the head, and with the head checked out a stranger's code runs beside the secrets; use `pull_request`",
  ],
  [
    'issue_comment',
    'its job stands on the default branch, whoever wrote the comment; use `workflow_dispatch` with the input `pull-request` to measure again, and the label `prompt-regression-accepted` on `pull_request` to accept',
  ],
  ['repository_dispatch', 'use `workflow_dispatch`'],
]);

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
}): RunEvent {
  const { name } = given;
  switch (name) {
    case 'pull_request': {
      const { action, pull_request, repository: here, label, sender } = read(pullRequestPayload, given);
      if (action === 'closed') {
        throw new UserError(
          'The event `pull_request` with the action `closed` is not evaluated: there is nothing left to decide, and the checkout of a merged pull request is the base. Leave `closed` out of the `types` of the workflow.',
        );
      }
      const { number, head, base, labels } = pull_request;
      const home = base.repo?.full_name ?? here?.full_name;
      const fork = head.repo === null || head.repo === undefined || !sameName(head.repo.full_name, home);
      return {
        kind: 'pull-request',
        action,
        pullRequest: { number, headSha: head.sha, baseRef: base.ref, fork },
        ...(labels !== undefined && labels.length > 0 && { labels: labels.map(({ name: text }) => text) }),
        ...(label && sender && { label: { name: label.name, by: sender.login } }),
      };
    }
    case 'merge_group': {
      const { merge_group } = read(mergeGroupPayload, given);
      return { kind: 'merge-group', baseSha: merge_group.base_sha, headSha: merge_group.head_sha };
    }
    case 'push':
    case 'schedule':
    case 'workflow_dispatch': {
      const defaultBranch = read(branchPayload, given).repository?.default_branch ?? null;
      const kind = name === 'workflow_dispatch' ? 'dispatch' : name;
      return { kind, sha: given.sha, ref: given.ref, defaultBranch };
    }
    default:
      throw new UserError(
        `The event \`${name}\` is not evaluated: ${REFUSED.get(name) ?? 'use `pull_request`, `merge_group`, `push`, `schedule` or `workflow_dispatch`'}.`,
      );
  }
}

function read<Payload>(
  schema: z.ZodType<Payload>,
  given: { readonly name: string; readonly payload: unknown },
) {
  const parsed = schema.safeParse(given.payload);
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues.map((issue) => issue.path.join('.') || 'the payload');
  throw new UserError(
    `The payload of the event ${given.name} cannot be read: ${[...new Set(places)].join(', ')} is missing or wrong; is GITHUB_EVENT_PATH the file that the runner wrote?`,
  );
}

/** Names of owners and repositories differ in more than case. */
function sameName(a: string, b: string | undefined): boolean {
  return a.toLowerCase() === b?.toLowerCase();
}
