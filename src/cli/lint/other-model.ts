import type { FileReader } from '../../model/repository.js';
import type { Suite } from '../../model/suite.js';
import { describeTarget } from '../../model/target-settings.js';
import { findPromptsModel } from '../../project/find-model.js';
import { listCandidates } from '../../project/find-project.js';
import { isAsked, listAskedModels } from '../../project/model-changes.js';
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
  if (named === null || isAsked(named.model, [model, ...listAskedModels(suites, prompt)])) return [];
  const place = configured ? 'the config file' : prompt;
  return [
    `${named.path} asks ${named.model} with ${prompt}, and this suite asks ${model}. To test what your product asks, set \`model: ${named.model}\` in ${place}.`,
  ];
}
