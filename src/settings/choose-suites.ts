import { UserError } from '../ports/errors.js';
import { suggestName } from '../text/nearest-name.js';
import type { ConfigFile, ConfigSuite } from './config-file.js';
import { STARTER_CONFIG } from './defaults.js';

/**
 * The suites of the config file, or those of them that were asked for.
 * @param knownSuites names on the other side (base or head), where the pull request may have added or removed suites.
 */
export function chooseSuites(
  config: ConfigFile,
  {
    wanted,
    knownSuites,
  }: { readonly wanted: readonly string[] | undefined; readonly knownSuites: readonly string[] },
): readonly ConfigSuite[] {
  const listed = config.suites ?? [];
  if (wanted === undefined) return listed;
  const names = listed.map((suite) => suite.name);
  const known = [...names, ...knownSuites, ...(config.mistaken?.keys() ?? [])];
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new UserError(
      unknown.map((name) => `suite: there is no suite ${JSON.stringify(name)}. ${suggestName(name, names)}`),
    );
  }
  return listed.filter((suite) => wanted.includes(suite.name));
}

/** Why there is nothing to run, with the lines to begin with. */
export function nothingToRun(path: string, state: 'does not exist' | 'lists no suites'): UserError {
  return new UserError(
    `There is nothing to run: the config file \`${path}\` ${state}. To begin with, put this into it: \`${STARTER_CONFIG}\``,
  );
}
