import type { RunEvent } from '../ports/event.js';

/** Why a run has no key, as one sentence, and what a maintainer does next; `null` where it has what the workflow names. */
export function tellForkOrDependabot(
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
        remedy: `To have it evaluated, a maintainer who has read the change runs this workflow by hand, with \`pull-request: ${pull?.number}\`, \`sha: ${pull?.headSha}\` and a limit of calls (\`max-calls\`).`,
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
