import { isCollection, isMap, parseDocument } from 'yaml';
import { parseDataset } from '../dataset/dataset.js';
import { openFolderTree } from '../files/readers.js';
import { UserError } from '../ports/errors.js';
import type { Overrides } from '../settings/overrides.js';
import { resolveFolder } from './open-local.js';

const DEFAULT_CONFIG = 'prompt-regression.yml';

/**
 * The problems of the datasets that a config file names which is itself not right, so that a user mends both in one go.
 * Throws `UserError` with all of them; what cannot be made out is left to the next time.
 */
export async function lintNamedDatasets(cwd: string, overrides: Overrides): Promise<void> {
  const tree = openFolderTree(await resolveFolder(cwd, overrides));
  const config = await tree.read(overrides.config ?? DEFAULT_CONFIG);
  const paths = new Set([overrides.dataset, ...namedDatasets(config ?? '')]);
  const problems: string[] = [];
  for (const path of paths) {
    if (path === undefined) continue;
    try {
      const text = await tree.read(path);
      if (text !== null) parseDataset(text, path);
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
      problems.push(...thrown.problems);
    }
  }
  if (problems.length > 0) throw new UserError(problems);
}

function namedDatasets(text: string): readonly string[] {
  const suites = parseDocument(text).get('suites', true);
  if (!isCollection(suites)) return [];
  return suites.items.flatMap((suite) => {
    const path = isMap(suite) ? suite.get('dataset') : undefined;
    return typeof path === 'string' ? [path] : [];
  });
}
