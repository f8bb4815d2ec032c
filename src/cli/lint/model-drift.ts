import type { FileReader } from '../../model/repository.js';
import type { Suite } from '../../model/suite.js';
import { describeTarget } from '../../model/target-settings.js';
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
  if (named === null) return [];
  const models = suites
    .map(({ target }) => describeTarget(target))
    .flatMap((target) => (target.prompt === prompt && target.model ? [target.model] : []));
  if ([model, ...models].some((each) => isSameModel(each, named.model))) return [];
  const place = configured ? 'the config file' : prompt;
  return [
    `${named.path} asks ${named.model} with ${prompt}, and this suite asks ${model}. To test what your product asks, set \`model: ${named.model}\` in ${place}.`,
  ];
}

/** `openai/gpt-6-luna` is `gpt-6-luna`, and `meta/llama-3` of a gateway is `llama-3`. */
function isSameModel(a: string, b: string): boolean {
  return a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
}
