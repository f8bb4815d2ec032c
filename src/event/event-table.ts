/** What the action does on one event, or on one kind of it: a row of `docs/events.md`. */
export type EventRow = {
  /** As GitHub names it. */
  readonly event: string;
  /** Which of them; `null` for all. */
  readonly when: string | null;
} & (
  | {
      /** `as-caller`: what GitHub hands to the action is the event that another row is about. */
      readonly answer: 'evaluates' | 'tells' | 'as-caller';
      /** The files that are judged. */
      readonly head: string;
      /** What they are held against. */
      readonly base: string;
      /** Which token and secrets the run has. */
      readonly rights: string;
      /** What turns green, and when. */
      readonly green: string;
      /** What is written besides log, summary and outputs. */
      readonly written: string;
    }
  /** Exit code 2, before a file is read or GitHub is asked. */
  | { readonly answer: 'refused'; readonly because: string }
);

const WORKFLOWS = "the workflow's";
const PUSHED = `${WORKFLOWS}; of a push by Dependabot, Dependabot's own secrets`;

/**
 * Every event, and what it means here: the one source of `docs/events.md` and of what is refused. A job is evaluated only
 * where it stands on the commit that its result is shown on.
 */
export const EVENTS: readonly EventRow[] = [
  {
    event: 'pull_request',
    when: '`opened`, `synchronize`, `reopened`, `ready_for_review` and every other type that has no row here; drafts too',
    answer: 'evaluates',
    head: "the checkout: GitHub's merge of the pull request, or its head",
    base: 'the commit that it is merged into, in whatever branch (a stacked pull request goes into that of another); else where it left that branch',
    rights: WORKFLOWS,
    green: 'job and status of each suite, where its gate holds or no watched file changed',
    written: 'the comment; the statuses, on the head commit',
  },
  {
    event: 'pull_request',
    when: '`edited` to go into another branch, as GitHub also does when the branch below a stacked one is merged',
    answer: 'evaluates',
    head: 'the checkout',
    base: 'the new branch, as above',
    rights: WORKFLOWS,
    green: 'as above: what was decided against the old branch does not count',
    written: 'as above; the acceptance label is taken off',
  },
  {
    event: 'pull_request',
    when: '`edited` in title or text; `labeled`, `unlabeled`',
    answer: 'tells',
    head: 'none: nothing is measured',
    base: '–',
    rights: WORKFLOWS,
    green:
      'the job, where every suite stands at success on this very head; the label `prompt-regression-accepted` makes what failed there green',
    written: 'with an acceptance: the statuses, and a line in the comment',
  },
  {
    event: 'pull_request',
    when: 'of a fork',
    answer: 'evaluates',
    head: 'the checkout',
    base: 'as above',
    rights: 'no secrets, and a token that can only read, whatever `permissions:` says',
    green:
      'the job, where no watched file changed, or no key is needed and the gate holds; else it fails, and says what a maintainer does',
    written: 'nothing: the companion and the dispatch below set the statuses',
  },
  {
    event: 'pull_request',
    when: 'set off by Dependabot',
    answer: 'evaluates',
    head: 'the checkout',
    base: 'as above',
    rights: "Dependabot's own secrets; the token can do what `permissions:` says",
    green: 'as of any other, where the key is among the Dependabot secrets or none is needed',
    written: 'as of any other',
  },
  {
    event: 'pull_request',
    when: '`closed`',
    answer: 'refused',
    because:
      'there is nothing left to decide, and the checkout of a merged pull request is the base. Leave `closed` out of the `types` of the workflow',
  },
  {
    event: 'merge_group',
    when: null,
    answer: 'evaluates',
    head: "the checkout: the queue's commit",
    base: 'the commit that the group is merged into',
    rights: WORKFLOWS,
    green:
      'job and statuses, where the gate holds or no watched file changed; or as the pull request that the queue adds stands, where files and settings are the same',
    written: "the statuses, on the queue's commit",
  },
  {
    event: 'push',
    when: 'to the default branch',
    answer: 'evaluates',
    head: 'the checkout',
    base: 'what was stored before; the commit before tells what changed',
    rights: PUSHED,
    green: 'job and statuses, where the threshold holds: a fall is told, and fails nobody any more',
    written: 'the baseline, whatever the score, unless one of the same files is stored; the statuses',
  },
  {
    event: 'push',
    when: 'to another branch',
    answer: 'evaluates',
    head: 'the checkout',
    base: 'where the branch left the default branch, never the push before',
    rights: PUSHED,
    green: 'job and statuses, where the gate holds or no watched file changed',
    written: 'the statuses',
  },
  {
    event: 'workflow_dispatch',
    when: 'with `pull-request`, of this repository',
    answer: 'evaluates',
    head: "the pull request's head, in a checkout of its own; with `sha` only where it is that commit",
    base: 'where it left its base branch',
    rights: WORKFLOWS,
    green: 'job and statuses, as on `pull_request`',
    written: 'the comment; the statuses, on the head commit',
  },
  {
    event: 'workflow_dispatch',
    when: 'with `pull-request`, `sha` and a limit of calls, of a fork',
    answer: 'evaluates',
    head: "the base branch's newest commit, with nothing but the prompts taken from the fork, as text, at exactly `sha`",
    base: "the base branch's newest commit",
    rights: WORKFLOWS,
    green:
      'job and statuses, where the gate holds and no other watched file changed; else a person has to look',
    written: 'the comment; the statuses, on the head commit',
  },
  {
    event: 'workflow_dispatch',
    when: 'with `pull-request`, `sha` and `accept`',
    answer: 'tells',
    head: 'none: nothing is measured',
    base: '–',
    rights: WORKFLOWS,
    green: 'job and statuses, where every suite was decided on that head and who starts the run may write',
    written: 'the statuses, on the head commit, and a line in the comment',
  },
  {
    event: 'workflow_dispatch',
    when: 'without, on the default branch',
    answer: 'evaluates',
    head: 'the checkout',
    base: 'as on `push`',
    rights: WORKFLOWS,
    green: 'as on `push`',
    written: 'the baseline, measured anew; the statuses',
  },
  {
    event: 'workflow_dispatch',
    when: 'without, on another branch',
    answer: 'evaluates',
    head: 'the checkout',
    base: 'where the branch left the default branch',
    rights: WORKFLOWS,
    green: 'job and statuses, where the gate holds; it runs also where no watched file changed',
    written: 'the statuses',
  },
  {
    event: 'schedule',
    when: null,
    answer: 'evaluates',
    head: 'the checkout: the default branch',
    base: 'as on `push`',
    rights: WORKFLOWS,
    green: 'as on `push`',
    written: 'the baseline, measured anew; the statuses',
  },
  {
    event: 'workflow_call',
    when: 'a workflow that another one calls',
    answer: 'as-caller',
    head: "as in the row of the caller's event, which is the one that GitHub names",
    base: 'as there; the called file is watched like the caller, where it lies in this repository',
    rights: "the secrets that the caller hands on (`secrets: inherit`), and at most its job's `permissions:`",
    green: 'as there',
    written: 'as there',
  },
  {
    event: 'workflow_run',
    when: "of the check, on a fork's pull request: the companion",
    answer: 'tells',
    head: 'none is checked out: which files the fork changes is asked of GitHub',
    base: 'where the fork left the base branch; what is watched is what the newest commit of that branch watches',
    rights: "the workflow's, on the default branch",
    green: 'the status of each suite of which no watched file changed, on the head commit',
    written: 'the statuses: else `pending`, waiting for a maintainer',
  },
  {
    event: 'pull_request_target',
    when: null,
    answer: 'refused',
    because:
      "its job stands on the base branch with this repository's secrets, so a check of its files says nothing of the head, and with the head checked out a stranger's code runs beside the secrets; use `pull_request`",
  },
  {
    event: 'issue_comment',
    when: null,
    answer: 'refused',
    because:
      'its job stands on the default branch, whoever wrote the comment; use `workflow_dispatch` with the input `pull-request` to measure again, and the label `prompt-regression-accepted` on `pull_request` to accept',
  },
  { event: 'repository_dispatch', when: null, answer: 'refused', because: 'use `workflow_dispatch`' },
];

/**
 * Why an event is refused, as a phrase that names what to use; of one that nobody wrote a reason for, the events that are
 * evaluated.
 */
export function refusalOf(name: string): string {
  const row = EVENTS.find(({ event, answer }) => event === name && answer === 'refused');
  if (row?.answer === 'refused') return row.because;
  const evaluated = EVENTS.filter(({ answer }) => answer === 'evaluates').map(({ event }) => `\`${event}\``);
  const names = [...new Set(evaluated)];
  return `use ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
