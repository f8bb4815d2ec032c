import { findSystemPrompt, type PromptFile, parsePromptFile } from '../../dataset/prompt-file.js';
import { listPlaceholders } from '../../dataset/render-prompt.js';
import { UserError } from '../../model/errors.js';
import { omitUndefined } from '../../model/omit-undefined.js';
import { findPreset } from '../../model/provider.js';
import type { FileReader } from '../../model/repository.js';
import { findModel, findPromptsModel, type NamedModel } from '../../project/find-model.js';
import { listPackages } from '../../project/find-packages.js';
import {
  isAddressVariable,
  listWatch,
  openProgram,
  type Program,
  readsAddressVariable,
} from '../../project/find-program.js';
import { findDataset, findProject, type Project, type ProjectDataset } from '../../project/find-project.js';
import { listNamedPrompts } from '../../project/find-prompts.js';
import { findPurpose } from '../../project/find-purpose.js';
import { isSource } from '../../project/find-sources.js';
import { ADDRESS_VARIABLE, DEFAULT_KEY_VARIABLE } from '../../settings/defaults.js';
import { namePage } from '../../settings/page-name.js';
import { findNearestName } from '../../text/nearest-name.js';
import { renderFirst, renderList } from '../../text/values.js';
import { hasCommand, type LanguageSetup, resolveSetup } from './language-setup.js';
import { renderQuestionLoop } from './question-loop.js';
import {
  buildSuiteName,
  indentLines,
  JUDGE,
  MODEL,
  type NewFile,
  PLACEHOLDER,
  type PlainVariable,
  renderJsonLines,
  type Setup,
  STARTER_PROMPT,
} from './write-project.js';

type SetupOptions = {
  readonly prefix: string;
  /** A file, or `prompt` or `command` for the most likely one. */
  readonly target: string | undefined;
  /** Where this machine asks OpenAI's models; `null` for the usual address. */
  readonly address: string | null;
  /** The reader and the paths of the whole repository. */
  readonly repository: { readonly reader: FileReader; readonly paths: readonly string[] };
};

/** A suite for the program or the prompt that a folder has; without either, for a prompt to edit. */
export async function setUpProject(reader: FileReader, { target, ...options }: SetupOptions): Promise<Setup> {
  const project = await findProject(reader);
  const { program, prompt } = await chooseAgent(project, target, reader);
  return program === null
    ? setUpPrompt(prompt, project, reader)
    : setUpProgram(program, project, { ...options, reader });
}

/** The target of a suite: a program, else a prompt, else a prompt that is still to be written. */
type Agent = { readonly program: Program | null; readonly prompt: PromptFile | null };

async function chooseAgent(project: Project, target: string | undefined, reader: FileReader): Promise<Agent> {
  const { prompts, programs } = project;
  const [prompt = null] = prompts;
  const runnable = programs.filter(({ path, isServer }) => hasCommand(path) && !isServer);
  switch (target) {
    case undefined: {
      // A prompt alone is tested without a change of the code, unless a program shows that it is more.
      const [program = null] =
        prompt === null ? runnable : runnable.filter((each) => each.canStart && each.prompts.length > 0);
      return { program, prompt };
    }
    case 'prompt':
      return { program: null, prompt };
    case 'command': {
      const [program] = runnable.toSorted((a, b) => Number(b.canStart) - Number(a.canStart));
      if (program === undefined) {
        const [first] = programs;
        throw new UserError(
          first === undefined
            ? `target: found no program. ${NAME_FILE}`
            : `target: ${first.path} has no command that \`init\` knows${describeByHand(first)}`,
        );
      }
      return { program, prompt };
    }
    default:
      return findTarget(project, target, reader);
  }
}

const NAME_FILE =
  'Name its file, such as `--target src/agent.py`; a program in another language is the `command` of a suite in prompt-regression.yml';

/** The file that the user names. Throws `UserError` if it cannot be tested. */
async function findTarget(project: Project, path: string, reader: FileReader): Promise<Agent> {
  const text = await reader.read(path);
  if (text === null) {
    const near = findNearestName(path, project.candidates);
    throw new UserError(`target: there is no file ${path}${near === null ? '' : `; did you mean ${near}?`}`);
  }
  if (hasCommand(path)) {
    const program = await openProgram(reader, { path, text, isStarted: true }, project.prompts);
    return { program, prompt: null };
  }
  if (isSource(path)) throw new UserError(`target: ${path} has no command that \`init\` knows. ${NAME_FILE}`);
  return { program: null, prompt: parsePromptFile(text, path) };
}

const STARTER_PATH = 'prompts/assistant.md';

async function setUpPrompt(prompt: PromptFile | null, project: Project, reader: FileReader): Promise<Setup> {
  const path = prompt?.path ?? STARTER_PATH;
  const name = buildSuiteName(path);
  const dataset = await findDataset(reader, project, prompt);
  const cases = buildFirstCases(name, dataset, prompt === null ? [] : listPlaceholders(prompt));
  const own = prompt?.model ?? null;
  const namedModel = own === null ? await findAskedModel(prompt, project, reader) : null;
  const model = namedModel ?? { model: own ?? MODEL, baseUrl: null, keyVariable: null };
  const programs = listOtherPrograms(project, path);
  const otherPrompts = listOtherPrompts(project, path);
  const target = { prompt: path, ...(own === null ? buildProviderKeys(model) : {}) };
  return {
    config: {
      judge: chooseJudge(model),
      suites: [
        omitUndefined({ name, dataset: dataset?.isPromptsOwn === true ? undefined : cases.path, target }),
      ],
    },
    files: [
      ...cases.files,
      ...(prompt === null
        ? [{ path: STARTER_PATH, text: STARTER_PROMPT, about: 'a prompt to edit, since none was found' }]
        : []),
    ],
    program: null,
    variables: [],
    others: [...listTargets(programs), ...otherPrompts.map((each) => each.path)],
    notes: [
      ...(prompt === null ? [] : [describePrompt(prompt, otherPrompts)]),
      ...(namedModel === null
        ? []
        : [
            `found  ${namedModel.path}: the model, ${namedModel.model} (a copy: later, change it in the config file, too)`,
          ]),
      ...cases.notes,
      ...describePrograms(programs),
    ],
    todo: [
      ...(prompt === null ? [describeStarter(project)] : []),
      ...cases.todo,
      ...(own === null && namedModel === null ? [MODEL_STEP] : []),
    ],
  };
}

/** The model that the code asks: with this prompt, or anywhere if there is no prompt. */
async function findAskedModel(
  prompt: PromptFile | null,
  { candidates, sources }: Project,
  reader: FileReader,
): Promise<NamedModel | null> {
  return prompt === null
    ? findModel(new Map(sources.map(({ path, text }) => [path, text])))
    : findPromptsModel(reader, candidates, prompt.path);
}

function describeStarter({ programs }: Project): string {
  const inCode =
    programs.length === 0
      ? ''
      : ` If it is a text in your code, let the code read ${STARTER_PATH} instead: only then the check tests what your product uses.`;
  return `In ${STARTER_PATH}, write your prompt. If your product has it in a file, name that file as \`prompt\` in prompt-regression.yml.${inCode}`;
}

function describePrompt({ path }: PromptFile, others: readonly PromptFile[]): string {
  return others.length === 0
    ? `found  ${path}: the prompt, which answers are judged against, too`
    : `found  ${path}: taken as the prompt, which answers are judged against, too; it may also be ${listPaths(others)}`;
}

/** Other files that may be the prompt: those that the code names; every prompt if it names none. */
function listOtherPrompts({ prompts, sources }: Project, chosen: string): readonly PromptFile[] {
  const code = sources.map(({ text }) => text).join('\n');
  const named = listNamedPrompts(code, prompts);
  return (named.length === 0 ? prompts : named).filter(({ path }) => path !== chosen);
}

/** Programs that are not a part of the chosen one or of a more likely one. */
function listOtherPrograms({ programs }: Project, chosen: string): readonly Program[] {
  return programs.filter(
    ({ path }, at) =>
      path !== chosen &&
      !programs.some((other, before) => (before < at || other.path === chosen) && other.files.has(path)),
  );
}

/** Other programs that may be the agent, so that nothing is chosen silently. */
function describePrograms(programs: readonly Program[]): readonly string[] {
  return programs
    .slice(0, MAX_OTHERS)
    .map(
      (program) =>
        `found  ${program.path}: it seems to be an agent${describePrompts(program)}${describeByHand(program)}`,
    );
}

/** How to test a program that `--target` cannot name. */
function describeByHand(program: Program): string {
  if (program.isServer)
    return `. It waits for requests: name its URL (${namePage('agents.md#an-agent-behind-a-url')}), or test the file whose function it calls`;
  return hasCommand(program.path)
    ? ''
    : `. To test it, write its \`command\` in prompt-regression.yml: ${namePage('agents.md')}`;
}

/** The programs that `--target` can name. */
function listTargets(programs: readonly Program[]): readonly string[] {
  return programs.filter(({ path, isServer }) => hasCommand(path) && !isServer).map(({ path }) => path);
}

const MAX_OTHERS = 5;

function describePrompts({ prompts }: Program): string {
  return prompts.length === 0 ? '' : `, which reads ${listPaths(prompts)}`;
}

function listPaths(prompts: readonly PromptFile[]): string {
  return renderFirst(prompts, MAX_OTHERS, ({ path }) => path);
}

const MODEL_STEP = `In prompt-regression.yml, set \`model\` to the one that your product asks: now it is ${MODEL} of OpenAI. Other providers: ${namePage('providers.md')}`;

/** A model as the keys of a target or a judge. */
function buildProviderKeys({ model, baseUrl, keyVariable }: Omit<NamedModel, 'path'>) {
  if (baseUrl === null) return { model };
  return omitUndefined({ model, 'base-url': baseUrl, 'api-key-env': keyVariable ?? undefined });
}

async function setUpProgram(
  program: Program,
  project: Project,
  { reader, prefix, address, repository }: Omit<SetupOptions, 'target'> & { readonly reader: FileReader },
): Promise<Setup> {
  const { path, keyVariables } = program;
  const model = findModel(program.files);
  const hasDefaultKey = keyVariables.includes(DEFAULT_KEY_VARIABLE);
  const name = buildSuiteName(path);
  const dataset = await findDataset(reader, project, null);
  const cases = buildFirstCases(name, dataset, []);
  const setup = await resolveSetup(program, { ...repository, prefix });
  const watch = listWatch(program, project.paths, prefix);
  const task = findTask(program, project);
  const programs = listOtherPrograms(project, path);
  const mainPrompt = (program.prompts.length === 0 ? project.prompts : program.prompts).slice(0, 1);
  const env = keyVariables.length > 0 ? [...keyVariables] : undefined;
  return {
    config: {
      judge: hasDefaultKey || model === null ? { model: JUDGE } : chooseJudge(model),
      suites: [
        omitUndefined({
          name,
          dataset: cases.path,
          task: task?.text ?? `${PLACEHOLDER} what the agent is for.`,
          watch,
          target: omitUndefined({ command: [...setup.command], env }),
        }),
      ],
    },
    files: cases.files,
    program: setup,
    variables: listPlainVariables(program, address),
    others: [...listTargets(programs), ...mainPrompt.map((each) => each.path)],
    notes: [
      `found  ${path}: the agent${describePrompts(program)}`,
      ...describePrograms(programs),
      ...cases.notes,
      ...(task === null ? [] : [`found  ${task.path}: the task, “${task.text}”`]),
      describeWatch(watch),
      ...describeOtherVariables(program, address),
    ],
    todo: [
      ...cases.todo,
      ...(task === null ? ['In prompt-regression.yml, write the `task`: what the agent is for.'] : []),
      ...listProgramSteps(program, setup, project.paths),
    ],
  };
}

/** Changes that the program or its workflow needs before it can be checked. */
function listProgramSteps(
  program: Program,
  setup: LanguageSetup,
  paths: readonly string[],
): readonly string[] {
  const { path, readsLines } = program;
  const steps: string[] = [];
  const lines = renderQuestionLoop(path, { isAsync: /\basync def\b/.test(program.files.get(path) ?? '') });
  if (!readsLines && lines !== null) {
    steps.push(
      `${path} does not read questions line by line from standard input yet. End it with these lines, in place of those that start it now, if any. \`answer\` is your function that returns the reply; a question on the command line works, too. More: ${namePage('agents.md#example')}\n\n${indentLines(lines)}`,
    );
  }
  if (!readsLines && lines === null) {
    steps.push(
      `${path} does not read questions line by line from standard input yet. Let it read one JSON line per question and write one per answer: ${namePage('agents.md#protocol')}`,
    );
  }
  if (setup.steps.length === 0) {
    steps.push(
      `If ${path} needs more than a runner of GitHub has, add steps that install it to both jobs of the workflow.`,
    );
  }
  if (setup.lacks.length > 0) {
    const names = setup.lacks.join(' ');
    steps.push(
      `Add ${names} to the project (\`npm install --save-dev ${names}\`): Node alone runs TypeScript only if each import names its file, as \`./a.ts\` does.`,
    );
  }
  const packages = setup.installs ? [] : listPackages(program, paths);
  if (packages.length > 0) {
    steps.push(
      `In both jobs of the workflow, add a step that installs ${renderList(packages)}: no list of packages was found.`,
    );
  }
  return steps;
}

/** Variables that the workflow has to set, with the values that it finds on GitHub or that this machine has. */
function listPlainVariables(program: Program, address: string | null): readonly PlainVariable[] {
  const names = program.requiredVariables.filter((name) => name !== ADDRESS_VARIABLE || address === null);
  const variables = names.map((name) => ({ name, value: `\${{ vars.${name} }}` }));
  if (address === null || !readsAddressVariable(program)) return variables;
  return [...variables, { name: ADDRESS_VARIABLE, value: JSON.stringify(address) }];
}

/** The variables that the user may have to think of. */
function describeOtherVariables(
  { path, requiredVariables, otherVariables }: Program,
  address: string | null,
): readonly string[] {
  const others = otherVariables.filter((name) => name !== ADDRESS_VARIABLE || address === null);
  const hasAddress = address === null && [...requiredVariables, ...otherVariables].some(isAddressVariable);
  return [
    ...(others.length === 0
      ? []
      : [
          `found  ${renderList(others)}, which ${path} can do without. Set what it needs on GitHub below \`env:\` in both jobs of the workflow`,
        ]),
    ...(hasAddress
      ? [
          `note   the judge uses its provider's usual address, not the program's. For another one, set \`base-url\` and \`api-key-env\` of \`judge\`: ${namePage('providers.md')}`,
        ]
      : []),
  ];
}

function describeWatch(watch: readonly string[]): string {
  const out = watch
    .filter((line) => line.startsWith('!'))
    .map((line) => (line === '!*.md' ? '*.md beside the config file' : line.slice(1)));
  const back = watch.filter((line) => !line.startsWith('!'));
  const except = back.length === 0 ? '' : `, except ${renderList(back)}`;
  return `note   documentation starts no check: ${renderList(out)}${except}. If the agent reads more of it, add that to \`watch\``;
}

/** With another provider than OpenAI, the agent's model judges too, since only its key is known. */
function chooseJudge(asked: Omit<NamedModel, 'path'>): object {
  const isOther = asked.baseUrl !== null || (findPreset(asked.model)?.baseUrl ?? null) !== null;
  return isOther ? buildProviderKeys(asked) : { model: JUDGE };
}

/** The agent's task, from the prompt that its program reads. */
function findTask(
  { prompts }: Program,
  { prompts: all }: Project,
): { readonly text: string; readonly path: string } | null {
  const [prompt] = all.filter((each) => prompts.includes(each));
  const text = prompt === undefined ? null : findSystemPrompt(prompt);
  if (prompt === undefined || text === null) return null;
  const purpose = findPurpose(text);
  return purpose === null ? null : { text: purpose, path: prompt.path };
}

const FIRST_CASES = {
  frequent: `${PLACEHOLDER} the question that your users ask most often.`,
  detail: `${PLACEHOLDER} a question whose answer depends on one detail.`,
  vague: `${PLACEHOLDER} a request so short that it can be misread.`,
  'off-topic': `${PLACEHOLDER} something that the agent should decline.`,
  'past-bug': `${PLACEHOLDER} a question that once got a bad answer.`,
};

/** The dataset that was found, or five cases to edit. */
function buildFirstCases(
  name: string,
  dataset: ProjectDataset | null,
  variables: readonly string[],
): {
  readonly path: string;
  readonly files: readonly NewFile[];
  readonly notes: readonly string[];
  readonly todo: readonly string[];
} {
  if (dataset !== null) {
    const notes = dataset.isPromptsOwn ? [] : [`found  ${dataset.path}: the dataset`];
    return { path: dataset.path, files: [], notes, todo: [] };
  }
  const path = `evals/${name}-cases.jsonl`;
  const names = variables.filter((each) => each !== 'input' && each !== 'id');
  const columns = Object.fromEntries(names.map((each) => [each, `${PLACEHOLDER} a ${each}.`]));
  const rows = Object.entries(FIRST_CASES).map(([id, input]) => ({ id, input, ...columns }));
  return {
    path,
    files: [{ path, text: renderJsonLines(rows), about: 'five cases to edit' }],
    notes: [],
    todo: [`In ${path}, write your own cases: 30 or more, since fewer detect only large drops.`],
  };
}
