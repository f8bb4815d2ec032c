import { cpSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import type { ActionResult, ActionRun } from '../support/run-action.js';
import { KEY, REPOSITORY, type World } from './world.js';

const FOLDER = join(import.meta.dirname, '../../examples');

type Job = {
  readonly if?: string;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly (string | number)[]>> };
  readonly permissions: Readonly<Record<string, 'read' | 'write'>>;
  readonly steps: readonly Step[];
};
/** `uses` is missing in a step that runs a program. */
type Step = {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, unknown>>;
};
type Workflow = {
  readonly name: string;
  readonly on: Readonly<Record<string, { readonly types?: readonly string[] } | null>>;
  readonly jobs: Readonly<Record<string, Job>>;
};

/** Each file's events, and the actions of its pull requests, that `runExample` has run a job with. */
const started = new Set<string>();

/** What the files of `examples/` listen to, `file event` or `file event action`, and no job was run with yet. */
export function listNotStarted(files: readonly string[]): readonly string[] {
  const listed = files.flatMap((file) => {
    const { on }: Workflow = parse(readExample(file));
    return Object.keys(on).map((event) => `${file} ${event}`);
  });
  const { types = [] } = parse(readExample('required-gate.yml')).on.pull_request as { types?: string[] };
  const actions = types.filter(
    (type) => ![...started].some((each) => each.endsWith(` pull_request ${type}`)),
  );
  return [...listed.filter((each) => !started.has(each)), ...actions];
}

/** The text of a file of `examples/`, to lie in a repository as a workflow. */
export function readExample(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8');
}

/**
 * Runs the jobs of a file of `examples/` that GitHub would start for an event, one after the other: each leg of a matrix,
 * with the inputs that the file's expressions give and no more rights than its `permissions:`.
 * @param inputs of a dispatch.
 */
export async function runExample(
  world: World,
  file: string,
  run: Pick<ActionRun, 'event' | 'workspace'> & {
    readonly inputs?: Readonly<Record<string, string>>;
    /** A leg that crashes, as `job leg`. */
    readonly crashes?: string;
  },
): Promise<Readonly<Record<string, ActionResult>>> {
  const workflow: Workflow = parse(readExample(file));
  const { name: event, payload } = run.event;
  const given = payload as { action?: string };
  if (!(event in workflow.on)) throw new Error(`${file} is not started by ${event}`);
  const { types } = workflow.on[event] ?? {};
  if (types !== undefined && given.action !== undefined && !types.includes(given.action)) {
    throw new Error(`${file} is not started by ${event} with ${given.action}`);
  }
  const results: Record<string, ActionResult> = {};
  const newFolder = (name: string) => mkdtempSync(join(world.project.folder, `${name}-`));
  const artifacts = newFolder('artifacts');
  for (const [id, job] of Object.entries(workflow.jobs)) {
    for (const matrix of legsOf(job)) {
      const temp = newFolder('temp');
      const contexts = {
        runner: { temp },
        github: { event_name: event, event: payload, ref: run.event.ref, repository: REPOSITORY },
        inputs: run.inputs ?? {},
        secrets: { OPENAI_API_KEY: KEY },
        matrix,
      };
      if (job.if !== undefined && !evaluate(job.if, contexts)) continue;
      if (run.crashes === [id, ...Object.values(matrix)].join(' ')) continue;
      const step = job.steps.find(({ uses }) => uses?.startsWith('OWNER/prompt-regression@'));
      if (step === undefined) throw new Error(`${file}: ${id} does not use the action`);
      started.add(`${file} ${event}`).add(`${file} ${event} ${given.action}`);
      restrict(world, job.permissions);
      moveArtifacts(job, 'download', { artifacts, contexts });
      const fillAll = (values: Readonly<Record<string, unknown>> = {}) =>
        Object.fromEntries(
          Object.entries(values).map(([name, value]) => [name, fill(String(value), contexts)]),
        );
      const result = await world.run({
        event: run.event,
        workspace: run.workspace,
        inputs: { 'openai-api-key': '', ...fillAll(step.with) },
        env: {
          ...fillAll(step.env),
          GITHUB_JOB: id,
          RUNNER_TEMP: temp,
          GITHUB_WORKFLOW: workflow.name,
          GITHUB_WORKFLOW_REF: `${REPOSITORY}/.github/workflows/${file}@${run.event.ref}`,
        },
      });
      results[[id, ...Object.values(matrix)].join(' ')] = result;
      const steps = { check: { outputs: result.outputs } };
      moveArtifacts(job, 'upload', { artifacts, contexts: { ...contexts, steps } });
    }
  }
  world.github.state.forbidden.clear();
  return results;
}

/** Uploads a step's folder under its name, or downloads all of them. */
function moveArtifacts(
  { steps }: Job,
  way: 'upload' | 'download',
  { artifacts, contexts }: { readonly artifacts: string; readonly contexts: object },
): void {
  for (const { with: given = {} } of steps.filter(({ uses }) =>
    uses?.startsWith(`actions/${way}-artifact@`),
  )) {
    const [path, name] = ['path', 'name'].map((key) => fill(String(given[key] ?? ''), contexts));
    if (path === undefined || name === undefined) continue;
    if (way === 'download') cpSync(artifacts, path, { recursive: true });
    // Without a name, the file's own: `archive: false`.
    else if (existsSync(path)) cpSync(path, join(artifacts, name || basename(path)), { recursive: true });
  }
}

function legsOf({ strategy }: Job): readonly Readonly<Record<string, string | number>>[] {
  const [axis] = Object.entries(strategy?.matrix ?? {});
  return axis === undefined ? [{}] : axis[1].map((value) => ({ [axis[0]]: value }));
}

function restrict({ github: { state } }: World, permissions: Job['permissions']): void {
  state.forbidden.clear();
  if (permissions['contents'] !== 'write') state.forbidden.add('contents');
  if (permissions['statuses'] !== 'write') {
    state.forbidden.add(permissions['statuses'] === 'read' ? 'statuses: write' : 'statuses');
  }
  if (permissions['pull-requests'] !== 'write') state.forbidden.add('comments').add('labels');
  if (permissions['pull-requests'] === undefined) state.forbidden.add('pull-requests');
}

function fill(text: string, contexts: object): string {
  return text.replaceAll(/\$\{\{(.*?)\}\}/g, (_, expression: string) =>
    String(evaluate(expression, contexts) ?? ''),
  );
}

/** What the examples use of GitHub's expressions is JavaScript too, but for names with hyphens and paths that lead nowhere. */
function evaluate(expression: string, contexts: object): unknown {
  const code = expression
    .replaceAll(/\.([a-z_-]+)/gi, "?.['$1']")
    .replaceAll(/\b(github|inputs|secrets|matrix|runner|steps)\b(?=\?)/g, 'contexts.$1');
  return new Function('contexts', 'always', `return ${code}`)(contexts, () => true);
}
