import { join } from 'node:path';
import { writeFiles } from '../publish/files.js';
import { renderCoverageText } from '../report/coverage/render-coverage-text.js';
import {
  coverPrompts,
  DEFAULT_COVERAGE_CALLS,
  exitCodeOfCoverage,
  listCoverageFiles,
} from '../session/cover-prompts.js';
import type { Overrides } from '../settings/overrides.js';
import { openOutput, withLocalEffects } from './local-session.js';
import { openLocal, prepareLocal } from './open-local.js';
import { shortenPath, type Terminal } from './terminal.js';

/** `coverage`: leaves out one paragraph of the prompt after the other. Resolves with the exit code. Throws `UserError`. */
export async function runCoverage(overrides: Overrides, terminal: Terminal): Promise<number> {
  const { all = false, file: names = [], maxCalls = DEFAULT_COVERAGE_CALLS, json = false } = overrides;
  const local = await openLocal({ ...overrides, maxCalls }, terminal, { against: 'nothing' });
  const folder = await openOutput(local.folder, { given: overrides.output, name: 'coverage' });
  const suites = await prepareLocal(local);
  const suiteCoverages = await withLocalEffects(local, 'coverage', (effects) =>
    coverPrompts(suites, { names, all, maxCalls }, effects),
  );
  const files = listCoverageFiles(suiteCoverages);
  await writeFiles(folder, files);
  if (json) {
    const maps = suiteCoverages.map(({ coverage }) => coverage);
    local.print(`${JSON.stringify(maps, null, 2)}\n`);
  } else {
    const texts = suiteCoverages.map((each) => renderCoverageText(each.coverage, each.files, terminal));
    local.print(texts.join('\n'));
  }
  const pages = files
    .filter(({ name }) => name.endsWith('.html'))
    .map(({ name }) => shortenPath(join(folder, name), terminal.cwd));
  terminal.writeError(`Page: ${pages.join(', ')}\n`);
  return exitCodeOfCoverage(suiteCoverages);
}
