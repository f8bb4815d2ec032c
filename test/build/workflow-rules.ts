import { parse } from 'yaml';

type Step = {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
};
type Job = {
  readonly permissions?: Permissions;
  readonly concurrency?: unknown;
  readonly uses?: string;
  readonly secrets?: unknown;
  readonly steps?: readonly Step[];
};
type Permissions = string | Readonly<Record<string, string>>;
export type Workflow = {
  readonly on: string | readonly string[] | Readonly<Record<string, unknown>>;
  readonly permissions?: Permissions;
  readonly concurrency?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
};

/** What may be used by a tag: this action itself, of which an example cannot know the commit. */
const BY_TAG = /^OWNER\/prompt-regression@v\d+$/;
/** Rights that a job may have, and no other: the comment, the status, the baseline. */
const WRITABLE = new Set(['pull-requests', 'statuses', 'contents']);
/** Events whose runs have secrets while a stranger decides what is in them. */
const DANGEROUS = new Set(['pull_request_target', 'issue_comment', 'issues', 'discussion']);

/** How a workflow names a secret. */
export function secretOf(name: string): string {
  return `\${{ secrets.${name} }}`;
}

/** What is unsafe about a workflow, after the rules of zizmor that concern what we write. `rights`: further ones that its jobs may have. */
export function listWorkflowRisks(text: string, rights: readonly string[] = []): readonly string[] {
  const workflow: Workflow = parse(text);
  const jobs = Object.entries(workflow.jobs);
  const events =
    typeof workflow.on === 'string'
      ? [workflow.on]
      : Array.isArray(workflow.on)
        ? workflow.on
        : Object.keys(workflow.on);
  return [
    ...events.filter((event) => DANGEROUS.has(event)).map((event) => `dangerous-triggers: ${event}`),
    // It stands on the default branch with all rights, for whoever opened a pull request: only our own code may run.
    ...(events.includes('workflow_run') && !jobs.every(([, job]) => (job.steps ?? []).every(isPlain))
      ? ['dangerous-triggers: workflow_run with more than a plain checkout and this action']
      : []),
    ...listPermissionRisks(workflow, new Set([...WRITABLE, ...rights])),
    ...(cancels(workflow.concurrency) || jobs.every(([, job]) => cancels(job.concurrency))
      ? []
      : ['concurrency-limits: no `concurrency` that says what becomes of a run in progress']),
    ...(/toJSON\(\s*secrets\s*\)/i.test(text) ? ['overprovisioned-secrets: all of them'] : []),
    ...jobs.flatMap(([name, job]) => [
      ...(job.secrets === 'inherit' ? [`secrets-inherit: ${name}`] : []),
      ...listSigningRisks(name, job),
      ...[job, ...(job.steps ?? [])].flatMap(({ uses }) => (uses === undefined ? [] : pinRisk(uses, text))),
      ...(job.steps ?? []).flatMap(listStepRisks),
    ]),
  ];
}

function listPermissionRisks(
  { permissions, jobs }: Workflow,
  writable: ReadonlySet<string>,
): readonly string[] {
  const risks: string[] = [];
  if (permissions === undefined && Object.values(jobs).some((job) => job.permissions === undefined)) {
    risks.push("excessive-permissions: no `permissions`, so the repository's default");
  }
  for (const [where, given] of [
    ['the whole workflow', permissions] as const,
    ...Object.entries(jobs).map(([name, job]) => [name, job.permissions] as const),
  ]) {
    if (typeof given === 'string') risks.push(`excessive-permissions: ${given} for ${where}`);
    if (typeof given !== 'object') continue;
    for (const [right, level] of Object.entries(given)) {
      const whole = where === 'the whole workflow';
      if (level === 'write' && (whole || !writable.has(right))) {
        risks.push(`excessive-permissions: ${right}: write for ${where}`);
      }
    }
  }
  return risks;
}

/** A job that may sign installs and builds nothing: every package's code could sign too. */
function listSigningRisks(name: string, { permissions, steps = [] }: Job): readonly string[] {
  if (typeof permissions !== 'object' || permissions['id-token'] !== 'write') return [];
  const builds = /\b(?:npx|npm (?:ci|install|i|run|test|exec|rebuild|pack))\b|\.ci\//;
  return steps.flatMap(({ run = '' }) =>
    builds.test(run) ? [`builds-beside-id-token: ${name}: ${run}`] : [],
  );
}

/** By commit, with the tag in a comment, so that a person sees what it is and a bot can raise it. */
function pinRisk(uses: string, text: string): readonly string[] {
  if (uses.startsWith('./') || BY_TAG.test(uses)) return [];
  const pinned = /@[0-9a-f]{40}$/.test(uses) && new RegExp(`${uses} # v\\d+\\.\\d+\\.\\d+$`, 'm').test(text);
  return pinned ? [] : [`unpinned-uses: ${uses}`];
}

function listStepRisks({ uses = '', run = '', with: inputs = {} }: Step): readonly string[] {
  const code = [run, ...(typeof inputs['script'] === 'string' ? [inputs['script']] : [])].join('\n');
  return [
    ...(code.includes('${{') ? [`template-injection: ${code.trim()}`] : []),
    ...(/GITHUB_(ENV|PATH)\b/.test(code) ? [`github-env: ${code.trim()}`] : []),
    ...(uses.startsWith('actions/checkout@') && inputs['persist-credentials'] !== false
      ? ['artipacked: actions/checkout without `persist-credentials: false`']
      : []),
  ];
}

/** True for a checkout of the event's own commit, and for this action without a key. */
function isPlain({ uses = '', run, with: inputs = {} }: Step): boolean {
  if (run !== undefined) return false;
  return uses.startsWith('actions/checkout@')
    ? !('ref' in inputs) && !('repository' in inputs)
    : BY_TAG.test(uses) && Object.values(inputs).every((value) => !String(value).includes('secrets.'));
}

/** True where it says what becomes of a run in progress, whatever it says. */
function cancels(concurrency: unknown): boolean {
  return typeof concurrency === 'object' && concurrency !== null && 'cancel-in-progress' in concurrency;
}
