import { writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { NEAREST_CASES } from '../coverage/measure-coverage.js';
import { type CoveredFile, cutPrompt } from '../coverage/prompt-blocks.js';
import { type Coverage, isWholeCoverage } from '../model/coverage.js';
import { UserError } from '../model/errors.js';
import type { PreparedSuite } from '../model/stages.js';
import { describeTarget } from '../model/target-settings.js';
import { renderCoveragePage } from '../report/coverage/render-coverage-page.js';
import { renderCoverageText } from '../report/coverage/render-coverage-text.js';
import { BASE_ANSWERS, coverSuite } from '../session/cover-suite.js';
import { exitCodeOf } from '../session/exit-code.js';
import type { Overrides } from '../settings/overrides.js';
import { counted, grouped } from '../text/values.js';
import { openOutput, withLocalEffects } from './local-session.js';
import { type LocalCheckout, openLocal, prepareLocal } from './open-local.js';
import { shortenPath, type Terminal } from './terminal.js';

/** Calls of one measurement unless `--max-calls` says otherwise: about 18 blocks with 30 cases. */
const DEFAULT_MAX_CALLS = 2_000;

type SuiteCoverage = { readonly coverage: Coverage; readonly files: readonly CoveredFile[] };

/** `coverage`: leaves out one paragraph of the prompt after the other. Resolves with the exit code. Throws `UserError`. */
export async function runCoverage(overrides: Overrides, terminal: Terminal): Promise<number> {
  const { all = false, file: names, maxCalls = DEFAULT_MAX_CALLS, json = false } = overrides;
  const local = await openLocal({ ...overrides, maxCalls }, terminal, { against: 'nothing' });
  const folder = await openOutput(local.folder, { given: overrides.output, name: 'coverage' });
  const suites = await prepareLocal(local);
  const covered = await Promise.all(
    suites.map(async (suite) => ({ suite, files: await readCovered(suite, names ?? [], local) })),
  );
  for (const { suite, files } of covered) announce(suite, files, { all, maxCalls, local });
  const measured = await withLocalEffects(local, 'coverage', async (effects) => {
    const results: SuiteCoverage[] = [];
    for (const { suite, files } of covered) {
      const coverage = await coverSuite(suite, { files, all }, effects);
      if (isWholeCoverage(coverage)) effects.journals.finish(suite.settings.name);
      results.push({ coverage, files });
    }
    return results;
  });
  const pages = await Promise.all(measured.map((each) => writePage(each, folder, measured.length > 1)));
  if (json)
    local.print(
      `${JSON.stringify(
        measured.map(({ coverage }) => coverage),
        null,
        2,
      )}\n`,
    );
  else {
    const texts = measured.map(({ coverage, files }) => renderCoverageText(coverage, files, terminal));
    local.print(texts.join('\n'));
  }
  terminal.writeError(`Page: ${pages.map((page) => shortenPath(page, terminal.cwd)).join(', ')}\n`);
  const isWhole = measured.every(({ coverage }) => isWholeCoverage(coverage));
  return exitCodeOf({ kind: 'reported', suites: [isWhole ? 'success' : 'error'] });
}

/** The prompt of the suite, or the files that the user names. Paths are from the repository's top. */
async function readCovered(
  { settings, head, prefix }: PreparedSuite,
  names: readonly string[],
  { copy }: LocalCheckout,
): Promise<readonly CoveredFile[]> {
  const { prompt, runsPrograms, live, server, name } = describeTarget(head.target);
  const of = `coverage of ${settings.name}`;
  if (!live || server !== null) {
    throw new UserError(`${of}: ${name} cannot be asked with another prompt; name other suites with --suite`);
  }
  if (runsPrograms && names.length === 0) {
    throw new UserError(`${of}: the agent is a program; name the prompt files that it reads with --file`);
  }
  if (!runsPrograms && names.length > 0) {
    throw new UserError(`${of}: --file is for programs, and this suite measures ${name}; leave it out`);
  }
  const paths = prompt === null ? names : [prompt];
  const files = await Promise.all(
    paths.map(async (path) => {
      const text = await copy.head.reader.read(path);
      if (text === null) throw new UserError(`file: there is no file ${JSON.stringify(path)}`);
      return { path: posix.join(prefix, path), text, isPrompt: prompt !== null };
    }),
  );
  if (files.every((file) => cutPrompt(file).length === 0)) {
    throw new UserError(`${of}: ${paths.join(', ')} has a single paragraph, so none can be left out`);
  }
  return files;
}

type Announcement = { readonly all: boolean; readonly maxCalls: number; readonly local: LocalCheckout };

/** Answers beyond the first ones that a block needs on average, to confirm what its cases show. */
const CONFIRMATIONS = 10;

function announce(
  { settings, head }: PreparedSuite,
  files: readonly CoveredFile[],
  { all, maxCalls, local }: Announcement,
): void {
  const blocks = files.flatMap((file) => cutPrompt(file)).length;
  const cases = head.cases.length;
  const perBlock = all ? cases : Math.min(NEAREST_CASES, cases);
  // The harmless edit is asked like a block.
  const answers = (blocks + 1) * (perBlock + CONFIRMATIONS) + BASE_ANSWERS * cases;
  local.log.info(
    `${settings.name}: ${counted(blocks, 'block')}, ${counted(cases, 'case')}: at most about ${grouped(answers)} answers. ` +
      `An answer takes one call, and up to two of the judge if it differs. The run ends after ${grouped(maxCalls)} calls.`,
  );
}

async function writePage(
  { coverage, files }: SuiteCoverage,
  folder: string,
  several: boolean,
): Promise<string> {
  const name = several ? `coverage-${coverage.suite.replaceAll(/[^\w.-]+/g, '-')}` : 'coverage';
  const page = join(folder, `${name}.html`);
  await writeFile(page, renderCoveragePage(coverage, files));
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify(coverage, null, 2)}\n`);
  return page;
}
