import { posix } from 'node:path';
import { isCaseColumn } from '../../../dataset/case-row.js';
import { renderFirst, renderList } from '../../../text/values.js';
import { type NewFile, PLACEHOLDER } from '../write-project.js';
import type { ImportOutcome } from './import-outcome.js';
import type { PromptfooPrompt, UnwrittenPrompt } from './prompts.js';
import { findOnlyVariable, listVariables, renameVariables } from './templates.js';

const MAX_NAMED = 5;

/** Where the prompt is measured. */
type PlacedPrompt = {
  /** The file that is measured. */
  readonly path: string;
  /** `null` if a file of the product is measured. */
  readonly copy: NewFile | null;
};

/** A prompt with its place. */
export type ImportedPrompt = PlacedPrompt & { readonly prompt: PromptfooPrompt | UnwrittenPrompt };

/** The prompts with their places. Those without one are rows of the outcome. */
export function placePrompts(
  prompts: readonly ImportedPrompt['prompt'][],
  names: { readonly question: string; readonly renames: ReadonlyMap<string, string> },
  outcome: ImportOutcome,
): { readonly placed: readonly ImportedPrompt[]; readonly unplaced: readonly string[] } {
  const placed: ImportedPrompt[] = [];
  const unplaced: string[] = [];
  for (const prompt of prompts) {
    const part = `prompt ${prompt.part}`;
    if (prompt.kind === 'unwritten') {
      const place = placeUnwritten(prompt);
      outcome.skipped(part, `${prompt.reason} in ${place.path}`, prompt);
      placed.push({ prompt, ...place });
      continue;
    }
    const place = placePrompt(prompt, names);
    if ('reason' in place) {
      outcome.skipped(part, place.reason, prompt);
      unplaced.push(prompt.part);
    } else {
      placed.push({ prompt, ...place });
    }
  }
  return { placed, unplaced };
}

/**
 * The prompt as a file that asks the same: its own, the file of its system message, or a copy if a variable has the name
 * of a column, if it has the texts of other files, if the file's ending belies its text, or if the prompt has no file.
 * Otherwise the reason why there is none.
 */
function placePrompt(
  prompt: PromptfooPrompt,
  { question, renames }: { readonly question: string; readonly renames: ReadonlyMap<string, string> },
): PlacedPrompt | { readonly reason: string } {
  const { path, text, extension, file, system, included } = prompt;
  if (!prompt.variables.has(question)) {
    return { reason: `it does not ask {{${question}}}, the question of the tests` };
  }
  const last = file.messages.at(-1);
  // Only a prompt that ends with the beginning of the answer may ask in a message that is not the user's.
  const asks = file.messages.some(
    ({ role, content }) =>
      (role === 'user' || last?.role === 'assistant') && listVariables(content).has(question),
  );
  if (file.kind === 'chat' && last?.role !== 'user' && !asks) {
    return { reason: `no user's message has {{${question}}}` };
  }
  const isColumn = question !== 'input' && isCaseColumn(question);
  const names = isColumn ? new Map([...renames, [question, 'input']]) : renames;
  const isKept = (kept: string) => renameVariables(kept, names) === kept;
  if (system !== null && findOnlyVariable(last?.content ?? '') === question) {
    const isSystem = findKind(system.path) === 'txt' && !listVariables(system.text).has(question);
    // A text without the question is the system message, and the question follows.
    if (isSystem && isKept(system.text)) return { path: system.path, copy: null };
  }
  if (path !== null && included.length === 0 && isKept(text) && findKind(path) === extension) {
    return { path, copy: null };
  }
  const to = buildCopyPath(prompt, extension);
  return { path: to, copy: { path: to, text: renameVariables(text, names), about: 'a copy of a prompt' } };
}

/** The file that the user has to write. */
function placeUnwritten(prompt: UnwrittenPrompt): PlacedPrompt & { readonly copy: NewFile } {
  const path = buildCopyPath(prompt, 'txt');
  const original = prompt.path ?? 'the prompt in the promptfoo config';
  const text = `${PLACEHOLDER} the text of ${original}, without template logic.\n`;
  return { path, copy: { path, text, about: 'a prompt that you have to write' } };
}

function buildCopyPath({ name }: ImportedPrompt['prompt'], extension: string): string {
  return `prompts/promptfoo/${name}.${extension}`;
}

const EXTENSIONS: Readonly<Record<string, string>> = { md: 'txt', j2: 'txt', yaml: 'yml' };

function findKind(path: string): string {
  const extension = path.split('.').at(-1) ?? '';
  return EXTENSIONS[extension] ?? extension;
}

/** The files that the measured one replaces. @param config Path of the promptfoo config. */
export function listOriginals({ prompt, path }: ImportedPrompt, config: string): readonly string[] {
  const originals = [prompt.path ?? config, ...prompt.included.map((file) => file.path)];
  return [...new Set(originals)].filter((original) => original !== path);
}

/** @param config Path of the promptfoo config, which holds the prompts without a file. */
export function warnOfCopy(imported: ImportedPrompt, config: string): readonly string[] {
  const { prompt, path, copy } = imported;
  const originals = listOriginals(imported, config);
  if (originals.length === 0) return [];
  const names = renderList(
    originals.map((original) => (original === config ? `the text in ${config}` : original)),
  );
  const areWatched = originals.length === 1 ? 'is only watched' : 'are only watched';
  if (prompt.kind === 'unwritten') {
    return [`warning: ${path} is to be written and then measured, and ${names} ${areWatched}.`];
  }
  if (copy === null) {
    return [
      `warning: ${path} is measured as the system prompt, and ${names}, which puts it before the question, ${areWatched}.`,
    ];
  }
  const problem = `warning: ${path} is measured, and ${names} ${areWatched}: make each change in both`;
  if (prompt.path !== null || prompt.included.length > 0 || copy.text !== prompt.text) return [`${problem}.`];
  const named = posix.relative(posix.dirname(config), path);
  return [`${problem}, or replace the text by file://${named} and delete the suite's \`watch\`.`];
}

/** `lint` cannot know of a prompt that no suite has. */
export function warnOfUntested(prompts: readonly string[]): readonly string[] {
  if (prompts.length === 0) return [];
  const noun = prompts.length === 1 ? 'prompt' : 'prompts';
  return [
    `warning: no suite tests the ${noun} ${renderFirst(prompts, MAX_NAMED, (prompt) => prompt)}: the table says why.`,
  ];
}
