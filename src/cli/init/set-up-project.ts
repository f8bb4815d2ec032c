import { findSystemPrompt, type PromptFile } from '../../dataset/prompt-file.js';
import { listPlaceholders } from '../../dataset/render-prompt.js';
import { UserError } from '../../model/errors.js';
import { omitUndefined } from '../../model/omit-undefined.js';
import { findPreset } from '../../model/provider.js';
import type { FileReader } from '../../model/repository.js';
import { DEFAULT_KEY_VARIABLE } from '../../settings/defaults.js';
import { namePage } from '../../settings/page-name.js';
import { renderList } from '../../text/values.js';
import { ADDRESS_VARIABLE } from '../address-variable.js';
import { findModel, findPromptsModel, type NamedModel } from './find-model.js';
import { listPackages } from './find-packages.js';
import { isAddressVariable, listWatch, type Program, readsAddressVariable } from './find-program.js';
import { findDataset, findProject, type Project, type ProjectDataset } from './find-project.js';
import { findPurpose } from './find-purpose.js';
import { type LanguageSetup, resolveSetup } from './language-setup.js';
import { renderQuestionLoop } from './question-loop.js';
import {
  buildName,
  buildProgramName,
  JUDGE,
  MODEL,
  type NewFile,
  PLACEHOLDER,
  type PlainVariable,
  renderJsonLines,
  type Setup,
} from './write-project.js';

type SetupOptions = {
  readonly prefix: string;
  readonly target: 'prompt' | 'command' | undefined;
  /** Where this machine asks OpenAI's models; `null` for the usual address. */
  readonly address: string | null;
};

/** A suite for the program or the prompt that a folder has; without either, for a prompt to edit. */
export async function setUpProject(
  reader: FileReader,
  { prefix, target, address }: SetupOptions,
): Promise<Setup> {
  const project = await findProject(reader);
  const { program, prompts } = project;
  if (target === 'command' && program === null) {
    throw new UserError(
      'target: found no program that reads questions, such as agent.py or agent.ts; write one, or leave --target out',
    );
  }
  const isCommand = target === 'command' || (target === undefined && isAgent(project));
  return program !== null && isCommand
    ? setUpProgram(program, project, { reader, prefix, address })
    : setUpPrompt(prompts[0] ?? null, project, reader);
}

/** True if the program reads the prompts, or if there are none. */
function isAgent({ program, prompts }: Project): boolean {
  return program !== null && (program.prompts.length > 0 || prompts.length === 0);
}

async function setUpPrompt(prompt: PromptFile | null, project: Project, reader: FileReader): Promise<Setup> {
  const starter = 'prompts/assistant.md';
  const path = prompt?.path ?? starter;
  const name = buildName(path);
  const dataset = await findDataset(reader, project, prompt);
  const cases = buildFirstCases(name, dataset, prompt === null ? [] : listPlaceholders(prompt));
  const own = prompt?.model ?? null;
  const namedModel = own === null ? await findPromptsModel(reader, project.candidates, path) : null;
  const model = namedModel ?? { model: own ?? MODEL, baseUrl: null, keyVariable: null };
  const target = { prompt: path, ...(own === null ? buildProviderKeys(model) : {}) };
  const others = project.prompts.filter((each) => each !== prompt);
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
        ? [{ path: starter, text: 'You are a helpful assistant.\n', about: 'a prompt to edit' }]
        : []),
    ],
    program: null,
    variables: [],
    alternative:
      project.program === null ? null : { target: 'command', what: `the program ${project.program.path}` },
    notes: [
      ...(prompt === null ? [] : [`found  ${path}: the prompt, which answers are judged against, too`]),
      ...(namedModel === null
        ? []
        : [
            `found  ${namedModel.path}: the model, ${namedModel.model} (a copy: later, change it in the config file, too)`,
          ]),
      ...cases.notes,
      ...others.map((each) => `found  ${each.path}: add a suite if it is a prompt too`),
    ],
    todo: [...cases.todo, ...(own === null && namedModel === null ? [MODEL_STEP] : [])],
  };
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
  { reader, prefix, address }: Omit<SetupOptions, 'target'> & { readonly reader: FileReader },
): Promise<Setup> {
  const { path, keyVariables } = program;
  const model = findModel(program.files);
  const hasDefaultKey = keyVariables.includes(DEFAULT_KEY_VARIABLE);
  const name = buildProgramName(path);
  const dataset = await findDataset(reader, project, null);
  const cases = buildFirstCases(name, dataset, []);
  const setup = await resolveSetup(program, { paths: project.paths, reader, prefix });
  const watch = listWatch(program, project.paths, prefix);
  const task = findTask(program, project);
  const prompts = program.prompts.map((prompt) => prompt.path);
  const env = keyVariables.length > 0 ? [...keyVariables] : undefined;
  return {
    config: {
      judge: hasDefaultKey || model === null ? { model: JUDGE } : chooseJudge(model),
      suites: [
        omitUndefined({
          name,
          dataset: cases.path,
          task: task?.text ?? `${PLACEHOLDER} what the agent is for.`,
          watch: watch.length > 0 ? watch : undefined,
          target: omitUndefined({ command: [...setup.command], env }),
        }),
      ],
    },
    files: cases.files,
    program: setup,
    variables: listPlainVariables(program, address),
    alternative:
      project.prompts[0] === undefined
        ? null
        : { target: 'prompt', what: `only the prompt ${project.prompts[0].path}` },
    notes: [
      `found  ${path}: the agent${prompts.length === 0 ? '' : `, which reads ${renderList(prompts)}`}`,
      ...cases.notes,
      ...(task === null ? [] : [`found  ${task.path}: the task, “${task.text}”`]),
      ...(watch.length === 0 ? [] : [describeWatch(watch)]),
      ...describeOtherVariables(program, address),
    ],
    todo: [
      ...cases.todo,
      ...(task === null ? ['In prompt-regression.yml, write the `task`: what the agent is for.'] : []),
      ...listProgramSteps(program, setup, project.paths),
    ],
  };
}

/** What the user has to change in the program or its workflow before it can be checked. */
function listProgramSteps(
  program: Program,
  setup: LanguageSetup,
  paths: readonly string[],
): readonly string[] {
  const { path, readsLines } = program;
  const steps: string[] = [];
  if (!readsLines) {
    steps.push(
      `${path} does not read questions from standard input yet. End it with these lines, which also answer a question on the command line; \`answer\` is your function. More: ${namePage('agents.md#a-question-on-the-command-line')}\n\n${indentLines(renderQuestionLoop(path))}`,
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

function indentLines(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
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
          `found  ${renderList(others)}, which ${path} can do without: if it needs them on GitHub, set them below \`env:\` in both jobs of the workflow`,
        ]),
    ...(hasAddress
      ? [
          `note   the judge is asked at its provider's usual address, not at the program's. For another one, set \`base-url\` and \`api-key-env\` of \`judge\`: ${namePage('providers.md')}`,
        ]
      : []),
  ];
}

function describeWatch(watch: readonly string[]): string {
  const out = watch.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const back = watch.filter((line) => !line.startsWith('!'));
  const except = back.length === 0 ? '' : `, except ${renderList(back)}`;
  return `found  documentation, which starts no check: ${renderList(out)}${except}. If the agent reads more of it, add that to \`watch\``;
}

/** With another provider than OpenAI, the agent's model judges too, since only its key is known. */
function chooseJudge(asked: Omit<NamedModel, 'path'>): object {
  const isOther = asked.baseUrl !== null || (findPreset(asked.model)?.baseUrl ?? null) !== null;
  return isOther ? buildProviderKeys(asked) : { model: JUDGE };
}

/** What the agent is for, by the prompt that its program reads. */
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
