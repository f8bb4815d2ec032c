import { parseDataset } from '../../dataset/dataset.js';
import { type PromptFile, parsePromptFile } from '../../dataset/prompt-file.js';
import { placeholdersIn, promptProblems } from '../../dataset/render-prompt.js';
import { isPromptYaml } from '../../files/readers.js';
import { attempt } from '../../model/errors.js';
import type { FileReader } from '../../model/repository.js';
import { nameOfPath } from './write-project.js';

export type Project = {
  readonly name: string;
  /** `null` if there is no prompt file; the others are left to the user. */
  readonly prompt: PromptFile | null;
  readonly otherPrompts: readonly string[];
  readonly command: readonly string[] | null;
  /** `null` if no dataset fits; the prompt's own test data needs none. */
  readonly dataset: string | null;
  readonly ownCases: boolean;
  readonly variables: readonly string[];
};

const PROMPT = /(?:^|\/)(?:prompts?\/[^/]+\.(?:md|txt)|[^/]*prompt[^/]*\.(?:md|txt)|[^/]+\.prompt\.ya?ml)$/i;
const AGENT = /(?:^|\/)agent\.(?:py|[cm]?[jt]s)$/;
const DATASET =
  /(?:^|\/)(?:(?:evals?|datasets?|data|cases)\/[^/]+|[^/]*(?:dataset|cases|evals?)[^/]*)\.(?:jsonl|ndjson|csv|tsv|json|ya?ml)$/i;
const ELSEWHERE = /(?:^|\/)(?:node_modules|dist|build|vendor|docs?|\.[^/]+)\/|^\.\.\/|readme|changelog/i;

export async function findProject(reader: FileReader): Promise<Project> {
  const paths = ((await reader.paths?.()) ?? [])
    .filter((path) => !ELSEWHERE.test(path))
    .sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1));
  const prompts: PromptFile[] = [];
  for (const path of paths.filter((each) => PROMPT.test(each))) {
    const parsed = await attempt([], async () => parsePromptFile((await reader.read(path)) ?? '', path));
    if (parsed !== undefined) prompts.push(parsed);
  }
  const [prompt = null, ...others] = prompts;
  const agent = prompt === null ? paths.find((path) => AGENT.test(path)) : undefined;
  const ownCases = prompt !== null && isPromptYaml(prompt.path) && (await fits(reader, prompt.path, prompt));
  const known = ['input', 'id'];
  return {
    name: nameOfPath(prompt?.path ?? agent ?? 'assistant.md'),
    prompt,
    otherPrompts: others.map(({ path }) => path),
    command: agent === undefined ? null : [agent.endsWith('.py') ? 'python3' : 'node', agent],
    dataset: ownCases ? null : await findDataset(reader, paths, prompt),
    ownCases,
    variables: prompt === null ? [] : placeholdersIn(prompt).filter((each) => !known.includes(each)),
  };
}

async function findDataset(
  reader: FileReader,
  paths: readonly string[],
  prompt: PromptFile | null,
): Promise<string | null> {
  for (const path of paths.filter((each) => DATASET.test(each) && !isPromptYaml(each))) {
    if (await fits(reader, path, prompt)) return path;
  }
  return null;
}

async function fits(reader: FileReader, path: string, prompt: PromptFile | null): Promise<boolean> {
  const cases = await attempt([], async () => parseDataset((await reader.read(path)) ?? '', path));
  return cases !== undefined && (prompt === null || promptProblems(prompt, cases).length === 0);
}
