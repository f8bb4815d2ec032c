import { posix } from 'node:path';
import { parseYamlDocument } from '../../files/yaml-document.js';
import { attempt } from '../../model/errors.js';
import type { FileReader } from '../../model/repository.js';
import { type Fields, getValueAt, isFields, isList, isStringList } from '../../text/values.js';
import { fillCondition, fillText } from './workflow-expression.js';
import { listMatrixJobs } from './workflow-matrix.js';

type Permissions = Readonly<Record<string, string>>;

/** One use of the action in a workflow; of a job with a matrix, in one of its jobs. */
export type ActionStep = {
  /** Of the workflow, from the repository's top; of one that another calls, with both. */
  readonly path: string;
  /** The events of the workflow, or of its caller, with their settings. */
  readonly events: ReadonlyMap<string, Fields>;
  /** As `uses:` names it: `owner/repo@v1`. */
  readonly action: string;
  /** With the values of the matrix and of callers. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Names of environment variables that it gets, or that an earlier step may set. */
  readonly variables: readonly string[];
  /** Those whose value is written into the workflow. */
  readonly plainVariables: readonly string[];
  readonly permissions: Permissions;
  /** Each `if` that decides whether it runs: its own, its job's, and those of callers and needed jobs. */
  readonly conditions: readonly string[];
  /** True if an earlier step of the job brings the repository's files. */
  readonly hasCheckout: boolean;
  /** The `ref` of the checkout that the action works in; empty for the default. */
  readonly checkoutRef: string;
  /** Its `repository`; empty for the default. */
  readonly checkoutRepository: string;
  /** The `concurrency` of the workflow, of its callers and of the job. */
  readonly concurrency: readonly Concurrency[];
  /** True if an earlier step of the job may install packages, or its image may have them. */
  readonly mayInstall: boolean;
  /** True for a machine of the user's, which may have what a runner of GitHub lacks. */
  readonly isSelfHosted: boolean;
  /** Of the whole workflow, with the repository's workflows and actions that it uses. */
  readonly text: string;
};

export type Concurrency = {
  readonly group: string;
  /** `cancel-in-progress`: `true`, `false` or an expression. */
  readonly cancels: string;
};

export type Workflows = {
  readonly steps: readonly ActionStep[];
  /** Workflows that run it on pull requests with another config file. */
  readonly otherConfigs: readonly { readonly path: string; readonly config: string }[];
  /** Workflows that run it on pull requests in another folder, and this folder as a workflow names it. */
  readonly otherFolders: { readonly paths: readonly string[]; readonly folder: string };
  /** Unreadable places that may run the action too: workflows of other repositories, and files with errors. */
  readonly unread: readonly string[];
};

const FOLDER = '.github/workflows';
/** Other actions for prompts have an `openai-api-key` too. `init` writes a `report-url`. */
const OWN_INPUTS = ['judge-api-key', 'report-url', 'force-run'];
const OURS = /(?:^|\/)prompt-regression(?:\/[^@]*)?@/;

/**
 * The steps of a repository's workflows that run this action in a folder, with a config file there. Follows the
 * repository's own workflows and actions. @param reader of the repository's top.
 */
export async function readWorkflows(
  reader: FileReader,
  place: { readonly folder: string; readonly config: string },
): Promise<Workflows> {
  const paths = ((await reader.paths?.()) ?? []).filter(
    (path) => posix.dirname(path) === FOLDER && /\.ya?ml$/.test(path),
  );
  const found: ActionStep[] = [];
  const unread: string[] = [];
  for (const path of paths.sort()) {
    const texts: string[] = [];
    const files = { reader, texts, unread };
    const workflow = await readYaml(path, files);
    const events = readEvents(workflow['on']);
    // Its callers are read with it.
    if ([...events.keys()].join() === 'workflow_call') continue;
    const steps = await listWorkflowSteps(workflow, { ...CALLED_BY_EVENT, path, events }, files);
    found.push(...steps.map((step) => ({ ...step, text: texts.join('\n') })));
  }
  const ours = new Set(found.filter(isOurs).map(({ action }) => findRepositoryName(action)));
  const folder = posix.join(place.folder || '.', '.');
  const all = found.filter(({ action }) => ours.has(findRepositoryName(action)));
  const isHere = ({ inputs }: ActionStep) => isSamePath(inputs['working-directory'], folder);
  const here = all.filter(isHere);
  const elsewhere = all.filter((step) => !isHere(step) && step.events.has('pull_request'));
  const readsConfig = ({ inputs }: ActionStep) => isSamePath(inputs['config'] ?? place.config, place.config);
  return {
    steps: here.filter(readsConfig),
    otherConfigs: here
      .filter((step) => !readsConfig(step) && step.events.has('pull_request'))
      .map(({ path, inputs }) => ({ path, config: inputs['config'] ?? '' })),
    otherFolders: { paths: [...new Set(elsewhere.map(({ path }) => path))], folder },
    unread: [...new Set(unread)],
  };
}

/** By its name, or under another name by an input that no other action has. */
function isOurs({ action, inputs }: Pick<ActionStep, 'action' | 'inputs'>): boolean {
  return OURS.test(action) || OWN_INPUTS.some((name) => name in inputs);
}

/** `acme/checks` for `acme/checks@v1`. */
function findRepositoryName(action: string): string {
  return action.replace(/@.*$/s, '');
}

/** An expression whose value is not known may be any path. */
function isSamePath(path: string | undefined, other: string): boolean {
  if (path?.includes('${{')) return true;
  return posix.join(path || '.', '.').replace(/\/$/, '') === posix.join(other, '.');
}

type Files = {
  readonly reader: FileReader;
  /** The texts that were read. */
  readonly texts: string[];
  readonly unread: string[];
};

async function readYaml(path: string, { reader, texts, unread }: Files): Promise<Fields> {
  const text = await reader.read(path);
  if (text === null) return {};
  texts.push(text);
  const workflow = await attempt([], async () => {
    const document = parseYamlDocument(text, path);
    return document.readValue(document.root);
  });
  if (workflow === undefined) unread.push(`${path} is not valid YAML`);
  return fieldsIn(workflow);
}

/** Values that a workflow gets from its event or its caller. */
type Call = Pick<ActionStep, 'path' | 'events' | 'conditions' | 'concurrency'> & {
  /** The most that its jobs may have; `null` for no limit. */
  readonly permissions: Permissions | null;
  /** Names of the secrets that it gets; `null` for all. */
  readonly secrets: readonly string[] | null;
  /** `null` if no file shows them. */
  readonly inputs: Fields | null;
  /** How many workflows call each other. */
  readonly depth: number;
};

const CALLED_BY_EVENT = {
  conditions: [],
  concurrency: [],
  permissions: null,
  secrets: null,
  inputs: null,
  depth: 0,
};
/** GitHub follows no more. */
const MAX_DEPTH = 10;

type Step = Omit<ActionStep, 'text'>;

async function listWorkflowSteps(workflow: Fields, call: Call, files: Files): Promise<readonly Step[]> {
  const jobs = fieldsIn(workflow['jobs']);
  const problem = findJobProblem(jobs);
  if (problem !== null) {
    files.unread.push(`${call.path} is not valid, so GitHub does not run it: ${problem}`);
    return [];
  }
  const steps: Step[] = [];
  for (const [name, job] of Object.entries(jobs)) {
    const { strategy, permissions, concurrency } = fieldsIn(job);
    const conditions = listJobConditions(jobs, name);
    const allowed = readPermissions(permissions ?? workflow['permissions']);
    for (const matrix of listMatrixJobs(strategy)) {
      const values = { matrix, ...(call.inputs !== null && { inputs: call.inputs }) };
      const own: Call = {
        ...call,
        conditions: [...call.conditions, ...conditions.map((each) => fillCondition(each, values))],
        concurrency: [
          ...call.concurrency,
          ...[workflow['concurrency'], concurrency].flatMap((each) => readConcurrency(each, values)),
        ],
        permissions: limitPermissions(allowed, call.permissions),
      };
      const { uses } = fieldsIn(job);
      const listed =
        typeof uses === 'string'
          ? await listCalledSteps({ ...fieldsIn(job), uses }, { call: own, values }, files)
          : await listJobSteps(fieldsIn(job), { call: own, values, env: workflow['env'] }, files);
      steps.push(...listed);
    }
  }
  return steps;
}

/** An error for which GitHub refuses a whole workflow. */
function findJobProblem(jobs: Fields): string | null {
  for (const [name, job] of Object.entries(jobs)) {
    const { uses, 'runs-on': machine } = fieldsIn(job);
    const unknown = listNeeds(job).find((each) => !(each in jobs));
    if (unknown !== undefined) return `job ${name} needs ${unknown}, and there is no such job`;
    if (uses === undefined && machine === undefined) return `job ${name} has no \`runs-on\``;
  }
  return null;
}

function listNeeds(job: unknown): readonly string[] {
  const { needs } = fieldsIn(job);
  return (isList(needs) ? needs : [needs]).filter((each) => typeof each === 'string');
}

/** A group alone, or with `cancel-in-progress`. */
function readConcurrency(value: unknown, values: Fields): readonly Concurrency[] {
  if (value === undefined || value === null) return [];
  const { group, 'cancel-in-progress': cancels = false } = isFields(value) ? value : { group: value };
  return [{ group: fillText(String(group), values), cancels: fillText(String(cancels), values) }];
}

/** With these functions, a job runs whatever became of those that it needs. */
const RUNS_ANYWAY = /\b(?:always|cancelled|failure)\s*\(/i;

/** A job's `if`, and those of the jobs that it needs: if they are skipped, so is it. */
function listJobConditions(jobs: Fields, name: string, path: readonly string[] = []): readonly string[] {
  const { if: condition } = fieldsIn(jobs[name]);
  const own = condition === undefined ? [] : [String(condition)];
  if (RUNS_ANYWAY.test(own.join(''))) return own;
  return [
    ...listNeeds(jobs[name])
      .filter((each) => !path.includes(each))
      .flatMap((each) => listJobConditions(jobs, each, [...path, name])),
    ...own,
  ];
}

/** The steps of a job that runs another workflow. */
async function listCalledSteps(
  job: Fields & { readonly uses: string },
  { call, values }: { readonly call: Call; readonly values: Fields },
  files: Files,
): Promise<readonly Step[]> {
  const { uses, with: inputs, secrets } = job;
  if (!uses.startsWith('./')) {
    if (call.events.has('pull_request'))
      files.unread.push(`${call.path} runs ${uses}, which \`lint\` does not read`);
    return [];
  }
  if (call.depth >= MAX_DEPTH) return [];
  const path = posix.normalize(uses);
  const workflow = await readYaml(path, files);
  const declared = getValueAt(workflow, ['on', 'workflow_call', 'inputs']);
  return listWorkflowSteps(
    workflow,
    {
      ...call,
      path: `${path}, called by ${call.path}`,
      secrets: secrets === 'inherit' ? call.secrets : Object.keys(fieldsIn(secrets)),
      inputs: { ...readDefaults(declared), ...fillTexts(inputs, values) },
      depth: call.depth + 1,
    },
    files,
  );
}

/** A step of a job or of the repository's own action that the job uses. */
type JobStep = {
  readonly step: Fields;
  readonly env: readonly Readonly<Record<string, string>>[];
  readonly conditions: readonly string[];
  readonly values: Fields;
};

async function listJobSteps(
  job: Fields,
  { call, values, env }: { readonly call: Call; readonly values: Fields; readonly env: unknown },
  files: Files,
): Promise<readonly Step[]> {
  const { 'runs-on': machine, container } = job;
  const outer = {
    env: [fillTexts(env, values), fillTexts(job['env'], values)],
    conditions: call.conditions,
    values,
  };
  const steps: JobStep[] = [];
  for (const step of isList(job['steps']) ? job['steps'] : []) {
    steps.push(...(await expandStep(fieldsIn(step), outer, files)));
  }
  return steps.flatMap(({ step, env: variables, conditions, values: known }, at): readonly Step[] => {
    if (typeof step['uses'] !== 'string') return [];
    const before = steps.slice(0, at);
    const earlier = before.map((each) => each.step);
    const isGiven = ([, text]: readonly [string, string]) => text.trim() !== '' && !lacksSecret(text, call);
    const given = Object.entries(Object.assign({}, ...variables) as Readonly<Record<string, string>>).filter(
      isGiven,
    );
    return [
      {
        path: call.path,
        events: call.events,
        action: step['uses'],
        inputs: Object.fromEntries(Object.entries(fillTexts(step['with'], known)).filter(isGiven)),
        variables: [...given.map(([name]) => name), ...earlier.flatMap(listExported)],
        plainVariables: given.filter(([, text]) => !text.includes('${{')).map(([name]) => name),
        permissions: call.permissions ?? {},
        conditions,
        hasCheckout: earlier.some(bringsFiles),
        checkoutRef: findCheckout(before)['ref'] ?? '',
        checkoutRepository: findCheckout(before)['repository'] ?? '',
        concurrency: call.concurrency,
        mayInstall: container !== undefined || earlier.some(mayInstall),
        isSelfHosted: JSON.stringify(machine ?? '').includes('self-hosted'),
      },
    ];
  });
}

/** The step itself, or the steps of the repository's own action that it uses. */
async function expandStep(
  step: Fields,
  outer: Omit<JobStep, 'step'>,
  files: Files,
  depth = 0,
): Promise<readonly JobStep[]> {
  const { uses, if: condition, with: inputs } = step;
  const { values } = outer;
  const inner = {
    env: [...outer.env, fillTexts(step['env'], values)],
    conditions:
      condition === undefined
        ? outer.conditions
        : [...outer.conditions, fillCondition(String(condition), values)],
    values,
  };
  const action =
    typeof uses === 'string' && uses.startsWith('./') && depth < MAX_DEPTH
      ? await readOwnAction(posix.normalize(uses), files)
      : {};
  const listed = getValueAt(action, ['runs', 'steps']);
  if (!isList(listed)) return [{ ...inner, step }];
  const given = { ...readDefaults(action['inputs']), ...fillTexts(inputs, values) };
  const steps: JobStep[] = [];
  for (const each of listed) {
    const called = { ...inner, values: { ...values, inputs: given } };
    steps.push(...(await expandStep(fieldsIn(each), called, files, depth + 1)));
  }
  return steps;
}

async function readOwnAction(folder: string, files: Files): Promise<Fields> {
  const action = await readYaml(posix.join(folder, 'action.yml'), files);
  return 'runs' in action ? action : readYaml(posix.join(folder, 'action.yaml'), files);
}

/** Inputs that a caller leaves out are empty if they have no default. */
function readDefaults(declared: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fieldsIn(declared)).map(([name, input]) => [
      name,
      String(fieldsIn(input)['default'] ?? ''),
    ]),
  );
}

/** A workflow that is called gets only the secrets that its caller passes. */
function lacksSecret(text: string, { secrets }: Call): boolean {
  if (secrets === null) return false;
  const passed = [...secrets, 'GITHUB_TOKEN'].map((name) => name.toLowerCase());
  const names = [...text.matchAll(/\bsecrets\.(\w+)/g)].map(([, name = '']) => name.toLowerCase());
  return names.some((name) => !passed.includes(name));
}

/** Names that a step may set for later ones: in `GITHUB_ENV`, or as an action that fetches secrets does. */
function listExported({ uses, run, with: inputs, env }: Fields): readonly string[] {
  const isExporting = typeof run === 'string' ? run.includes('GITHUB_ENV') : !SETUP.test(String(uses));
  const text = JSON.stringify([run, inputs, env]);
  return isExporting ? (text.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []) : [];
}

const CHECKOUT = /(?:^|\/)checkout@|\bgit\s+(?:clone|fetch|init)\b|\bgh\s+repo\s+clone\b/;

function bringsFiles({ uses, run, if: condition }: Fields): boolean {
  return String(condition) !== 'false' && [uses, run].some((text) => CHECKOUT.test(String(text)));
}

/** The inputs of the last checkout that is not beside the repository, in a folder of its own. */
function findCheckout(steps: readonly JobStep[]): Readonly<Record<string, string>> {
  const checkouts = steps
    .filter(({ step }) => /(?:^|\/)checkout@/.test(String(step['uses'])))
    .map(({ step, values }) => fillTexts(step['with'], values));
  return checkouts.findLast(({ path = '.' }) => isSamePath(path, '.')) ?? {};
}

/** Actions that bring a language or files, and no packages. */
const SETUP =
  /^(?:actions|astral-sh|ruby|oven-sh|pnpm|denoland)\/(?:checkout|cache|setup-|github-script|(?:up|down)load-artifact)/;
const INSTALLS =
  /\b(?:install|sync|ci|add|restore|bundle|build|make|just|task|bootstrap|setup|docker|conda|mamba|nix)\b|\b(?:yarn|pnpm|bun)\s*$|\.sh\b/m;

function mayInstall({ uses, run, with: inputs, if: condition }: Fields): boolean {
  if (String(condition) === 'false') return false;
  if (typeof run === 'string') return INSTALLS.test(run);
  return !SETUP.test(String(uses)) || /install|bundler-cache/.test(JSON.stringify(inputs ?? ''));
}

/** Those that the action can use, for the two short forms. */
const PERMISSIONS = ['contents', 'id-token', 'pull-requests', 'statuses'];
/** A job's permissions in a repository with the usual settings. */
const DEFAULT_PERMISSIONS: Permissions = { contents: 'read' };
const LEVELS = ['none', 'read', 'write'];

function readPermissions(value: unknown): Permissions | null {
  if (value === undefined) return null;
  const [, level] = /^(read|write)-all$/.exec(String(value)) ?? [];
  if (level === undefined) return textsIn(value);
  return Object.fromEntries(PERMISSIONS.map((name) => [name, level]));
}

/** A workflow that is called has at most its caller's permissions. */
function limitPermissions(own: Permissions | null, most: Permissions | null): Permissions {
  if (most === null || own === null) return own ?? most ?? DEFAULT_PERMISSIONS;
  const rank = (level: string | undefined) => LEVELS.indexOf(level ?? 'none');
  return Object.fromEntries(
    Object.entries(own).map(([name, level]) => [
      name,
      rank(most[name]) < rank(level) ? (most[name] ?? 'none') : level,
    ]),
  );
}

function readEvents(on: unknown): ReadonlyMap<string, Fields> {
  if (typeof on === 'string') return new Map([[on, {}]]);
  if (isStringList(on)) return new Map(on.map((name) => [name, {}]));
  return new Map(Object.entries(fieldsIn(on)).map(([name, settings]) => [name, fieldsIn(settings)]));
}

function fieldsIn(value: unknown): Fields {
  return isFields(value) ? value : {};
}

function textsIn(value: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(fieldsIn(value)).map(([name, text]) => [name, String(text)]));
}

function fillTexts(value: unknown, values: Fields): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(textsIn(value)).map(([name, text]) => [name, fillText(text, values)]),
  );
}
