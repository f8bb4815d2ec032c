import { posix } from 'node:path';
import type { SettingsChange } from '../model/notes.js';
import type { Snapshot } from '../model/side.js';
import type { Suite } from '../model/suite.js';
import { describeTarget } from '../model/target-settings.js';
import type { SettingsOfBothSides } from '../settings/read-settings.js';
import { findPromptsModel } from './find-model.js';
import { listCandidates } from './find-project.js';

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
    if (isAsked(now.model, listAskedModels(suites, prompt))) continue;
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
export function listAskedModels(suites: readonly Suite[], prompt: string): readonly string[] {
  return suites
    .map(({ target }) => describeTarget(target))
    .flatMap((target) => (target.prompt === prompt && target.model ? [target.model] : []));
}

/** `openai/gpt-6-luna` is `gpt-6-luna`, and `meta/llama-3` of a gateway is `llama-3`. */
export function isAsked(model: string, asked: readonly string[]): boolean {
  return asked.some((each) => each === model || each.endsWith(`/${model}`) || model.endsWith(`/${each}`));
}
