import { isScalar } from 'yaml';
import { PROVIDER_PRESETS } from '../../model/provider.js';
import { ADDRESS_VARIABLE } from '../../settings/defaults.js';
import { isFields, isList } from '../../text/values.js';
import { PLACEHOLDER, type Setup } from './write-project.js';

/** Where this machine asks OpenAI's models, if not at the usual address: mostly a company's gateway. */
export function findOwnAddress(env: Readonly<Record<string, string | undefined>>): string | null {
  const address = env[ADDRESS_VARIABLE]?.trim() ?? '';
  const url = URL.parse(address);
  // A password belongs in no file.
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === '';
  return isPlain ? address : null;
}

/** The set-up with that address for every model of OpenAI, since the check reads addresses from the config file alone. */
export function useOwnAddress(setup: Setup, address: string): Setup {
  const config = Object.fromEntries(
    Object.entries(setup.config).map(([key, value]) => {
      if (key === 'judge') return [key, addAddress(value, address)];
      return [
        key,
        key === 'suites' && isList(value) ? value.map((suite) => addToTarget(suite, address)) : value,
      ];
    }),
  );
  const note = `found  ${ADDRESS_VARIABLE}: models of OpenAI are asked at ${address}`;
  return { ...setup, config, notes: [...setup.notes, note] };
}

function addToTarget(suite: unknown, address: string): unknown {
  return isFields(suite) ? { ...suite, target: addAddress(suite['target'], address) } : suite;
}

function addAddress(named: unknown, address: string): unknown {
  if (!isFields(named) || named['model'] === undefined || 'base-url' in named) return named;
  const { model, ...others } = named;
  // A suggested model has a comment.
  const name = String(isScalar(model) ? model.value : model);
  const [preset = ''] = name.split('/');
  const isElsewhere = Object.hasOwn(PROVIDER_PRESETS, preset) || name.startsWith(PLACEHOLDER);
  return isElsewhere ? named : { ...others, model, 'base-url': address };
}
