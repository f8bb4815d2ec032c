import { posix } from 'node:path';
import type { SettingsChange } from '../../model/notes.js';
import type { FileReader } from '../../model/repository.js';
import type { Snapshot } from '../../model/side.js';
import type { Suite } from '../../model/suite.js';
import { describeTarget } from '../../model/target-settings.js';
import type { SettingsOfBothSides } from '../../settings/read-settings.js';
import { findPromptsModel } from '../init/find-model.js';
import { listCandidates } from '../init/find-project.js';
import { isUnwritten } from '../init/write-project.js';

/**
 * A prompt's suite names its model, and so does the product's code: a change of the code alone would not be tested. Says
 * nothing if the code names no model or several, or if another suite asks the prompt with that model.
 *
 * @param model The suite's, or the prompt file's.
 */
export async function warnOfOtherModel(
  suite: Suite,
  model: string | null | undefined,
  { suites, reader }: { readonly suites: readonly Suite[]; readonly reader: FileReader },
): Promise<readonly string[]> {
  const { prompt, model: configured } = describeTarget(suite.target);
  if (prompt === null || !model || isUnwritten(model)) return [];
  const named = await findPromptsModel(reader, listCandidates((await reader.paths?.()) ?? []), prompt);
  if (named === null || isAsked(named.model, [model, ...listModels(suites, prompt)])) return [];
  const place = configured ? 'the config file' : prompt;
  return [
    `${named.path} asks ${named.model} with ${prompt}, and this suite asks ${model}. To test what your product asks, set \`model: ${named.model}\` in ${place}.`,
  ];
}

type BothSides = { readonly base: Snapshot | null; readonly head: Snapshot; readonly prefix: string };

/** The changes of the settings, and of the models that only the product's code names. */
export async function addModelChanges(
  { settings: { suites }, changes }: Pick<SettingsOfBothSides, 'settings' | 'changes'>,
  sides: BothSides,
): Promise<SettingsOfBothSides['changes']> {
  const { base, head } = sides;
  const added = new Map(changes);
  if (base === null || suites.every(({ target }) => !describeTarget(target).model)) return added;
  const paths = listCandidates(await listChangedPaths(sides));
  for (const { name, target } of suites) {
    const { prompt, model } = describeTarget(target);
    if (prompt === null || !model) continue;
    const now = await findPromptsModel(head.reader, paths, prompt);
    const before = await findPromptsModel(base.reader, paths, prompt);
    if (now === null || now.model === before?.model) continue;
    if (isAsked(now.model, listModels(suites, prompt))) continue;
    const change: SettingsChange = {
      kind: 'model-in-code',
      path: now.path,
      model: now.model,
      measured: model,
    };
    added.set(name, [change, ...(added.get(name) ?? [])]);
  }
  return added;
}

/** Files of the working directory that the head adds or edits. */
async function listChangedPaths({ base, head, prefix }: BothSides): Promise<readonly string[]> {
  const before = new Map((await base?.tree?.list())?.map(({ path, blob }) => [path, blob]));
  const entries = (await head.tree?.list()) ?? [];
  return entries
    .filter(({ path, blob }) => before.get(path) !== blob)
    .map(({ path }) => posix.relative(prefix, path))
    .filter((path) => !path.startsWith('..'));
}

/** The models that suites ask a prompt with. */
function listModels(suites: readonly Suite[], prompt: string): readonly string[] {
  return suites
    .map(({ target }) => describeTarget(target))
    .flatMap((target) => (target.prompt === prompt && target.model ? [target.model] : []));
}

/** `openai/gpt-6-luna` is `gpt-6-luna`, and `meta/llama-3` of a gateway is `llama-3`. */
function isAsked(model: string, asked: readonly string[]): boolean {
  return asked.some((each) => each === model || each.endsWith(`/${model}`) || model.endsWith(`/${each}`));
}
