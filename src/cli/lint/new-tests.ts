import { parseDataset } from '../../dataset/dataset.js';
import type { Case } from '../../model/case.js';
import { attempt } from '../../model/errors.js';
import type { FileReader } from '../../model/repository.js';
import type { Suite } from '../../model/suite.js';
import { fitConsoleLine } from '../../report/console.js';
import { formatCount, renderFirst } from '../../text/values.js';
import { importPromptfoo } from '../init/promptfoo/import-promptfoo.js';
import { buildName } from '../init/write-project.js';

const MAX_NAMED = 3;

/** Questions of a promptfoo config that its copy lacks: a test was added or edited there after `init --from`. */
export async function warnOfNewTests(
  { dataset }: Suite,
  cases: readonly Case[],
  reader: FileReader,
): Promise<readonly string[]> {
  const paths = ((await reader.paths?.()) ?? []).filter(
    (path) => /\.ya?ml$/.test(path) && dataset.startsWith(`evals/${buildName(path)}`),
  );
  const known = new Set(cases.map(({ input }) => input));
  const warnings: string[] = [];
  for (const path of paths) {
    // Another YAML file of that name is no promptfoo config.
    const setup = await attempt([], () => importPromptfoo(path, reader));
    const copy = setup?.files.find((file) => file.path === dataset);
    const tests = copy === undefined ? [] : parseDataset(copy.text, dataset);
    const added = tests.filter(({ input }) => !known.has(input));
    if (added.length === 0) continue;
    const questions = renderFirst(added, MAX_NAMED, ({ input }) => `“${fitConsoleLine(input, 60)}”`);
    warnings.push(
      `${path} has ${formatCount(added.length, 'test')} whose question ${dataset} lacks: ${questions}. Add the question to ${dataset}, or delete ${path} if you no longer use it.`,
    );
  }
  return warnings;
}
