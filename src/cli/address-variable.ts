import { BUILTIN_JUDGE } from '../model/judge.js';
import type { Suite } from '../model/suite.js';
import { describeTarget } from '../model/target-settings.js';
import { ADDRESS_VARIABLE } from '../settings/defaults.js';
import { renderList } from '../text/values.js';

/** Set if the machine names another address for OpenAI than the one that the suites ask. */
export function warnOfAddressVariable(
  suites: readonly Suite[],
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  const address = env[ADDRESS_VARIABLE]?.trim();
  if (!address) return null;
  const asked = suites.flatMap(({ target, provider, judge }) => {
    // A judge without an address is asked at the target's.
    if (describeTarget(target).asksProvider && provider.baseUrl === null) return ['`target`'];
    return judge.model !== BUILTIN_JUDGE && judge.provider.baseUrl === null ? ['`judge`'] : [];
  });
  if (asked.length === 0) return null;
  const keys = renderList([...new Set(asked)]);
  return `${ADDRESS_VARIABLE} is set and not read here: api.openai.com is asked. For another address, set \`base-url\` of ${keys} in the config file.`;
}
