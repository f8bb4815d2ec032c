import type { PromptFile } from '../../dataset/prompt-file.js';
import { listPlaceholders } from '../../dataset/render-prompt.js';
import { omitUndefined } from '../../model/omit-undefined.js';
import type { FileReader } from '../../model/repository.js';
import { findModel, findPromptsModel, type NamedModel } from '../../project/find-model.js';
import { findDataset, type Project } from '../../project/find-project.js';
import { namePage } from '../../settings/page-name.js';
import { buildFirstCases } from './first-cases.js';
import { buildProviderKeys, chooseJudge } from './model-keys.js';
import {
  describePrograms,
  listOtherPrograms,
  listOtherPrompts,
  listPaths,
  listTargets,
} from './other-agents.js';
import { buildSuiteName, MODEL, type Setup, STARTER_PROMPT, suggestModel } from './write-project.js';

const STARTER_PATH = 'prompts/assistant.md';

const MODEL_STEP = `In prompt-regression.yml, set \`model\` to the one that your product asks: now it is ${MODEL} of OpenAI. Remove the comment beside it. Other providers: ${namePage('providers.md')}`;

/** A suite for a prompt; for one that is still to be written if there is none. */
export async function setUpPrompt(
  prompt: PromptFile | null,
  project: Project,
  reader: FileReader,
): Promise<Setup> {
  const path = prompt?.path ?? STARTER_PATH;
  const name = buildSuiteName(path);
  const dataset = await findDataset(reader, project, prompt);
  const cases = buildFirstCases(name, dataset, prompt === null ? [] : listPlaceholders(prompt));
  const own = prompt?.model ?? null;
  const namedModel = own === null ? await findAskedModel(prompt, project, reader) : null;
  const model = namedModel ?? { model: own ?? MODEL, baseUrl: null, keyVariable: null };
  const programs = listOtherPrograms(project, path);
  const otherPrompts = listOtherPrompts(project, path);
  const isSuggested = own === null && namedModel === null;
  const keys = isSuggested ? { model: suggestModel() } : buildProviderKeys(model);
  const target = { prompt: path, ...(own === null ? keys : {}) };
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
      ...(isSuggested ? [MODEL_STEP] : []),
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
