import { omitUndefined } from '../../model/omit-undefined.js';
import { findPreset } from '../../model/provider.js';
import type { NamedModel } from '../../project/find-model.js';
import { JUDGE } from './write-project.js';

/** A model as the keys of a target or a judge. */
export function buildProviderKeys({ model, baseUrl, keyVariable }: Omit<NamedModel, 'path'>) {
  if (baseUrl === null) return { model };
  return omitUndefined({ model, 'base-url': baseUrl, 'api-key-env': keyVariable ?? undefined });
}

/** With another provider than OpenAI, the agent's model judges too, since only its key is known. */
export function chooseJudge(asked: Omit<NamedModel, 'path'>): object {
  const isOther = asked.baseUrl !== null || (findPreset(asked.model)?.baseUrl ?? null) !== null;
  return isOther ? buildProviderKeys(asked) : { model: JUDGE };
}
