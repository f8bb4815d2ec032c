import { openMissing } from '../files/missing-file.js';
import type { Case } from '../ports/dataset.js';
import { attempt, UserError } from '../ports/errors.js';
import type { FileReader } from '../ports/files.js';
import { aboutTarget, type SuiteSettings, type TargetSettings } from '../ports/settings.js';
import type { SuiteFiles, SuiteRun } from '../ports/suite-run.js';
import { parseDataset } from './dataset.js';
import { type PromptFile, parsePromptFile } from './prompt-file.js';
import { askAsBase, checkReferences, resolveTasks } from './yardstick.js';

/** A suite as the head has it. */
type SuiteSide = {
  readonly suite: SuiteSettings;
  readonly head: FileReader;
  /** The head's config file, which names its files; `null` where it has none. */
  readonly configPath: string | null;
};

/** Reads a suite's dataset and prompt files of both sides. Throws `UserError` with every problem of the head's. */
export async function readSuite(
  request: SuiteSide &
    Pick<SuiteRun, 'inBase'> & {
      /** A moved dataset is held against the tasks that it had. */
      readonly was: Pick<SuiteSettings, 'target' | 'dataset'>;
      readonly base: FileReader | null;
    },
): Promise<SuiteFiles> {
  const { suite, was, head, base } = request;
  const data = await readAsked(request);
  const headPrompt = await readPrompt(suite.target, head);
  const basePrompt = base === null ? null : await readBase(() => readPrompt(was.target, base));
  const baseData = base === null ? null : await readBase(() => readDataset(was.dataset, base, data));
  const baseCases = baseData?.cases ?? null;
  const asBase = baseCases ?? [];
  const { cases, notes: edits } = askAsBase(data.cases, asBase);
  const references = checkReferences(suite, cases);
  // A base that asks no prompt has none that could be missing: the head's does not become its task.
  const lent = aboutTarget(was.target).prompt !== null ? headPrompt : null;
  const lends = { baseCases: asBase, suiteTask: suite.task, basePrompt, headPrompt: lent };
  const { tasks, source, notes } = resolveTasks({ ...lends, cases: data.cases });
  return {
    cases,
    tasks,
    taskSource: source,
    baseCases,
    baseTasks: resolveTasks({ ...lends, cases: asBase }).tasks,
    baseHasTarget: base !== null && (await hasTarget(base, request)),
    notes: [...notes, ...edits, ...references],
  };
}

/** The head's dataset. Throws `UserError` with its mistakes and every file of the suite that is not there. */
async function readAsked(request: SuiteSide): Promise<Dataset> {
  const { suite, head, configPath } = request;
  const problems: string[] = [];
  for (const { key, path } of suiteFiles(suite)) {
    if ((await head.read(path)) !== null) continue;
    const tell = await openMissing(head, configPath);
    problems.push(tell({ key, suite: suite.name, path }));
  }
  const data = await attempt(problems, () => readDataset(suite.dataset, head));
  if (data && problems.length === 0) return data;
  throw new UserError(problems);
}

/** The files without which a suite has nothing to ask, each with the setting that names it. */
export function suiteFiles({
  dataset,
  target,
}: Pick<SuiteSettings, 'dataset' | 'target'>): readonly { readonly key: string; readonly path: string }[] {
  return [...aboutTarget(target).files, { key: 'dataset', path: dataset }];
}

async function readPrompt(target: TargetSettings, tree: FileReader): Promise<PromptFile | null> {
  const { prompt } = aboutTarget(target);
  const text = prompt === null ? null : await tree.read(prompt);
  return prompt === null || text === null ? null : parsePromptFile(text, prompt);
}

type Dataset = { readonly path: string; readonly text: string; readonly cases: readonly Case[] };

/** @param other what it is where the file is the same, as it is in most pull requests. */
async function readDataset(path: string, tree: FileReader, other?: Dataset): Promise<Dataset | null> {
  const text = await tree.read(path);
  if (text === null) return null;
  if (other?.path === path && other.text === text) return other;
  return { path, text, cases: parseDataset(text, path) };
}

/** The base's files only lend their task; one that cannot be read lends none, and the pull request may be its repair. */
async function readBase<T>(read: () => Promise<T | null>): Promise<T | null> {
  try {
    return await read();
  } catch (thrown) {
    if (thrown instanceof UserError) return null;
    throw thrown;
  }
}

/**
 * False where the base has nothing to be run. No file of the head takes away a target that the base's own config has: a
 * command that cannot start there fails, and says so.
 */
async function hasTarget(
  base: FileReader,
  { was: { target }, inBase, head }: Pick<Parameters<typeof readSuite>[0], 'was' | 'inBase' | 'head'>,
): Promise<boolean> {
  const { files, words } = aboutTarget(target);
  const isThere = async (path: string) => (await base.read(path, 'anything')) !== null;
  // The command of a new suite is the head's: its own files are those that it names there.
  const mayMiss = async (word: string) => inBase || (await head.read(word, 'anything')) === null;
  const there = await Promise.all([
    ...files.map(({ path }) => isThere(path)),
    ...words.map(async (word) => (await mayMiss(word)) || isThere(word)),
  ]);
  return there.every(Boolean);
}
