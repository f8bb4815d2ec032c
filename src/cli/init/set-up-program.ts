import { findSystemPrompt } from '../../dataset/prompt-file.js';
import { omitUndefined } from '../../model/omit-undefined.js';
import type { FileReader } from '../../model/repository.js';
import { findModel } from '../../project/find-model.js';
import { listPackages } from '../../project/find-packages.js';
import { isAddressVariable, type Program, readsAddressVariable } from '../../project/find-program.js';
import { findDataset, type Project } from '../../project/find-project.js';
import { findPurpose } from '../../project/find-purpose.js';
import { type ProgramWatch, watchProgram } from '../../project/watch-program.js';
import { ADDRESS_VARIABLE, DEFAULT_KEY_VARIABLE } from '../../settings/defaults.js';
import { namePage } from '../../settings/page-name.js';
import { renderList } from '../../text/values.js';
import { buildFirstCases } from './first-cases.js';
import { type LanguageSetup, resolveSetup } from './language-setup.js';
import { chooseJudge } from './model-keys.js';
import { describePrograms, describePrompts, listOtherPrograms, listTargets } from './other-agents.js';
import { renderQuestionLoop } from './question-loop.js';
import {
  buildSuiteName,
  indentLines,
  JUDGE,
  PLACEHOLDER,
  type PlainVariable,
  type Setup,
} from './write-project.js';

/** The folder that is set up. */
export type FolderOptions = {
  readonly reader: FileReader;
  /** The folder in the repository; empty for its top. */
  readonly prefix: string;
  /** Where this machine asks OpenAI's models; `null` for the usual address. */
  readonly address: string | null;
  /** The reader and the paths of the whole repository. */
  readonly repository: { readonly reader: FileReader; readonly paths: readonly string[] };
};

/** A suite for a program. */
export async function setUpProgram(
  program: Program,
  project: Project,
  { reader, prefix, address, repository }: FolderOptions,
): Promise<Setup> {
  const { path, keyVariables } = program;
  const model = findModel(program.files);
  const hasDefaultKey = keyVariables.includes(DEFAULT_KEY_VARIABLE);
  const name = buildSuiteName(path);
  const dataset = await findDataset(reader, project, null);
  const cases = buildFirstCases(name, dataset, []);
  const setup = await resolveSetup(program, { ...repository, prefix });
  const watch = await watchProgram(program, { reader, paths: project.paths, prefix });
  const task = findTask(program);
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
          watch: watch.lines.length === 0 ? undefined : watch.lines,
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

/** How the program comes to read questions. */
function describeQuestionLoop({ path, files }: Program): string {
  const isAsync = /\basync def\b/.test(files.get(path) ?? '');
  const lines = renderQuestionLoop(path, { isAsync });
  const problem = `${path} does not read questions line by line from standard input yet.`;
  return lines === null
    ? `${problem} Let it read one JSON line per question and write one per answer: ${namePage('agents.md#protocol')}`
    : `${problem} End it with these lines, in place of those that start it now, if any. \`answer\` is your function that returns the reply; a question on the command line works, too. More: ${namePage('agents.md#example')}\n\n${indentLines(lines)}`;
}

/** Changes that the program or its workflow needs before it can be checked. */
function listProgramSteps(
  program: Program,
  setup: LanguageSetup,
  paths: readonly string[],
): readonly string[] {
  const { path } = program;
  const steps = program.readsLines ? [] : [describeQuestionLoop(program)];
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

/** The agent's task, from the most likely prompt that its program reads. */
function findTask({ prompts }: Program): { readonly text: string; readonly path: string } | null {
  const [prompt] = prompts;
  const text = prompt === undefined ? null : findSystemPrompt(prompt);
  if (prompt === undefined || text === null) return null;
  const purpose = findPurpose(text);
  return purpose === null ? null : { text: purpose, path: prompt.path };
}

function describeWatch({ papers, documentation, data, readsAnything }: ProgramWatch): string {
  if (readsAnything !== null) {
    return `note   every edit starts a check, documentation too: ${readsAnything} lists folders or starts programs, so the agent may read any file. What it does not read, exclude with lines of \`watch\` such as "!docs/**"`;
  }
  if (papers.length + documentation.length === 0)
    return 'note   every edit starts a check, documentation too: the agent names it';
  const names = renderList([...documentation.map((folder) => `${folder}/`), ...papers]);
  const except = data.length === 0 ? '' : `, except in ${renderList(data)}`;
  return `note   documentation starts no check: ${names}${except}. If the agent reads any of it, remove that from \`watch\``;
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
