import { parseDataset } from '../dataset/dataset.js';
import type { PromptFile } from '../dataset/prompt-file.js';
import { findPromptProblems } from '../dataset/render-prompt.js';
import { isPromptYaml } from '../files/readers.js';
import { attempt } from '../model/errors.js';
import type { FileReader } from '../model/repository.js';
import { findPrograms, type Program } from './find-program.js';
import { findPrompts } from './find-prompts.js';
import { INSTALLED, readSources, type Source } from './find-sources.js';

/** The parts of a folder that can become a suite. */
export type Project = {
  /** The most likely prompt first. */
  readonly prompts: readonly PromptFile[];
  /** The files that may be the agent, the most likely one first. */
  readonly programs: readonly Program[];
  readonly sources: readonly Source[];
  readonly paths: readonly string[];
  /** The paths without dependencies, builds and documentation. */
  readonly candidates: readonly string[];
};

const DATASET =
  /(?:^|\/)(?:(?:evals?|datasets?|data|cases)\/[^/]+|[^/]*(?:dataset|cases|evals?)[^/]*)\.(?:jsonl|ndjson|csv|tsv|json|ya?ml)$/i;
const DOCUMENTATION =
  /(?:^|\/)docs?\/|(?:^|\/)(?:readme|changelog)[^/]*$|^(?:agents|claude|code_of_conduct|contributing|licen[cs]e|notice|security|skill)[^/]*$|(?:^|\/)(?:requirements|constraints)[^/]*\.txt$/i;

/** The paths without dependencies, builds and documentation. */
export function listCandidates(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => !INSTALLED.test(path) && !DOCUMENTATION.test(path));
}

/** The prompts and the programs that a folder has. */
export async function findProject(reader: FileReader): Promise<Project> {
  const paths = ((await reader.paths?.()) ?? []).toSorted(
    (a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1),
  );
  const candidates = listCandidates(paths);
  const cached = cacheReader(reader);
  const sources = await readSources(cached, candidates);
  const prompts = await findPrompts(cached, candidates, sources);
  return { prompts, programs: await findPrograms(cached, sources, prompts), sources, paths, candidates };
}

/** Imports lead to the same files again and again. */
function cacheReader(reader: FileReader): FileReader {
  const texts = new Map<string, Promise<string | null>>();
  return {
    ...reader,
    read: (path, as) => {
      const key = `${as} ${path}`;
      const text = texts.get(key) ?? reader.read(path, as);
      texts.set(key, text);
      return text;
    },
  };
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
