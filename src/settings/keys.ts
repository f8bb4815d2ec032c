import { isDeepStrictEqual } from 'node:util';
import { MissingKeyError, UserError } from '../model/errors.js';
import { BUILTIN_JUDGE } from '../model/judge.js';
import { isLocalAddress, PROVIDER_PRESETS, type ProviderSettings } from '../model/provider.js';
import { listPassedVariables, type Settings, type Suite } from '../model/suite.js';
import { describeTarget } from '../model/target-settings.js';
import { isJudgedScorer } from '../scorers/catalog.js';
import { renderList } from '../text/values.js';
import { isSameProvider } from './providers.js';

/** Lets the head use only the keys of `trusted`, each for its own address; the others are removed. */
export function blockKeys(head: Settings, trusted: readonly KeyPlace[]): Settings {
  const allowKey = (provider: ProviderSettings): ProviderSettings =>
    (provider.apiKey === null && provider.login === undefined) ||
    trusted.some(
      (known) =>
        known.apiKey === provider.apiKey &&
        isDeepStrictEqual(known.login, provider.login) &&
        isSameProvider(known.baseUrl, provider.baseUrl),
    )
      ? provider
      : { ...provider, apiKey: null, login: undefined, blocked: true };
  const suites = head.suites.map((suite) => ({
    ...suite,
    provider: allowKey(suite.provider),
    judge: { ...suite.judge, provider: allowKey(suite.judge.provider) },
  }));
  return { ...head, suites };
}

type KeyPlace = {
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
  readonly login?: ProviderSettings['login'];
};

/** The known providers, each for the key in its own variable: no config has to name them. */
export function listKeyPlaces(env: Readonly<Record<string, string | undefined>>): readonly KeyPlace[] {
  return Object.values(PROVIDER_PRESETS).map(({ baseUrl, keyVariable }) => ({
    baseUrl,
    apiKey: env[keyVariable]?.trim() ?? null,
  }));
}

/** Refuses to begin if a key was removed by `blockKeys`. @param config Path of the config file. */
export function refuseBlocked(suites: readonly Suite[], config: string): void {
  const places = suites
    .flatMap(({ provider, judge }) => [provider, judge.provider])
    .filter(({ blocked }) => blocked === true)
    .map(({ apiKeySource, baseUrl }) => `the ${apiKeySource} to ${renderAddress(baseUrl)}`);
  if (places.length === 0) return;
  throw new UserError(
    `${config}: this branch would send ${renderList([...new Set(places)])}, which the config file at the branch point does not do. If you changed that yourself, run again with --trust-addresses.`,
  );
}

function renderAddress(baseUrl: string | null): string {
  return baseUrl?.replace(/[?#].*/s, '') ?? 'api.openai.com';
}

/** Refuses to begin without a key that the run needs. @param asks `judge` if no agent runs. */
export function requireKeys(suites: readonly Suite[], asks: 'agent and judge' | 'judge'): void {
  const missing = suites.flatMap((suite) => listKeyless(suite, asks));
  if (missing.length === 0) return;
  const byPlace = Map.groupBy(missing, ({ provider: { baseUrl, apiKeySource } }) =>
    JSON.stringify([baseUrl, apiKeySource]),
  );
  throw new MissingKeyError([...byPlace.values()].map(renderMissingKeys));
}

/** True if a suite needs a key for a call, or a variable for a program, and the run lacks it. */
export function isMissingKey(suite: Suite, env: Readonly<Record<string, string | undefined>>): boolean {
  return isKeyless(suite) || listPassedVariables(suite).some((name) => !env[name]?.trim());
}

export function isKeyless(suite: Suite): boolean {
  return listKeyless(suite, 'agent and judge').length > 0;
}

type ProviderUse = { readonly provider: ProviderSettings; readonly asks: string };

/** The environment variables that can hold everything which the suites need: keys, and what programs get. */
export function listKeyVariables(suites: readonly Suite[]): readonly string[] {
  const keys = suites
    .flatMap((suite) => listProviders(suite, 'agent and judge'))
    .filter(({ provider }) => !isLocalAddress(provider.baseUrl))
    .map(({ provider }) => provider.keyVariable)
    .filter((keyVariable) => keyVariable !== undefined);
  return [...new Set([...keys, ...suites.flatMap(listPassedVariables)])];
}

/** Providers that a suite needs but has no key for, except addresses that must not get its key. */
function listKeyless(suite: Suite, asks: 'agent and judge' | 'judge'): readonly ProviderUse[] {
  return listProviders(suite, asks).filter(
    ({ provider: { apiKey, login, blocked, baseUrl } }) =>
      apiKey === null && login === undefined && blocked !== true && !isLocalAddress(baseUrl),
  );
}

/** The providers that a run of a suite calls. */
function listProviders(
  { target, provider, judge, scorers }: Suite,
  asks: 'agent and judge' | 'judge',
): readonly ProviderUse[] {
  const providers: ProviderUse[] = [];
  if (asks !== 'judge' && describeTarget(target).asksProvider) {
    const agent = ('model' in target && target.model) || 'the agent';
    providers.push({ provider, asks: `${agent} answers` });
  }
  if (judge.model !== BUILTIN_JUDGE && scorers.some(isJudgedScorer)) {
    providers.push({ provider: judge.provider, asks: `${judge.model} judges` });
  }
  return providers;
}

function renderMissingKeys(missing: readonly ProviderUse[]): string {
  const { apiKeySource = '', baseUrl } = missing[0]?.provider ?? {};
  const who = [...new Set(missing.map(({ asks }) => asks))].join(' and ');
  return `There is no key for ${renderAddress(baseUrl ?? null)}, where ${who}: set the ${apiKeySource}.`;
}

/** Refuses a run with a keyless suite and programs of the repository, since any of them could mint tokens. */
export function refuseProgramsWithLogin(suites: readonly Suite[]): void {
  const keyless = suites.find(({ provider, judge }) => provider.login ?? judge.provider.login);
  const program = suites.find(
    ({ target, scorers }) =>
      describeTarget(target).runsPrograms || scorers.some(({ use }) => use.kind === 'own'),
  );
  if (keyless === undefined || program === undefined) return;
  throw new UserError(
    `auth: suite \`${keyless.name}\` has \`auth: oidc\`, and suite \`${program.name}\` runs programs of the repository, which could get such tokens too. Run them in two jobs with the input \`suite\`, and give \`id-token: write\` only to the job of \`${keyless.name}\`.`,
  );
}
