import { ProviderError, UserError } from '../ports/errors.js';
import type { ProviderSettings } from '../ports/settings.js';

export const OPENAI_BASE_URL = 'https://api.openai.com/v1';

export const GITHUB_MODELS_RETIRED =
  'GitHub Models was retired on 2026-07-30: give the base URL and key of another OpenAI-compatible provider, or none for api.openai.com';

/** Hosts that GitHub Models answered on. */
const GITHUB_MODELS_HOSTS: ReadonlySet<string> = new Set([
  'models.github.ai',
  'models.inference.ai.azure.com',
]);

function isGitHubModels(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && GITHUB_MODELS_HOSTS.has(new URL(baseUrl).hostname);
}

/**
 * Host and URL as they may be shown: the query may hold secrets, and is left out.
 * Throws `UserError` where the base URL is none, or holds a name or a password: nothing would send them.
 */
export function parseBaseUrl(baseUrl: string): { host: string; shown: string } {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new UserError(
      `base URL ${baseUrl}: not an http or https URL; it usually looks like ${OPENAI_BASE_URL}`,
    );
  }
  const shown = `${url.origin}${url.pathname}`;
  if (url.username !== '' || url.password !== '') {
    throw new UserError(
      `base URL ${shown}: take the name and password out of it; a provider gets the API key alone`,
    );
  }
  return { host: url.host, shown };
}

/** Why no request to this provider can succeed; `null` where one may. */
export function refusalOf(
  provider: ProviderSettings,
  apiKey: string,
  baseUrl: string,
  host: string,
): ProviderError | null {
  if (isGitHubModels(baseUrl))
    return new ProviderError(`${host}: ${GITHUB_MODELS_RETIRED}`, { kind: 'gone' });
  if (provider.withheld) {
    const remedy = 'merge the change of the config alone first';
    return new ProviderError(
      `${host}: no key was sent there, since only the pull request's config names this address for it; ${remedy}`,
      { kind: 'unauthorized' },
    );
  }
  if (apiKey === '') {
    return new ProviderError(`${host}: no API key; give ${provider.apiKeySource}`, { kind: 'unauthorized' });
  }
  if (/[^\x21-\x7e]/.test(apiKey)) {
    return new ProviderError(
      `${host}: the API key holds a space, a line break or another character that keys do not have; check ${provider.apiKeySource}`,
      { kind: 'unauthorized' },
    );
  }
  return null;
}
