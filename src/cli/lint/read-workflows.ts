import { posix } from 'node:path';
import { parseYamlDocument } from '../../files/yaml-document.js';
import { attempt } from '../../model/errors.js';
import type { FileReader } from '../../model/repository.js';
import { type Fields, isFields, isList, isStringList } from '../../text/values.js';

/** One use of an action in a workflow. */
export type ActionStep = {
  /** Of the workflow, from the repository's top. */
  readonly path: string;
  /** What the workflow listens to, with its settings. */
  readonly events: ReadonlyMap<string, Fields>;
  /** As `uses:` names it: `owner/repo@v1`. */
  readonly action: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** Names of environment variables of the step, its job and its workflow. */
  readonly variables: readonly string[];
  readonly permissions: Readonly<Record<string, string>>;
  /** The `if` of its job and its own. */
  readonly conditions: readonly string[];
  /** True if an earlier step of the job brings the repository's files. */
  readonly hasCheckout: boolean;
  /** True if an earlier step of the job may install packages, or its image may have them. */
  readonly mayInstall: boolean;
  /** True for a machine of the user's, which may have what a runner of GitHub lacks. */
  readonly isSelfHosted: boolean;
  /** Of the whole workflow. */
  readonly text: string;
};

const FOLDER = '.github/workflows';
/** `init` writes one of them, whatever the action's repository is called. */
const OWN_INPUTS = ['openai-api-key', 'judge-api-key', 'report-url', 'force-run'];
const OURS = /(?:^|\/)prompt-regression(?:\/[^@]*)?@/;

/** The steps of a repository's workflows that run this action in a folder. @param reader of the repository's top. */
export async function readActionSteps(reader: FileReader, folder: string): Promise<readonly ActionStep[]> {
  const paths = ((await reader.paths?.()) ?? []).filter(
    (path) => posix.dirname(path) === FOLDER && /\.ya?ml$/.test(path),
  );
  const steps: ActionStep[] = [];
  for (const path of paths.sort()) {
    // A workflow that cannot be read does not run either.
    const text = (await reader.read(path)) ?? '';
    const workflow = await attempt([], async () => {
      const document = parseYamlDocument(text, path);
      return document.readValue(document.root);
    });
    steps.push(...listSteps(path, workflow).map((step) => ({ ...step, text })));
  }
  const ours = new Set(steps.filter(isOurs).map(({ action }) => findRepositoryName(action)));
  return steps
    .filter(({ action }) => ours.has(findRepositoryName(action)))
    .filter(({ inputs }) => runsIn(inputs['working-directory'] ?? '.', folder));
}

/** By its name, or under another name by an input that no other action has. */
function isOurs({ action, inputs }: ActionStep): boolean {
  return OURS.test(action) || OWN_INPUTS.some((name) => name in inputs);
}

/** `acme/checks` for `acme/checks@v1`. */
function findRepositoryName(action: string): string {
  return action.replace(/@.*$/s, '');
}

function listSteps(path: string, workflow: unknown): readonly Omit<ActionStep, 'text'>[] {
  if (!isFields(workflow)) return [];
  const events = readEvents(workflow['on']);
  return Object.values(fieldsIn(workflow['jobs'])).flatMap((job) => {
    const {
      env,
      permissions,
      steps: listed,
      if: jobCondition,
      'runs-on': machine,
      container,
    } = fieldsIn(job);
    const steps = isList(listed) ? listed.map(fieldsIn) : [];
    return steps.flatMap((step, at): readonly Omit<ActionStep, 'text'>[] => {
      const { uses, with: inputs, env: own, if: condition } = step;
      if (typeof uses !== 'string') return [];
      return [
        {
          path,
          events,
          action: uses,
          inputs: textsIn(inputs),
          variables: [workflow['env'], env, own].flatMap((each) => Object.keys(fieldsIn(each))),
          permissions: readPermissions(permissions ?? workflow['permissions']),
          conditions: [jobCondition, condition].filter((each) => each !== undefined).map(String),
          hasCheckout: steps.slice(0, at).some(bringsFiles),
          mayInstall: container !== undefined || steps.slice(0, at).some(mayInstall),
          isSelfHosted: JSON.stringify(machine ?? '').includes('self-hosted'),
        },
      ];
    });
  });
}

const CHECKOUT = /(?:^|\/)checkout@|\bgit\s+(?:clone|fetch|init)\b|\bgh\s+repo\s+clone\b/;

function bringsFiles({ uses, run, if: condition }: Fields): boolean {
  return String(condition) !== 'false' && [uses, run].some((text) => CHECKOUT.test(String(text)));
}

/** Actions that bring a language or files, and no packages. */
const SETUP =
  /^(?:actions|astral-sh|ruby|oven-sh|pnpm|denoland)\/(?:checkout|cache|setup-|github-script|(?:up|down)load-artifact)/;
const INSTALLS =
  /\b(?:install|sync|ci|add|restore|bundle|build|make|just|task|bootstrap|setup|docker|conda|mamba|nix)\b|\b(?:yarn|pnpm|bun)\s*$|\.sh\b/m;

function mayInstall({ uses, run, with: inputs, if: condition }: Fields): boolean {
  if (String(condition) === 'false') return false;
  if (typeof run === 'string') return INSTALLS.test(run);
  return !SETUP.test(String(uses)) || /install/.test(JSON.stringify(inputs ?? ''));
}

/** Those that the action can use, for the two short forms. */
const PERMISSIONS = ['contents', 'id-token', 'pull-requests', 'statuses'];

function readPermissions(value: unknown): Readonly<Record<string, string>> {
  const [, level] = /^(read|write)-all$/.exec(String(value)) ?? [];
  if (level === undefined) return textsIn(value);
  return Object.fromEntries(PERMISSIONS.map((name) => [name, level]));
}

function readEvents(on: unknown): ReadonlyMap<string, Fields> {
  if (typeof on === 'string') return new Map([[on, {}]]);
  if (isStringList(on)) return new Map(on.map((name) => [name, {}]));
  return new Map(Object.entries(fieldsIn(on)).map(([name, settings]) => [name, fieldsIn(settings)]));
}

/** An expression, such as the folder of a matrix, may be any folder. */
function runsIn(workingDirectory: string, folder: string): boolean {
  if (workingDirectory.includes('${{')) return true;
  return posix.join(workingDirectory, '.').replace(/\/$/, '') === (folder === '' ? '.' : folder);
}

function fieldsIn(value: unknown): Fields {
  return isFields(value) ? value : {};
}

function textsIn(value: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(fieldsIn(value)).map(([name, text]) => [name, String(text)]));
}
