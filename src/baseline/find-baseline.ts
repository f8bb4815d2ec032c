import type {
  BaselineOrigin,
  BaselineStore,
  BranchCommit,
  ChosenBaseline,
  StoreLookup,
  StoreProblem,
} from '../model/baseline.js';
import { describeError, UserError } from '../model/errors.js';
import { type RunRecord, SUBSET_IS_NO_BASELINE } from '../model/run-record.js';
import type { BaselineChoice } from '../model/suite.js';
import { type AncestryTest, findAncestors, findNearest } from './ancestry.js';

export type BaselineRequest = Omit<StoreSearch, 'baseCommit' | 'mayRun'> & {
  readonly choice: BaselineChoice;
  /** The base, or the commit of the ref that `choice` names. */
  readonly baseCommit: BranchCommit | null;
  /** False if the base commit lacks the prompt, so that there is nothing to run or compare. */
  readonly basePromptExists: boolean;
  /** False if the base cannot be run, for example without a clone. */
  readonly canRun: boolean;
  readonly readRecord: (path: string) => Promise<StoreLookup>;
};

/**
 * Chooses the baseline. docs/baselines.md has the order. A record outside the base commit's history is never used; an
 * unreadable record is never taken for a missing one. Throws `UserError` for a ref or path that does not exist.
 */
export async function findBaseline(request: BaselineRequest): Promise<BaselineLookup> {
  const { choice, baseCommit } = request;
  switch (choice.kind) {
    case 'none':
      return explainNoBaseline('switched-off');
    case 'ref':
      return runRef(baseCommit, choice.ref);
    case 'record':
      return readChosenRecord(request, choice.path);
    case 'auto':
    case 'stored':
      if (baseCommit === null) return readLatest(request);
      if (!request.basePromptExists) return explainNoBaseline('new-prompt', { base: pickCommit(baseCommit) });
      return searchStore({ ...request, baseCommit, mayRun: choice.kind === 'auto' && request.canRun });
    default:
      return choice satisfies never;
  }
}

function runRef(baseCommit: BranchCommit | null, ref: string): BaselineLookup {
  if (baseCommit === null) throw new UserError(`\`baseline\` is \`${ref}\`, which names no commit here.`);
  return { kind: 'run', commit: baseCommit.commit, rule: 'given-ref', name: ref };
}

async function readChosenRecord(request: BaselineRequest, path: string): Promise<BaselineLookup> {
  const { baseCommit } = request;
  const read = await request.readRecord(path);
  if (read.status === 'absent') {
    const where = baseCommit === null ? 'there is' : `the base, commit ${baseCommit.commit.slice(0, 7)}, has`;
    throw new UserError(
      `\`baseline\` is \`${path}\`, and ${where} no such file. ` +
        'Give the path of a run record that is there, a git ref, or one of auto, stored, none.',
    );
  }
  if (read.status === 'unreadable') {
    return explainUnreadable([{ kind: 'unreadable-record', commit: null, reason: read.reason }]);
  }
  if (read.record.subset !== undefined) {
    throw new UserError(
      `\`baseline\` is \`${path}\`: ${SUBSET_IS_NO_BASELINE}; give the record of a whole run.`,
    );
  }
  return buildRecordLookup(read.record, 'given-record', { name: path });
}

async function readLatest({ suite, store }: BaselineRequest): Promise<BaselineLookup> {
  const read = await store.latest(suite);
  switch (read.status) {
    case 'absent':
      return explainNoBaseline('absent');
    case 'unreadable':
      return explainUnreadable([{ kind: 'unreadable-record', commit: null, reason: read.reason }]);
    case 'found':
      return buildRecordLookup(read.record, 'latest', {});
    default:
      return read satisfies never;
  }
}

type UsedBaseline<Kind extends ChosenBaseline['kind']> = Extract<ChosenBaseline, { kind: Kind }>;

/** A baseline, the commit to run for one, or why there is none. */
export type BaselineLookup =
  | { readonly kind: 'record'; readonly record: RunRecord; readonly used: UsedBaseline<'record'> }
  | ({
      readonly kind: 'run';
      readonly commit: string;
      readonly rule: 'ran-now' | 'given-ref';
    } & BaselineOrigin)
  | { readonly kind: 'none'; readonly used: UsedBaseline<'none'> }
  | { readonly kind: 'unreadable'; readonly used: UsedBaseline<'unreadable'> };

function buildRecordLookup(
  record: RunRecord,
  rule: UsedBaseline<'record'>['rule'],
  origin: BaselineOrigin,
): BaselineLookup {
  const { commit, createdAt } = record;
  const stale = rule === 'nearest-ancestor';
  return { kind: 'record', record, used: { kind: 'record', commit, rule, createdAt, ...origin, stale } };
}

function explainNoBaseline(
  because: UsedBaseline<'none'>['because'],
  origin: Omit<BaselineOrigin, 'name'> = {},
): BaselineLookup {
  return { kind: 'none', used: { kind: 'none', because, ...origin } };
}

function explainUnreadable(problems: readonly StoreProblem[]): BaselineLookup {
  return { kind: 'unreadable', used: { kind: 'unreadable', problems } };
}

/** The base commit, to be run now. */
export function runBaseNow(
  base: BranchCommit,
  problems: readonly StoreProblem[],
): Extract<BaselineLookup, { kind: 'run' }> {
  return { kind: 'run', commit: base.commit, rule: 'ran-now', base: pickCommit(base), problems };
}

/** A base that was run now, whose record is as new as the run. */
export function describeRunBase(
  found: Extract<BaselineLookup, { kind: 'run' }>,
  { createdAt }: RunRecord,
): UsedBaseline<'record'> {
  return { ...found, kind: 'record', createdAt, stale: false };
}

/** A commit without its files. */
function pickCommit({ commit, branch }: BranchCommit): BranchCommit {
  return { commit, branch };
}

type StoreSearch = {
  readonly suite: string;
  readonly baseCommit: BranchCommit;
  /** Fingerprint of the base commit's watched files, under the base's globs. */
  readonly baseFingerprint: string | null;
  /** True if the base can be run without a record; else the nearest older record must do. */
  readonly mayRun: boolean;
  readonly store: BaselineStore;
  readonly isAncestor: AncestryTest;
};

/** The base commit's record, else one with the same watched files, else the last resort. */
async function searchStore(search: StoreSearch): Promise<BaselineLookup> {
  const { baseCommit, baseFingerprint, mayRun, store, suite } = search;
  /** Records or requests that failed. */
  const problems: StoreProblem[] = [];
  const origin = { base: pickCommit(baseCommit), problems };

  const own = await readRecord(search, baseCommit.commit, problems);
  if (own !== null) return buildRecordLookup(own, 'same-commit', origin);
  if (baseFingerprint !== null) {
    const same = await readNearest(search, () => store.commitsByWatched(suite, baseFingerprint), problems);
    if (same !== null) return buildRecordLookup(same, 'same-files', origin);
  }
  if (mayRun) return runBaseNow(baseCommit, problems);
  // An older record only warns, so a damaged store must not switch the gate off.
  if (problems.length > 0) return explainUnreadable(problems);
  const older = await readNearest(search, () => store.commits(suite), problems);
  if (older !== null) return buildRecordLookup(older, 'nearest-ancestor', origin);
  return problems.length > 0 ? explainUnreadable(problems) : explainNoBaseline('absent', origin);
}

/** The record of the nearest listed commit in the base commit's history. */
async function readNearest(
  search: StoreSearch,
  list: () => Promise<readonly string[]>,
  problems: StoreProblem[],
): Promise<RunRecord | null> {
  const { baseCommit, isAncestor } = search;
  try {
    const commits = (await list()).filter((commit) => commit !== baseCommit.commit);
    const { ancestors, unknown } = await findAncestors(commits, baseCommit.commit, isAncestor);
    // Records of unknown age are not the same as none.
    if (unknown > 0) problems.push({ kind: 'unknown-order', records: unknown });
    const nearest = await findNearest(ancestors, isAncestor);
    return nearest === null ? null : await readRecord(search, nearest, problems);
  } catch (error) {
    problems.push({ kind: 'unreachable-store', reason: describeError(error) });
    return null;
  }
}

async function readRecord(
  { suite, store }: StoreSearch,
  commit: string,
  problems: StoreProblem[],
): Promise<RunRecord | null> {
  const read = await store.byCommit(suite, commit);
  if (read.status === 'unreadable') problems.push({ kind: 'unreadable-record', commit, reason: read.reason });
  return read.status === 'found' ? read.record : null;
}
