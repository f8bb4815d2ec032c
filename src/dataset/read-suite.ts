import { createMissingFileMessage } from '../files/missing-file.js';
import type { Case } from '../model/case.js';
import { attempt, UserError } from '../model/errors.js';
import type { ReviewReason } from '../model/notes.js';
import type { FileReader } from '../model/repository.js';
import type { SideCases } from '../model/side.js';
import type { DatasetFacts, SuiteSettings } from '../model/stages.js';
import { describeTarget, type TargetSettings } from '../model/target-settings.js';
import { parseDataset } from './dataset.js';
import { type PromptFile, parsePromptFile } from './prompt-file.js';
import { createFillCheck, estimatePromptTokens, findPromptProblems } from './render-prompt.js';
import { buildTestCases, checkReferences, checkTags, resolveTasks, type TestCases } from './test-cases.js';

/** With a smaller share of base cases that have a recorded answer, the change needs human review. */
const MIN_RECORDED_SHARE = 0.9;

/** The cases of both sides, and what their answers are judged against. */
export type SuiteFiles = DatasetFacts & {
  readonly base: SideCases;
  readonly head: SideCases;
  readonly review: readonly ReviewReason[];
  readonly isDatasetChanged: boolean;
};

/** Reads a suite's dataset and prompt files on both sides. Throws `UserError` with every problem of the head's. */
export async function readSuite(suite: SuiteSettings): Promise<SuiteFiles> {
  const { settings, base, head } = suite;
  const data = await readHead(suite);
  const headPrompt = await readPrompt(head.target, head.reader);
  // The base's prompt only supplies the task. If it is unreadable there is none: the pull request may be the repair.
  const basePrompt =
    base === null ? null : ((await attempt([], () => readPrompt(base.target, base.reader))) ?? null);
  const ofBase = await readTest(data, suite);
  const canAsk = headPrompt === null ? () => true : createFillCheck(headPrompt);
  const problems =
    headPrompt === null || data.cases.every(canAsk) ? [] : findPromptProblems(headPrompt, data.cases);
  if (problems.length > 0) throw new UserError(problems);
  checkTags(settings.name, head, data.cases);
  const isRecorded = !describeTarget(head.target).live;
  const test = buildTestCases(data.cases, ofBase.data.cases, { canAsk, recorded: isRecorded });
  // Without a prompt in the base's target, the head's prompt must not become its task.
  const inheritedPrompt = describeTarget((base ?? head).target).prompt === null ? null : headPrompt;
  const givers = { suiteTask: settings.task, basePrompt, headPrompt: inheritedPrompt };
  const { tasks, source } = resolveTasks({ ...givers, cases: test.base });
  const shownTasks = resolveTasks({ ...givers, cases: data.cases }).tasks;
  return {
    base: {
      cases: test.base,
      promptTokens: basePrompt && estimatePromptTokens(basePrompt, test.base),
      hasAgent: await hasAgent(suite),
    },
    head: {
      cases: test.head,
      promptTokens: headPrompt && estimatePromptTokens(headPrompt, test.head),
      hasAgent: true,
    },
    tasks,
    taskSource: source,
    shown: { rows: test.shown, max: test.maxShown, regraded: test.regraded, tasks: shownTasks },
    datasetChanges: test.changes,
    isDatasetChanged: ofBase.data !== data,
    review: [...ofBase.review, ...reviewUnasked(test, ofBase.data.cases, isRecorded)],
    notes: checkReferences(settings, data),
  };
}

/** The base's dataset decides; the head's for a new suite. */
async function readTest(
  data: Dataset,
  { base, inConfig }: SuiteSettings,
): Promise<{ readonly data: Dataset; readonly review: readonly ReviewReason[] }> {
  if (base === null || !inConfig.base) return { data, review: [] };
  const problems: string[] = [];
  const own = await attempt(problems, () => readDataset(base.dataset, base.reader, data));
  if (own) return { data: own, review: [] };
  return { data, review: [{ kind: 'unreadable-base', what: 'dataset', path: base.dataset, problems }] };
}

function reviewUnasked(
  { base, head }: TestCases,
  rows: readonly Case[],
  recorded: boolean,
): readonly ReviewReason[] {
  const before = rows.length;
  if (head.length === before) return [];
  const missing = { kind: 'cases-not-compared', missing: before - head.length, of: before } as const;
  if (!recorded) {
    const asked = new Set(base);
    const left = rows.filter((row) => !asked.has(row) && row.id !== row.inputHash);
    return [{ ...missing, cause: 'prompt-variables', caseIds: left.map(({ id }) => id) }];
  }
  return head.length < MIN_RECORDED_SHARE * before ? [{ ...missing, cause: 'not-recorded' }] : [];
}

async function readHead({ settings, head, configPath }: SuiteSettings): Promise<Dataset> {
  const problems: string[] = [];
  for (const { key, path } of listSuiteFiles(head.dataset, head.target)) {
    if ((await head.reader.read(path)) !== null) continue;
    const renderMissing = await createMissingFileMessage(head.reader, configPath);
    problems.push(renderMissing({ key, suite: settings.name, path }));
  }
  const data = await attempt(problems, () => readDataset(head.dataset, head.reader));
  if (data && problems.length === 0) return data;
  throw new UserError(problems);
}

/** The files that a suite cannot run without, and the settings that name them. */
export function listSuiteFiles(
  dataset: string,
  target: TargetSettings,
): readonly { readonly key: string; readonly path: string }[] {
  return [...describeTarget(target).files, { key: 'dataset', path: dataset }];
}

async function readPrompt(target: TargetSettings, tree: FileReader): Promise<PromptFile | null> {
  const { prompt } = describeTarget(target);
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
 * False if the base has nothing to run. The head's files cannot remove a target that the base's config names: its
 * command then fails, and the report says so.
 */
async function hasAgent({ base, head, inConfig }: SuiteSettings): Promise<boolean> {
  if (base === null) return false;
  const { files, words } = describeTarget(base.target);
  const isThere = async (path: string) => (await base.reader.read(path, 'anything')) !== null;
  // A new suite's command is the head's, and names the head's files.
  const mayMiss = async (word: string) =>
    inConfig.base || (await head.reader.read(word, 'anything')) === null;
  const there = await Promise.all([
    ...files.map(({ path }) => isThere(path)),
    ...words.map(async (word) => (await mayMiss(word)) || isThere(word)),
  ]);
  return there.every(Boolean);
}
