import { UserError } from '../model/errors.js';
import { omitUndefined } from '../model/omit-undefined.js';
import { findPreset, PROVIDER_PRESETS, type ProviderSettings } from '../model/provider.js';
import type { TargetInfo } from '../model/target-settings.js';
import { suggestName } from '../text/nearest-name.js';
import type { ConfigFile } from './config-file.js';
import { DEFAULT_BASE_URL, DEFAULT_KEY_VARIABLE } from './defaults.js';
import type { Overrides } from './overrides.js';
import type { ConfigTarget } from './target-config.js';

export type ProviderSources = {
  readonly overrides: Overrides;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly shell: 'action' | 'cli';
};

export type Address = {
  readonly baseUrl: string | null;
  readonly preset?: string;
  readonly keyVariable?: string;
};

export function resolveTargetProvider(
  target: ConfigTarget,
  about: TargetInfo,
  from: ProviderSources,
): ProviderSettings {
  if (about.server !== null) return readVariables(about.server, about.env, from.env);
  const own = 'prompt' in target ? target : null;
  const baseUrl = own?.['base-url'] ?? null;
  const address = own !== null && baseUrl === null ? findAddress(about.model) : { baseUrl };
  if (own?.auth === 'oidc' && from.shell === 'action') return resolveKeylessProvider(address, from.env);
  const keyVariableName = own?.['api-key-env'];
  const input = hasOwnKey(address, keyVariableName)
    ? null
    : { name: 'openai-api-key', key: from.overrides.openaiApiKey };
  return resolveKey(address, { input, readVariable: keyVariableName }, from);
}

/** A provider that the config names together with its key's variable never gets another key. */
function hasOwnKey({ baseUrl, preset }: Address, keyVariableName: string | undefined): boolean {
  return baseUrl !== null && (keyVariableName !== undefined || preset !== undefined);
}

function readVariables(
  baseUrl: string,
  names: readonly string[],
  env: ProviderSources['env'],
): ProviderSettings {
  const values = names.map((name) => variable(env, name) ?? '').join('\n');
  const apiKey = values.trim() === '' ? null : values;
  return { baseUrl, apiKey, apiKeySource: `environment variable ${names.join(', ')}` };
}

/** The judge's own address, else the target's if the config names it, else that of its model's name. */
function resolveJudgeAddress(
  judge: ConfigFile['judge'],
  model: string | null,
  target: ProviderSettings | null,
): Address {
  const own = judge?.['base-url'];
  if (own !== undefined) return { baseUrl: own };
  const { baseUrl = null, preset } = target ?? {};
  // Without a judge, no further provider may get a key.
  if (model === null) return omitUndefined({ baseUrl, preset });
  if (baseUrl !== null && preset === undefined) return { baseUrl };
  return findAddress(model);
}

/** The address of the provider that a model's name begins with, else OpenAI's. Throws `UserError` for an unknown provider. */
function findAddress(model: string | null): Address {
  const preset = findPreset(model);
  const [provider = '', name] = model?.split('/', 2) ?? [];
  // No model of OpenAI has a slash in its name.
  if (preset === null && name !== undefined) {
    throw new UserError(
      `model: \`${model}\` names the provider \`${provider}\`, which is not known. ${suggestName(provider, Object.keys(PROVIDER_PRESETS))} For another provider, set \`base-url\`.`,
    );
  }
  return preset ?? { baseUrl: null };
}

/**
 * Address and key of the judge: its own provider, else the target's. The target's key is only for the target's
 * provider, and for the judge's if the target has none (`target` is `null`).
 */
export function resolveJudgeProvider(
  { judge, model }: { readonly judge: ConfigFile['judge']; readonly model: string | null },
  target: ProviderSettings | null,
  from: ProviderSources,
): ProviderSettings {
  const { openaiApiKey, judgeApiKey } = from.overrides;
  const address = resolveJudgeAddress(judge, model, target);
  const { baseUrl, preset } = address;
  const keyVariableName = judge?.['api-key-env'];
  if (target === null && !hasOwnKey(address, keyVariableName)) {
    const input = { name: 'openai-api-key', key: judgeApiKey ?? openaiApiKey };
    return resolveKey(address, { input, readVariable: keyVariableName }, from);
  }
  if (
    target !== null &&
    judgeApiKey === undefined &&
    keyVariableName === undefined &&
    isSameProvider(baseUrl, target.baseUrl)
  ) {
    return omitUndefined({ ...target, baseUrl, preset });
  }
  const input = { name: 'judge-api-key', key: judgeApiKey };
  return resolveKey(address, { input, readVariable: keyVariableName }, from);
}

function resolveKey(
  address: Address,
  source: {
    readonly input: { readonly name: string; readonly key: string | undefined } | null;
    readonly readVariable: string | undefined;
  },
  { env, shell }: ProviderSources,
): ProviderSettings {
  const { baseUrl, preset, keyVariable = DEFAULT_KEY_VARIABLE } = address;
  const { input, readVariable: name = keyVariable } = source;
  const orInput = input === null || shell === 'cli' ? '' : `input ${input.name} or `;
  return omitUndefined({
    baseUrl,
    preset,
    apiKey: input?.key ?? variable(env, name),
    apiKeySource: `${orInput}environment variable ${name}`,
    keyVariable: name,
  });
}

function variable(env: Readonly<Record<string, string | undefined>>, name: string): string | null {
  const value = env[name]?.trim() ?? '';
  return value === '' ? null : value;
}

/** Paths are case-sensitive, because a gateway may identify tenants by them. */
export function isSameProvider(a: string | null, b: string | null): boolean {
  return normalizeAddress(a) === normalizeAddress(b);
}

function normalizeAddress(baseUrl: string | null): string {
  const address = baseUrl ?? DEFAULT_BASE_URL;
  // `URL` lower-cases the scheme and the host only.
  return (URL.canParse(address) ? new URL(address).href : address).replace(/(?<!\/)\/+$/, '');
}

/** By provider, the default audience of GitHub's token, and variables with names that are no secrets. */
const LOGINS = {
  openai: {
    audience: 'https://api.openai.com/v1',
    required: ['OPENAI_IDENTITY_PROVIDER_ID', 'OPENAI_SERVICE_ACCOUNT_ID'],
    optional: [],
  },
  anthropic: {
    audience: 'https://api.anthropic.com',
    required: ['ANTHROPIC_FEDERATION_RULE_ID', 'ANTHROPIC_ORGANIZATION_ID'],
    optional: ['ANTHROPIC_SERVICE_ACCOUNT_ID', 'ANTHROPIC_WORKSPACE_ID'],
  },
} as const;

/** A provider with GitHub's identity token instead of a key. A job without the permission has neither. */
function resolveKeylessProvider({ baseUrl, preset }: Address, env: ProviderSources['env']): ProviderSettings {
  const read = (name: string) => variable(env, name);
  const provider = preset === 'anthropic' ? preset : 'openai';
  if (provider === 'openai' && baseUrl !== null) {
    throw new UserError(
      'auth: `oidc` works with OpenAI (no `base-url`) and with `anthropic/<model>` only; remove it, or use a key.',
    );
  }
  const keyless = omitUndefined({
    baseUrl,
    preset,
    apiKey: null,
    apiKeySource: 'permission `id-token: write` of the job',
  });
  // A fork's run never has the permission.
  if (read('ACTIONS_ID_TOKEN_REQUEST_URL') === null) return keyless;
  const { audience, required, optional } = LOGINS[provider];
  const missing = required.filter((name) => read(name) === null);
  if (missing.length > 0) {
    throw new UserError(`auth: \`oidc\` needs the environment variables ${missing.join(' and ')}.`);
  }
  const ids = [...required, ...optional].flatMap((name) => {
    const value = read(name);
    return value === null ? [] : [[name, value] as const];
  });
  return {
    ...keyless,
    login: { provider, audience: read('OIDC_AUDIENCE') ?? audience, ids: Object.fromEntries(ids) },
  };
}
