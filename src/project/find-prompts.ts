import { findSystemPrompt, type PromptFile, parsePromptFile } from '../dataset/prompt-file.js';
import { attempt } from '../model/errors.js';
import type { FileReader } from '../model/repository.js';
import { escapePattern } from '../text/foreign-pattern.js';
import type { Source } from './find-sources.js';

const TEXT = /\.(?:md|txt|j2|jinja2?|json|ya?ml)$/i;
/** The usual places and names of prompts. */
const PROMPT =
  /(?:^|\/)(?:[\w-]*(?:prompt|instruction)[\w-]*\/.+|[^/]*(?:prompt|instruction)[^/]*|system[\w-]*|[^/]+\.prompt)\.\w+$/i;

/** A prompt speaks to the model; a handbook or a price list in the same folder does not. */
const ADDRESSES_MODEL =
  /\b(?:you are|you're|your (?:task|job|role|goal)|act as|you (?:help|answer|reply|write))\b/i;
const PROMPT_NAME = /system|assistant|agent|bot|support|prompt/i;
/** Names in code for the text that a model gets. */
const PROMPT_VARIABLE = /system|prompt|instruction|persona/i;

/** The files that may be a prompt: of the usual places, or read as one by the code. The most likely one comes first. */
export async function findPrompts(
  reader: FileReader,
  paths: readonly string[],
  sources: readonly Source[],
): Promise<readonly PromptFile[]> {
  const ranked: { readonly prompt: PromptFile; readonly rank: number }[] = [];
  for (const path of paths.filter((each) => TEXT.test(each))) {
    const use = readUse(path, sources);
    if (!PROMPT.test(path) && use.names < NAMED) continue;
    const prompt = await attempt([], async () => parsePromptFile((await reader.read(path)) ?? '', path));
    if (prompt === undefined) continue;
    const speaks = speaksToModel(prompt);
    if (PROMPT.test(path) || use.isPrompt || speaks)
      ranked.push({ prompt, rank: rankPrompt(path, use, speaks) });
  }
  return ranked.toSorted((a, b) => b.rank - a.rank).map(({ prompt }) => prompt);
}

function rankPrompt(path: string, { names, isPrompt }: PromptUse, speaks: boolean): number {
  const isNamedSo = PROMPT_NAME.test(splitPath(path).file);
  return names * 8 + (isPrompt ? 4 : 0) + (speaks ? 2 : 0) + (isNamedSo ? 1 : 0);
}

function speaksToModel(prompt: PromptFile): boolean {
  const text = findSystemPrompt(prompt) ?? prompt.messages.map(({ content }) => content).join('\n');
  return ADDRESSES_MODEL.test(text);
}

const FOLDER_NAMED = 1;
const NAMED = 2;
const NAMED_WITH_FOLDER = 3;

/** How exactly the code names a file, and whether it calls it a prompt. */
type PromptUse = { readonly names: number; readonly isPrompt: boolean };

function readUse(path: string, sources: readonly Source[]): PromptUse {
  const uses = sources.map(({ text }) => {
    const names = rankNaming(text, path);
    return { names, isPrompt: names >= NAMED && isCalledPrompt(text, path) };
  });
  return {
    names: Math.max(0, ...uses.map(({ names }) => names)),
    isPrompt: uses.some(({ isPrompt }) => isPrompt),
  };
}

function isCalledPrompt(text: string, path: string): boolean {
  const { file, stem } = splitPath(path);
  const lines = text.split('\n').filter((line) => line.includes(file) || line.includes(stem));
  // The path itself may be `prompts/faq.md`.
  return lines.some((line) => PROMPT_VARIABLE.test(line.replaceAll(/(["'`])[^"'`]*\1/g, '')));
}

/** True for a text that names a file or its folder: `"prompts/support.md"`, `Path("prompts") / name`. */
export function namesFile(text: string, path: string): boolean {
  return rankNaming(text, path) > 0;
}

/** How exactly a text names a file: 0 if it names neither the file nor its folder. */
function rankNaming(text: string, path: string): number {
  const { folder, file, stem } = splitPath(path);
  const hasFolder = folder !== null && namesFolder(text, folder);
  const hasStem = hasFolder && new RegExp(`["'\`]${escapePattern(stem)}["'\`]`).test(text);
  if (hasStem || new RegExp(`(?<![\\w-])${escapePattern(file)}(?![\\w-])`).test(text)) {
    return hasFolder || folder === null ? NAMED_WITH_FOLDER : NAMED;
  }
  return hasFolder ? FOLDER_NAMED : 0;
}

/** The prompts that a text names: those by their names, if there are any, else those whose folder it names. */
export function listNamedPrompts(text: string, prompts: readonly PromptFile[]): readonly PromptFile[] {
  const names = prompts.map((prompt) => rankNaming(text, prompt.path));
  const best = Math.max(0, ...names);
  const enough = Math.min(best, NAMED);
  return prompts.filter((_, at) => best > 0 && (names[at] ?? 0) >= enough);
}

/** True for a text that names a folder. */
function namesFolder(text: string, folder: string): boolean {
  return new RegExp(`(?<![\\w-])${escapePattern(folder)}(?=[/"'\`])`).test(text);
}

function splitPath(path: string): {
  readonly folder: string | null;
  readonly file: string;
  readonly stem: string;
} {
  const parts = path.split('/');
  const file = parts.at(-1) ?? path;
  return { folder: parts.at(-2) ?? null, file, stem: file.replace(/(?:\.prompt)?\.\w+$/, '') };
}
