import { isDeepStrictEqual } from 'node:util';
import type { Case } from '../model/case.js';
import type { DatasetChanges, RemarkedCase } from '../model/comparison.js';
import { UserError } from '../model/errors.js';
import type { Note } from '../model/notes.js';
import type { TaskSource } from '../model/run-record.js';
import type { RegradedRow, ShownRow } from '../model/stages.js';
import type { AgentSettings, DecidingSettings } from '../model/suite.js';
import { findScorer } from '../scorers/catalog.js';
import { suggestName } from '../text/nearest-name.js';
import { pairCases } from './pair-cases.js';
import { findSystemPrompt, type PromptFile } from './prompt-file.js';

/** Lower limit for the number of shown cases. */
const MIN_SHOWN_CASES = 100;

/** A head row and its base row. `edited`: only the ids are equal. */
type Pair = { readonly base: Case; readonly head: Case; readonly edited: boolean };

/** The cases that decide, those that are only shown, and how the dataset changed. */
export type TestCases = {
  readonly base: readonly Case[];
  /** The base's rows as the head gets them: the cases that decide. */
  readonly head: readonly Case[];
  readonly shown: readonly ShownRow[];
  readonly maxShown: number;
  readonly regraded: readonly RegradedRow[];
  readonly changes: DatasetChanges;
};

/**
 * The base's rows decide, even if the head removes or edits them; the head's other rows are only shown. Without a
 * base, pass the head's rows twice. `canAsk`: the head's prompt can be filled; `recorded`: answers exist only for the
 * head's rows.
 */
export function buildTestCases(
  head: readonly Case[],
  base: readonly Case[],
  options: { readonly canAsk: (row: Case) => boolean; readonly recorded: boolean },
): TestCases {
  const pairs = pairRows(head, base);
  const byBase = new Map(pairs.map((pair) => [pair.base, pair]));
  const byHead = new Map(pairs.map((pair) => [pair.head, pair]));
  const decided: { readonly base: Case; readonly head: Case }[] = [];
  for (const row of base) {
    const headRow = buildHeadRow(row, byBase.get(row), options.recorded);
    if (headRow !== null && options.canAsk(headRow)) decided.push({ base: row, head: headRow });
  }
  const shown = head.flatMap((row): readonly ShownRow[] => {
    const pair = byHead.get(row);
    if (pair !== undefined && !pair.edited) return [];
    return [{ row, change: pair === undefined ? 'added' : 'edited' }];
  });
  return {
    base: decided.map((each) => each.base),
    head: decided.map((each) => each.head),
    shown,
    maxShown: Math.max(base.length, MIN_SHOWN_CASES),
    regraded: pairs.flatMap(findRegradedRows),
    changes: {
      ...listChanges(shown, pairs),
      before: base.length,
      removed: base.filter((row) => !byBase.has(row)).map(({ id }) => id),
    },
  };
}

/** The base's row with the head's additional variables. `null`: without a recorded answer. */
function buildHeadRow(row: Case, pair: Pair | undefined, recorded: boolean): Case | null {
  if (pair?.head === row) return row;
  if (!recorded) return pair === undefined ? row : { ...row, vars: { ...pair.head.vars, ...row.vars } };
  if (pair === undefined || pair.edited) return null;
  const { id, inputHash } = pair.head;
  return { ...row, recordedAs: { id, inputHash } };
}

function findRegradedRows({ base, head, edited }: Pair): readonly RegradedRow[] {
  if (edited) return [];
  const differs = (['groundTruth', 'context', 'task'] as const).find(
    (name) => !isDeepStrictEqual(base[name], head[name]),
  );
  return differs === undefined ? [] : [{ row: head, change: 'regraded', differs, baseId: base.id }];
}

function listChanges(shown: readonly ShownRow[], pairs: readonly Pair[]) {
  const listIds = (change: ShownRow['change']) =>
    shown.filter((each) => each.change === change).map((each) => each.row.id);
  // An id made from the row changes with the row.
  const hasOwnId = ({ id, inputHash }: Case) => id !== inputHash;
  return {
    added: listIds('added'),
    edited: listIds('edited'),
    renamed: pairs
      .filter(({ base, head }) => base.id !== head.id && hasOwnId(base))
      .map(({ base, head }) => ({ from: base.id, to: head.id })),
    remarked: pairs.flatMap(findMarkChanges),
  };
}

/** The gate's groups and the cases that must pass are the base's until the merge. */
function findMarkChanges({ base, head }: Pair): readonly RemarkedCase[] {
  const hasOtherTags = !isDeepStrictEqual(new Set(base.tags), new Set(head.tags));
  if (base.mustPass === head.mustPass) {
    return hasOtherTags ? [{ id: head.id, hasOtherTags, mustPass: 'same' }] : [];
  }
  return [{ id: head.id, hasOtherTags, mustPass: head.mustPass ? 'added' : 'removed' }];
}

/** Pairs rows by everything they ask, then by the base's variables, then by id. Each row is used once. */
function pairRows(head: readonly Case[], base: readonly Case[]): readonly Pair[] {
  const pairs: Pair[] = [];
  const unpaired = { head: new Set(head), base: new Set(base) };
  const take = (pair: Pair) => {
    pairs.push(pair);
    unpaired.head.delete(pair.head);
    unpaired.base.delete(pair.base);
  };
  for (const row of pairCases(head, base).rows) {
    if (row.kind === 'pair') take({ base: row.base, head: row.head, edited: false });
  }
  // Most variables first: rows with fewer match more rows.
  const groups = Map.groupBy(unpaired.base, ({ vars }) => JSON.stringify(Object.keys(vars).sort()));
  const namedGroups = [...groups].map(([key, rows]) => ({ names: JSON.parse(key) as string[], rows }));
  for (const { names, rows } of namedGroups.toSorted((a, b) => b.names.length - a.names.length)) {
    const keyed = (row: Case) => ({ id: row.id, inputHash: buildQuestionKey(row, names), row });
    for (const row of pairCases([...unpaired.head].map(keyed), rows.map(keyed)).rows) {
      if (row.kind === 'pair') take({ base: row.base.row, head: row.head.row, edited: false });
    }
  }
  const byId = new Map([...unpaired.head].map((row) => [row.id, row]));
  for (const row of [...unpaired.base]) {
    const partner = byId.get(row.id);
    if (partner !== undefined) take({ base: row, head: partner, edited: true });
  }
  return pairs;
}

function buildQuestionKey({ history, input, turns, vars }: Case, names: readonly string[]): string {
  return JSON.stringify([
    history,
    turns ?? input,
    names.map((name) => (Object.hasOwn(vars, name) ? vars[name] : null)),
  ]);
}

/** Possible sources of the task for cases without their own. */
type TaskSources = {
  readonly suiteTask: string | null;
  readonly basePrompt: PromptFile | null;
  readonly headPrompt: PromptFile | null;
};

/**
 * One task for both sides, which the change cannot influence: the case's own, else the suite's, else the base's
 * system prompt. The head's prompt counts only if the suite or its prompt file is new.
 */
export function resolveTasks({ cases, ...givers }: TaskSources & { readonly cases: readonly Case[] }): {
  /** By case id; `null`: only the input counts. */
  readonly tasks: ReadonlyMap<string, string | null>;
  /** The source for cases without their own task; `case` if every case has one. */
  readonly source: TaskSource;
} {
  const shared = findSharedTask(givers);
  const isOwn = cases.length > 0 && cases.every(({ task }) => task !== undefined);
  return {
    tasks: new Map(cases.map(({ id, task }) => [id, task ?? shared.task])),
    source: isOwn ? 'case' : shared.source,
  };
}

function findSharedTask({ suiteTask, basePrompt, headPrompt }: TaskSources): {
  readonly task: string | null;
  readonly source: TaskSource;
} {
  if (suiteTask !== null) return { task: suiteTask, source: 'suite' };
  const prompt = basePrompt ?? headPrompt;
  const task = prompt === null ? null : findSystemPrompt(prompt);
  if (task === null) return { task, source: 'none' };
  return { task, source: basePrompt === null ? 'head-prompt' : 'base-prompt' };
}

/** Throws `UserError` for a tag of the gate that no case has: its group would never be checked. */
export function checkTags(name: string, { dataset, givenTags }: AgentSettings, cases: readonly Case[]): void {
  const tagsOfCases = [...new Set(cases.flatMap(({ tags }) => tags))];
  const unknown = givenTags.filter((tag) => !tagsOfCases.includes(tag));
  if (unknown.length === 0) return;
  throw new UserError(
    unknown.map(
      (tag) =>
        `gate.tags: suite ${JSON.stringify(name)} names the tag ${JSON.stringify(tag)}, and no case of ${dataset} has it. ${
          tagsOfCases.length === 0 ? 'Give rows of the dataset `tags`.' : suggestName(tag, tagsOfCases)
        }`,
    ),
  );
}

/**
 * Throws `UserError` for a scorer that needs ground truth if no case has any. Returns a line for each scorer if some
 * cases lack it.
 */
export function checkReferences(
  { name, scorers }: DecidingSettings,
  { path, cases }: { readonly path: string; readonly cases: readonly Case[] },
): readonly Note[] {
  const without = cases.filter(({ groundTruth }) => groundTruth === undefined).length;
  const needing = scorers.filter(
    ({ use }) =>
      use.kind === 'prebuilt' &&
      findScorer(use.id)?.needs.includes('groundTruth') === true &&
      // One option replaces the case's own value for all cases.
      use.options['baselineResponse'] === undefined,
  );
  if (without === 0 || needing.length === 0) return [];
  if (without === cases.length) {
    throw new UserError(
      needing.map(
        (scorer) =>
          `scorers: suite ${JSON.stringify(name)} scores ${scorer.name}, which needs the wanted answer as \`groundTruth\`, and no case of ${path} has one; add it to the rows, or remove the scorer`,
      ),
    );
  }
  return needing.map((scorer) => ({
    kind: 'no-ground-truth',
    scorer: scorer.name,
    missing: without,
    of: cases.length,
  }));
}
