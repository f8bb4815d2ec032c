import { parseDataset } from '../../dataset/dataset.js';
import { findSystemPrompt, type PromptFile, parsePromptFile } from '../../dataset/prompt-file.js';
import { findPromptProblems } from '../../dataset/render-prompt.js';
import { isPromptYaml } from '../../files/readers.js';
import { attempt } from '../../model/errors.js';
import type { FileReader } from '../../model/repository.js';
import { findProgram, INSTALLED, type Program } from './find-program.js';

/** What a folder has that a suite can be made of. */
export type Project = {
  /** The most likely prompt first. */
  readonly prompts: readonly PromptFile[];
  readonly program: Program | null;
  readonly paths: readonly string[];
  /** The paths without dependencies, builds and documentation. */
  readonly candidates: readonly string[];
};

const PROMPT = /(?:^|\/)(?:prompts?\/[^/]+\.(?:md|txt)|[^/]*prompt[^/]*\.(?:md|txt)|[^/]+\.prompt\.ya?ml)$/i;
const DATASET =
  /(?:^|\/)(?:(?:evals?|datasets?|data|cases)\/[^/]+|[^/]*(?:dataset|cases|evals?)[^/]*)\.(?:jsonl|ndjson|csv|tsv|json|ya?ml)$/i;
const DOCUMENTATION = /(?:^|\/)docs?\/|(?:^|\/)(?:readme|changelog)[^/]*$/i;

/** A prompt speaks to the model; a handbook or a price list that lies beside it does not. */
const ADDRESSES_MODEL =
  /\b(?:you are|you're|your (?:task|job|role|goal)|act as|you (?:help|answer|reply|write))\b/i;
const PROMPT_NAME = /system|assistant|agent|bot|support|prompt/i;

/** The paths without dependencies, builds and documentation. */
export function listCandidates(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => !INSTALLED.test(path) && !DOCUMENTATION.test(path));
}

/** The prompts and the program that a folder has. */
export async function findProject(reader: FileReader): Promise<Project> {
  const paths = ((await reader.paths?.()) ?? []).toSorted(
    (a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1),
  );
  const candidates = listCandidates(paths);
  const prompts: PromptFile[] = [];
  for (const path of candidates.filter((each) => PROMPT.test(each))) {
    const parsed = await attempt([], async () => parsePromptFile((await reader.read(path)) ?? '', path));
    if (parsed !== undefined) prompts.push(parsed);
  }
  const sorted = prompts.toSorted((a, b) => rankPrompt(b) - rankPrompt(a));
  return { prompts: sorted, program: await findProgram(reader, candidates, sorted), paths, candidates };
}

function rankPrompt(prompt: PromptFile): number {
  const text = findSystemPrompt(prompt) ?? prompt.messages.map(({ content }) => content).join('\n');
  return (
    (ADDRESSES_MODEL.test(text) ? 2 : 0) + (PROMPT_NAME.test(prompt.path.split('/').at(-1) ?? '') ? 1 : 0)
  );
}

/** A dataset; `isPromptsOwn` if it is the prompt file's test data. */
export type ProjectDataset = { readonly path: string; readonly isPromptsOwn: boolean };

/** The prompt's own test data, or the first dataset that has a value for everything that the prompt asks. */
export async function findDataset(
  reader: FileReader,
  project: Project,
  prompt: PromptFile | null,
): Promise<ProjectDataset | null> {
  if (prompt !== null && isPromptYaml(prompt.path) && (await fitsPrompt(reader, prompt.path, prompt))) {
    return { path: prompt.path, isPromptsOwn: true };
  }
  const candidates = project.candidates.filter((path) => DATASET.test(path) && !isPromptYaml(path));
  for (const path of candidates) {
    if (await fitsPrompt(reader, path, prompt)) return { path, isPromptsOwn: false };
  }
  return null;
}

async function fitsPrompt(reader: FileReader, path: string, prompt: PromptFile | null): Promise<boolean> {
  const cases = await attempt([], async () => parseDataset((await reader.read(path)) ?? '', path));
  return cases !== undefined && (prompt === null || findPromptProblems(prompt, cases).length === 0);
}
