import { ProviderError, UserError } from '../model/errors.js';
import { isLocalAddress } from '../model/provider-presets.js';
import type { ProviderSettings } from '../model/suite.js';

export const OPENAI_BASE_URL = 'https://api.openai.com/v1';

/**
 * Host and URL without the query, which may hold secrets. Throws `UserError` for anything but an http or https URL
 * without a login.
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
    throw new UserError(`base URL ${shown}: remove the name and password; a provider gets only the API key`);
  }
  return { host: url.host, shown };
}

/** Why no request to this provider can succeed, else `null`. */
export function refusalOf(provider: ProviderSettings, apiKey: string, host: string): ProviderError | null {
  const why = whyRefused(provider, apiKey);
  return why === null ? null : new ProviderError(`${host}: ${why}`, { kind: 'unauthorized' });
}

function whyRefused(
  { blocked, apiKeySource, baseUrl, login }: ProviderSettings,
  apiKey: string,
): string | null {
  if (blocked) {
    return "no key was sent, because only the pull request's config has this address; merge that change of the config first";
  }
  if (apiKey === '' && login === undefined && !isLocalAddress(baseUrl))
    return `no API key; give ${apiKeySource}`;
  const isOdd = /[^\x21-\x7e]/.test(apiKey);
  return isOdd
    ? `the API key holds a space, a line break or another odd character; check ${apiKeySource}`
    : null;
}
