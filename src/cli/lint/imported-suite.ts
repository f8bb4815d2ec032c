import { parseDataset } from '../../dataset/dataset.js';
import { escapeGlob } from '../../files/watched-files.js';
import type { Case } from '../../model/case.js';
import { attempt } from '../../model/errors.js';
import type { FileReader } from '../../model/repository.js';
import type { Suite } from '../../model/suite.js';
import { describeTarget } from '../../model/target-settings.js';
import { fitConsoleLine } from '../../report/console.js';
import { formatCount, renderFirst, renderList } from '../../text/values.js';
import { type ImportedSetup, importPromptfoo } from '../init/promptfoo/import-promptfoo.js';
import { buildName, isUnwritten } from '../init/write-project.js';

const MAX_NAMED = 3;

/** The differences between a suite and the promptfoo config that it came from. */
export type ImportComparison = {
  readonly warnings: readonly string[];
  /** Warnings that concern no suite alone. */
  readonly untested: readonly string[];
  /** Texts of the product that are not the measured ones. */
  readonly outdated: readonly string[];
};

/** Compares a suite with what `init --from` would write now. */
export async function compareWithImport(
  suite: Suite,
  cases: readonly Case[],
  reader: FileReader,
): Promise<ImportComparison> {
  const paths = ((await reader.paths?.()) ?? []).filter(
    (path) => /\.(?:ya?ml|json)$/.test(path) && suite.dataset.startsWith(`evals/${buildName(path)}`),
  );
  const warnings: string[] = [];
  const untested: string[] = [];
  const outdated: string[] = [];
  for (const path of paths) {
    // Another file of that name is no promptfoo config.
    const setup = await attempt([], () => importPromptfoo(path, reader));
    if (setup === undefined) continue;
    warnings.push(...warnOfNewTests(path, suite, cases, setup));
    untested.push(...warnOfUntested(path, setup.untested));
    outdated.push(...(await compareWithPrompt(suite, setup, reader)), ...compareValues(suite, cases, setup));
  }
  return { warnings, untested, outdated };
}

/** Questions of a promptfoo config that its copy lacks: a test was added or edited there after `init --from`. */
function warnOfNewTests(
  path: string,
  { dataset }: Suite,
  cases: readonly Case[],
  { files }: ImportedSetup,
): readonly string[] {
  const known = new Set(cases.map(({ input }) => input));
  const copy = files.find((file) => file.path === dataset);
  const tests = copy === undefined ? [] : parseDataset(copy.text, dataset);
  const added = tests.filter(({ input }) => !known.has(input));
  if (added.length === 0) return [];
  const questions = renderFirst(added, MAX_NAMED, ({ input }) => `“${fitConsoleLine(input, 60)}”`);
  return [
    `${path} has ${formatCount(added.length, 'test')} whose question ${dataset} lacks: ${questions}. Add the question to ${dataset}, or delete ${path} if you no longer use it.`,
  ];
}

function warnOfUntested(path: string, prompts: readonly string[]): readonly string[] {
  if (prompts.length === 0) return [];
  const names = renderFirst(prompts, MAX_NAMED, (prompt) => fitConsoleLine(prompt, 60));
  return [`No suite tests ${formatCount(prompts.length, 'prompt')} of ${path}: ${names}.`];
}

/** The measured prompt replaces the files that are only watched, so the texts must agree. */
async function compareWithPrompt(
  { name, target, givenWatch }: Suite,
  { config, files, copies }: ImportedSetup,
  reader: FileReader,
): Promise<readonly string[]> {
  const { prompt } = describeTarget(target);
  const now = config.suites.find((each) => each.name === name);
  if (prompt === null || now === undefined) return [];
  const others = new Set([prompt, ...copies.flatMap(({ paths }) => paths.map(escapeGlob))]);
  const watched = (now.watch ?? []).filter((path) => !others.has(path) && givenWatch.includes(path));
  // A copy whose original is not watched is the only prompt.
  if (watched.length === 0) return [];
  const originals = renderList(watched);
  const remedy = 'make the same change in both';
  const copy = files.find((file) => file.path === now.target.prompt);
  if (copy !== undefined && isUnwritten(copy.text)) return [];
  if (now.target.prompt !== prompt) {
    return [`suite ${name}: ${prompt} is not all that ${originals} asks now: ${remedy}`];
  }
  const isSame = copy === undefined || (await reader.read(prompt))?.trimEnd() === copy.text.trimEnd();
  return isSame ? [] : [`${prompt}: differs from ${originals}, which it is a copy of: ${remedy}`];
}

/** The same for texts of files in the dataset. */
function compareValues(
  { dataset, givenWatch }: Suite,
  cases: readonly Case[],
  { copies }: ImportedSetup,
): readonly string[] {
  const outdated = copies.filter(({ input, column, value }) => {
    // A case whose question is the file has another question then.
    if (value === input) return false;
    const twins = cases.filter((row) => row.input === input);
    return twins.length > 0 && twins.every((row) => readColumn(row, column) !== value);
  });
  const paths = [...new Set(outdated.flatMap((copy) => copy.paths))].filter((path) =>
    givenWatch.includes(escapeGlob(path)),
  );
  if (paths.length === 0) return [];
  const names = renderFirst(paths, MAX_NAMED, (path) => path);
  return [`${dataset}: differs from ${names}, which it has copies of: make the same change in both`];
}

function readColumn({ context, vars }: Case, column: string): string | undefined {
  return column === 'context' ? context?.join('\n') : vars[column];
}
