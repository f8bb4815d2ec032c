import type { Settings } from '../../src/model/suite.js';
import { parseConfig } from '../../src/settings/config-file.js';
import { chooseSuites, resolveSettings } from '../../src/settings/resolve-settings.js';
import type { ResolveRequest } from '../../src/settings/resolve-suite.js';

export type Given = Partial<Omit<ResolveRequest, 'config'>> & { readonly knownSuites?: readonly string[] };

/** The settings of a config file `c.yml`, as the action reads it. */
export function settingsOf(text: string, { knownSuites = [], ...given }: Given = {}): Settings {
  const config = parseConfig(text, given.configPath ?? 'c.yml');
  const chosen = chooseSuites(config, { wanted: given.overrides?.suites, knownSuites });
  return resolveSettings(chosen, {
    config,
    configPath: 'c.yml',
    overrides: {},
    env: {},
    shell: 'action',
    ...given,
  });
}
