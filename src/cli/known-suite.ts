import { openFolderTree } from '../files/readers.js';
import { UserError } from '../ports/errors.js';
import type { SuiteSettings } from '../ports/settings.js';
import type { Overrides } from '../settings/overrides.js';
import { readSettings } from '../settings/read-settings.js';
import type { Terminal } from './terminal.js';

/**
 * The suite of a record, as flags and config file know it; `null` where they do not, since records can be looked at
 * without any config. Throws `UserError` where a config file that was asked for is wrong.
 */
export async function readKnownSuite(
  folder: string,
  suite: string,
  overrides: Overrides,
  { env }: Pick<Terminal, 'env'>,
): Promise<SuiteSettings | null> {
  try {
    const head = openFolderTree(folder);
    const { settings } = await readSettings({ head, base: null, overrides, env, shell: 'cli' });
    return settings.suites.find((each) => each.name === suite) ?? null;
  } catch (thrown) {
    if (!(thrown instanceof UserError) || overrides.config !== undefined) throw thrown;
    return null;
  }
}
