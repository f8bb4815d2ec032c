import { createMissingFileMessage } from '../files/missing-file.js';
import type { Case } from '../model/case.js';
import { attempt, UserError } from '../model/errors.js';
import type { ReviewReason } from '../model/notes.js';
import type { FileReader } from '../model/repository.js';
import type { Suite } from '../model/suite.js';
import type { SuiteContext, SuiteFiles, TestCases } from '../model/suite-run.js';
import { aboutTarget, type TargetSettings } from '../model/target-settings.js';
import { parseDataset } from './dataset.js';
import { type PromptFile, parsePromptFile } from './prompt-file.js';
import { createFillCheck, estimatePromptTokens, promptProblems } from './render-prompt.js';
import { buildTestCases, checkReferences, resolveTasks } from './test-cases.js';

type SuiteSide = {
  readonly suite: Suite;
  readonly head: FileReader;
  /** The head's config file; `null` if it has none. */
  readonly configPath: string | null;
};

/** With a smaller share of base cases that have a recorded answer, the change needs human review. */
const MIN_RECORDED_SHARE = 0.9;

/** Reads a suite's dataset and prompt files on both sides. Throws `UserError` with every problem of the head's. */
export async function readSuite(
  request: SuiteSide &
    Pick<SuiteContext, 'inBase'> & {
      readonly was: Pick<Suite, 'target' | 'dataset'>;
      readonly base: FileReader | null;
    },
): Promise<SuiteFiles> {
  const { suite, was, head, base } = request;
  const data = await readScoreInput(request);
  const headPrompt = await readPrompt(suite.target, head);
  // The base's prompt only supplies the task. If it is unreadable there is none: the pull request may be the repair.
  const basePrompt = base === null ? null : ((await attempt([], () => readPrompt(was.target, base))) ?? null);
  const ofBase = await readTest(data, request);
  const canAsk = headPrompt === null ? () => true : createFillCheck(headPrompt);
  const problems =
    headPrompt === null || data.cases.every(canAsk) ? [] : promptProblems(headPrompt, data.cases);
  if (problems.length > 0) throw new UserError(problems);
  const recorded = !aboutTarget(suite.target).live;
  const test = buildTestCases(data.cases, ofBase.data.cases, { canAsk, recorded });
  // Without a prompt in the base's target, the head's prompt must not become its task.
  const lent = aboutTarget(was.target).prompt !== null ? headPrompt : null;
  const lends = { suiteTask: suite.task, basePrompt, headPrompt: lent };
  const { tasks, source } = resolveTasks({ ...lends, cases: test.baseCases });
  return {
    ...test,
    tasks,
    taskSource: source,
    shownTasks: resolveTasks({ ...lends, cases: data.cases }).tasks,
    promptTokens: {
      base: basePrompt && estimatePromptTokens(basePrompt, test.baseCases),
      head: headPrompt && estimatePromptTokens(headPrompt, test.cases),
    },
    onlyShown: false,
    datasetChanged: ofBase.data !== data,
    baseHasTarget: base !== null && (await hasTarget(base, request)),
    review: [...ofBase.review, ...reviewUnasked(test, recorded)],
    notes: checkReferences(suite, data.cases),
  };
}

/** The base's dataset decides; the head's for a new suite. */
async function readTest(
  data: Dataset,
  { was, base, inBase }: Pick<Parameters<typeof readSuite>[0], 'was' | 'base' | 'inBase'>,
): Promise<{ readonly data: Dataset; readonly review: readonly ReviewReason[] }> {
  if (base === null || !inBase) return { data, review: [] };
  const problems: string[] = [];
  const own = await attempt(problems, () => readDataset(was.dataset, base, data));
  if (own) return { data: own, review: [] };
  return { data, review: [{ kind: 'unreadable-base', what: 'dataset', path: was.dataset, problems }] };
}

function reviewUnasked(
  { cases, changes: { before } }: TestCases,
  recorded: boolean,
): readonly ReviewReason[] {
  if (cases.length === before) return [];
  const missing = { kind: 'cases-not-compared', missing: before - cases.length, of: before } as const;
  if (!recorded) return [{ ...missing, cause: 'prompt-variables' }];
  return cases.length < MIN_RECORDED_SHARE * before ? [{ ...missing, cause: 'not-recorded' }] : [];
}

async function readScoreInput(request: SuiteSide): Promise<Dataset> {
  const { suite, head, configPath } = request;
  const problems: string[] = [];
  for (const { key, path } of suiteFiles(suite)) {
    if ((await head.read(path)) !== null) continue;
    const tell = await createMissingFileMessage(head, configPath);
    problems.push(tell({ key, suite: suite.name, path }));
  }
  const data = await attempt(problems, () => readDataset(suite.dataset, head));
  if (data && problems.length === 0) return data;
  throw new UserError(problems);
}

/** The files that a suite cannot run without, and the settings that name them. */
export function suiteFiles({
  dataset,
  target,
}: Pick<Suite, 'dataset' | 'target'>): readonly { readonly key: string; readonly path: string }[] {
  return [...aboutTarget(target).files, { key: 'dataset', path: dataset }];
}

async function readPrompt(target: TargetSettings, tree: FileReader): Promise<PromptFile | null> {
  const { prompt } = aboutTarget(target);
  const text = prompt === null ? null : await tree.read(prompt);
  return prompt === null || text === null ? null : parsePromptFile(text, prompt);
}

type Dataset = { readonly path: string; readonly text: string; readonly cases: readonly Case[] };

/** `other`: the result for an equal file, the usual case in a pull request. */
async function readDataset(path: string, tree: FileReader, other?: Dataset): Promise<Dataset | null> {
  const text = await tree.read(path);
  if (text === null) return null;
  if (other?.path === path && other.text === text) return other;
  return { path, text, cases: parseDataset(text, path) };
}

/**
 * False if the base has no target. The head's files cannot remove a target that the base's config names: its command
 * then fails, and the report says so.
 */
async function hasTarget(
  base: FileReader,
  { was: { target }, inBase, head }: Pick<Parameters<typeof readSuite>[0], 'was' | 'inBase' | 'head'>,
): Promise<boolean> {
  const { files, words } = aboutTarget(target);
  const isThere = async (path: string) => (await base.read(path, 'anything')) !== null;
  // A new suite's command is the head's, and names the head's files.
  const mayMiss = async (word: string) => inBase || (await head.read(word, 'anything')) === null;
  const there = await Promise.all([
    ...files.map(({ path }) => isThere(path)),
    ...words.map(async (word) => (await mayMiss(word)) || isThere(word)),
  ]);
  return there.every(Boolean);
}
