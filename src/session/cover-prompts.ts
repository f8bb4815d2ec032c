import { posix } from 'node:path';
import { NEAREST_CASES } from '../coverage/measure-coverage.js';
import { type CoveredFile, cutPrompt } from '../coverage/prompt-blocks.js';
import { splitByFile } from '../coverage/stored-map.js';
import { type Coverage, isWholeCoverage } from '../model/coverage.js';
import type { Effects } from '../model/effects.js';
import { describeError, UserError } from '../model/errors.js';
import type { PreparedSuite } from '../model/stages.js';
import { describeTarget } from '../model/target-settings.js';
import { type ResultFile, toFileName } from '../publish/files.js';
import { renderCoveragePage } from '../report/coverage/render-coverage-page.js';
import { redactTexts } from '../text/redact.js';
import { formatCount, formatNumber } from '../text/values.js';
import { BASE_ANSWERS, coverSuite } from './cover-suite.js';
import { chooseExitCode } from './exit-code.js';

/** Calls of one measurement unless `max-calls` says otherwise: about 18 blocks with 30 cases. */
export const DEFAULT_COVERAGE_CALLS = 2_000;

export type CoverageChoice = {
  /** Text files of a program, relative to the working directory; empty for a prompt. */
  readonly names: readonly string[];
  readonly all: boolean;
  readonly maxCalls: number;
};

export type SuiteCoverage = {
  readonly coverage: Coverage;
  readonly files: readonly CoveredFile[];
  /** False if its map could not be stored. */
  readonly isStored: boolean;
};

/**
 * Measures the coverage of each suite's prompt, and stores the maps with the baselines. Throws `UserError` before the
 * first call if a suite has nothing to measure.
 */
export async function coverPrompts(
  suites: readonly PreparedSuite[],
  choice: CoverageChoice,
  effects: Effects,
): Promise<readonly SuiteCoverage[]> {
  const covered = await Promise.all(
    suites.map(async (suite) => ({ suite, files: await readCovered(suite, choice.names) })),
  );
  for (const { suite, files } of covered) effects.log.info(announce(suite, files, choice));
  const measured: SuiteCoverage[] = [];
  for (const { suite, files } of covered) {
    const found = await coverSuite(suite, { files, all: choice.all }, effects);
    const coverage = redactTexts(found, effects.redact);
    const isStored = await storeMap(coverage, effects);
    if (isStored && isWholeCoverage(coverage)) effects.journals.finish(suite.settings.name);
    measured.push({ coverage, files, isStored });
  }
  return measured;
}

export function exitCodeOfCoverage(measured: readonly SuiteCoverage[]): number {
  const isDone = measured.every(({ coverage, isStored }) => isStored && isWholeCoverage(coverage));
  return chooseExitCode({ kind: 'reported', suites: [isDone ? 'success' : 'error'] });
}

/** The prompt of the suite, or the files that the user names. Paths are from the repository's top. */
async function readCovered(
  { settings, head, prefix }: PreparedSuite,
  names: readonly string[],
): Promise<readonly CoveredFile[]> {
  const { prompt, runsPrograms, live, server, name } = describeTarget(head.target);
  const of = `coverage of ${settings.name}`;
  if (!live || server !== null) {
    throw new UserError(`${of}: ${name} cannot be asked with another prompt; select other suites`);
  }
  if (runsPrograms && names.length === 0) {
    throw new UserError(
      `${of}: the agent is a program; name the prompt files that it reads with \`--file\`, in a workflow with the input \`file\``,
    );
  }
  if (!runsPrograms && names.length > 0) {
    throw new UserError(`${of}: \`file\` is for programs, and this suite measures ${name}; leave it out`);
  }
  const paths = prompt === null ? names : [prompt];
  const files = await Promise.all(
    paths.map(async (path) => {
      const text = await head.reader.read(path);
      if (text === null) throw new UserError(`file: there is no file ${JSON.stringify(path)}`);
      return { path: posix.join(prefix, path), text, isPrompt: prompt !== null };
    }),
  );
  if (files.every((file) => cutPrompt(file).length === 0)) {
    throw new UserError(`${of}: ${paths.join(', ')} has a single paragraph, so none can be left out`);
  }
  return files;
}

/** Answers beyond the first ones that a block needs on average, to confirm what its cases show. */
const CONFIRMATIONS = 10;

function announce(
  { settings, head }: PreparedSuite,
  files: readonly CoveredFile[],
  { all, maxCalls }: CoverageChoice,
): string {
  const blocks = files.flatMap((file) => cutPrompt(file)).length;
  const cases = head.cases.length;
  const perBlock = all ? cases : Math.min(NEAREST_CASES, cases);
  // The harmless edit is measured like a block.
  const answers = (blocks + 1) * (perBlock + CONFIRMATIONS) + BASE_ANSWERS * cases;
  const { runsPrograms } = describeTarget(head.target);
  const perAnswer = runsPrograms
    ? 'An answer takes up to two calls of the judge if it differs; the calls of the program itself count only if its answers report them as `usage`.'
    : 'An answer takes one call, and up to two of the judge if it differs.';
  return (
    `${settings.name}: ${formatCount(blocks, 'block')}, ${formatCount(cases, 'case')}: at most about ${formatNumber(answers)} answers. ` +
    `${perAnswer} The run ends after ${formatNumber(maxCalls)} calls.`
  );
}

/** The result is shown even if it cannot be stored: it was paid for. */
async function storeMap(coverage: Coverage, { store, log }: Effects): Promise<boolean> {
  const maps = splitByFile(coverage);
  try {
    for (const { prompt, coverage: part } of maps) await store.writeCoverage(prompt, part);
    if (maps.length > 0) log.info(`${coverage.suite}: the map is stored in the ${store.name}.`);
    return true;
  } catch (thrown) {
    log.error(
      `Suite ${coverage.suite}: the map was not stored in the ${store.name}: ${describeError(thrown)}`,
    );
    return false;
  }
}

/** Of each suite the page, and the map as JSON. */
export function listCoverageFiles(measured: readonly SuiteCoverage[]): readonly ResultFile[] {
  return measured.flatMap(({ coverage, files }) => {
    const name = measured.length > 1 ? `coverage-${toFileName(coverage.suite)}` : 'coverage';
    return [
      { name: `${name}.html`, text: renderCoveragePage(coverage, files) },
      { name: `${name}.json`, text: `${JSON.stringify(coverage, null, 2)}\n` },
    ];
  });
}
