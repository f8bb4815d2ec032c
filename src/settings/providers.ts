import { isDeepStrictEqual } from 'node:util';
import { UserError } from '../model/errors.js';
import { BUILTIN_JUDGE } from '../model/judge.js';
import { findPreset, isLocalAddress } from '../model/provider-presets.js';
import { handedVariables, type ProviderSettings, type Settings, type Suite } from '../model/suite.js';
import { type AboutTarget, aboutTarget } from '../model/target-settings.js';
import { aboutScorer } from '../scorers/catalog.js';
import type { ConfigFile } from './config-file.js';
import { DEFAULT_BASE_URL, DEFAULT_KEY_VARIABLE } from './defaults.js';
import { keylessProvider } from './keyless.js';
import type { Overrides } from './overrides.js';
import type { ConfigTarget } from './target-config.js';

export type ProviderSources = {
  readonly overrides: Overrides;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly shell: 'action' | 'cli';
};

/** Where a model is asked. */
export type Address = Pick<ProviderSettings, 'baseUrl' | 'preset'> & { readonly keyVariable?: string };

/** Address and key of a target's model; `model` is `null` if none is known. */
export function resolveTargetProvider(
  target: ConfigTarget,
  { server, env, model }: Pick<AboutTarget, 'server' | 'env' | 'model'>,
  from: ProviderSources,
): ProviderSettings {
  if (server !== null) return variablesAt(server, env, from.env);
  const own = 'prompt' in target ? target : null;
  const baseUrl = own?.['base-url'] ?? null;
  const address: Address = (own !== null && baseUrl === null && findPreset(model)) || { baseUrl };
  if (own?.auth === 'oidc' && from.shell === 'action') return keylessProvider(address, from.env);
  const named = own?.['api-key-env'];
  // A provider that the config names together with its key's variable never gets another key.
  const apart = address.baseUrl !== null && (named !== undefined || address.preset !== undefined);
  const input = apart ? null : { name: 'openai-api-key', key: from.overrides.openaiApiKey };
  return keyed(address, { input, variable: named }, from);
}

/** An agent's own address, with the variables that it gets as its key. */
function variablesAt(
  baseUrl: string,
  names: readonly string[],
  env: ProviderSources['env'],
): ProviderSettings {
  const values = names.map((name) => variable(env, name) ?? '').join('\n');
  const apiKey = values.trim() === '' ? null : values;
  return { baseUrl, apiKey, apiKeySource: `environment variable ${names.join(', ')}` };
}

/** The judge's own address, else the target's if the config names it, else its model's preset, else the target's preset. */
function judgeAddress(
  judge: ConfigFile['judge'],
  model: string | null,
  target: ProviderSettings | null,
): Address {
  const own = judge?.['base-url'];
  if (own !== undefined) return { baseUrl: own };
  const { baseUrl = null, preset } = target ?? {};
  if (baseUrl !== null && preset === undefined) return { baseUrl };
  return findPreset(model) ?? { baseUrl, ...(preset !== undefined && { preset }) };
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
  const address = judgeAddress(judge, model, target);
  const { baseUrl, preset } = address;
  const named = judge?.['api-key-env'];
  if (target === null && (preset === undefined || baseUrl === null)) {
    const input = { name: 'openai-api-key', key: judgeApiKey ?? openaiApiKey };
    return keyed(address, { input, variable: named }, from);
  }
  if (
    target !== null &&
    judgeApiKey === undefined &&
    named === undefined &&
    sameProvider(baseUrl, target.baseUrl)
  ) {
    const { preset: _, ...known } = target;
    return { ...known, baseUrl, ...(preset !== undefined && { preset }) };
  }
  const input = { name: 'judge-api-key', key: judgeApiKey };
  return keyed(address, { input, variable: named }, from);
}

function keyed(
  { baseUrl, preset, keyVariable = DEFAULT_KEY_VARIABLE }: Address,
  {
    input,
    variable: name = keyVariable,
  }: {
    readonly input: { readonly name: string; readonly key: string | undefined } | null;
    readonly variable: string | undefined;
  },
  { env, shell }: ProviderSources,
): ProviderSettings {
  const orInput = input === null || shell === 'cli' ? '' : `input ${input.name} or `;
  return {
    baseUrl,
    ...(preset !== undefined && { preset }),
    apiKey: input?.key ?? variable(env, name),
    apiKeySource: `${orInput}environment variable ${name}`,
  };
}

function variable(env: Readonly<Record<string, string | undefined>>, name: string): string | null {
  const value = env[name]?.trim() ?? '';
  return value === '' ? null : value;
}

/** Lets the head use only the keys of `trusted`, each for its own address; the others are removed. */
export function blockKeys(head: Settings, trusted: readonly ProviderSettings[]): Settings {
  const allow = (provider: ProviderSettings): ProviderSettings =>
    (provider.apiKey === null && provider.login === undefined) ||
    trusted.some(
      (known) =>
        known.apiKey === provider.apiKey &&
        isDeepStrictEqual(known.login, provider.login) &&
        sameProvider(known.baseUrl, provider.baseUrl),
    )
      ? provider
      : { ...provider, apiKey: null, login: undefined, blocked: true };
  const suites = head.suites.map((suite) => ({
    ...suite,
    provider: allow(suite.provider),
    judge: { ...suite.judge, provider: allow(suite.judge.provider) },
  }));
  return { ...head, suites };
}

/**
 * True if two addresses belong to the same provider. Paths are case-sensitive, because a gateway may identify tenants
 * by them.
 */
export function sameProvider(a: string | null, b: string | null): boolean {
  return plainAddress(a) === plainAddress(b);
}

function plainAddress(baseUrl: string | null): string {
  const address = baseUrl ?? DEFAULT_BASE_URL;
  // `URL` lower-cases the scheme and the host only.
  return (URL.canParse(address) ? new URL(address).href : address).replace(/(?<!\/)\/+$/, '');
}

/**
 * Refuses to begin without a key that the run needs. Throws `UserError` that names each variable once, with its users.
 * @param asks `judge` if no agent runs.
 */
export function requireKeys(suites: readonly Suite[], asks: 'agent and judge' | 'judge'): void {
  const missing = suites.flatMap((suite) => listKeyless(suite, asks));
  if (missing.length === 0) return;
  const byPlace = Map.groupBy(missing, ({ provider: { baseUrl, apiKeySource } }) =>
    JSON.stringify([baseUrl, apiKeySource]),
  );
  throw new UserError([...byPlace.values()].map(renderMissing));
}

/** True if a suite needs a key for a call, or a variable for a program, and the run lacks it. */
export function lacksKey(suite: Suite, env: Readonly<Record<string, string | undefined>>): boolean {
  return isKeyless(suite) || handedVariables(suite).some((name) => variable(env, name) === null);
}

/** True if a suite cannot call its agent's or judge's provider. */
export function isKeyless(suite: Suite): boolean {
  return listKeyless(suite, 'agent and judge').length > 0;
}

type Keyless = { readonly provider: ProviderSettings; readonly asks: string };

/**
 * Providers that a suite needs but has no key for, with their users; except
 * addresses that must not get its key.
 */
function listKeyless(
  { target, provider, judge, scorers }: Suite,
  asks: 'agent and judge' | 'judge',
): readonly Keyless[] {
  const isJudged =
    judge.model !== BUILTIN_JUDGE &&
    scorers.some(({ use }) => use.kind === 'prebuilt' && aboutScorer(use.id)?.kind === 'judged');
  const asked = [
    ...(asks !== 'judge' && aboutTarget(target).asksProvider
      ? [{ provider, asks: `${('model' in target && target.model) || 'the agent'} answers` }]
      : []),
    ...(isJudged ? [{ provider: judge.provider, asks: `${judge.model} judges` }] : []),
  ];
  return asked.filter(
    ({ provider: { apiKey, login, blocked, baseUrl } }) =>
      apiKey === null && login === undefined && blocked !== true && !isLocalAddress(baseUrl),
  );
}

function renderMissing(missing: readonly Keyless[]): string {
  const { apiKeySource = '', baseUrl } = missing[0]?.provider ?? {};
  const who = [...new Set(missing.map(({ asks }) => asks))].join(' and ');
  const what = `There is no key for ${baseUrl ?? 'api.openai.com'}, where ${who}: set the ${apiKeySource}`;
  if (apiKeySource.startsWith('permission')) return `${what}.`;
  if (apiKeySource.startsWith('input'))
    return `${what}. A secret is empty until it is stored, under Settings → Secrets and variables → Actions`;
  const name = /[A-Z_0-9]+$/.exec(apiKeySource)?.[0] ?? DEFAULT_KEY_VARIABLE;
  return `${what}, for example \`export ${name}=…\`. To look around without a key: \`demo\`, or an agent that is a command with \`judge: { model: builtin }\` in the config file`;
}
