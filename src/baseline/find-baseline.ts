import type {
  BaselineStore,
  BaselineUsed,
  BranchCommit,
  StoreLookup,
  StoreProblem,
} from '../model/baseline.js';
import { messageOf, UserError } from '../model/errors.js';
import { type RunRecord, SUBSET_IS_NO_BASELINE } from '../model/run-record.js';
import type { BaselineChoice } from '../model/suite.js';
import { findAncestors, type IsAncestor, nearestOf } from './ancestry.js';

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
      return noBaseline('switched-off');
    case 'ref':
      return runRef(baseCommit, choice.ref);
    case 'record':
      return readGiven(request, choice.path);
    case 'auto':
    case 'stored':
      if (baseCommit === null) return readLatest(request);
      if (!request.basePromptExists) return noBaseline('new-prompt', { base: plainCommit(baseCommit) });
      return searchStore({ ...request, baseCommit, mayRun: choice.kind === 'auto' && request.canRun });
    default:
      return choice satisfies never;
  }
}

function runRef(baseCommit: BranchCommit | null, ref: string): BaselineLookup {
  if (baseCommit === null) throw new UserError(`\`baseline\` is \`${ref}\`, which names no commit here.`);
  return { kind: 'run', commit: baseCommit.commit, rule: 'given-ref', name: ref };
}

async function readGiven(request: BaselineRequest, path: string): Promise<BaselineLookup> {
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
    return unreadableBaseline([{ kind: 'unreadable-record', commit: null, reason: read.reason }]);
  }
  if (read.record.subset !== undefined) {
    throw new UserError(
      `\`baseline\` is \`${path}\`: ${SUBSET_IS_NO_BASELINE}; give the record of a whole run.`,
    );
  }
  return foundRecord(read.record, 'given-record', { name: path });
}

async function readLatest({ suite, store }: BaselineRequest): Promise<BaselineLookup> {
  const read = await store.latest(suite);
  switch (read.status) {
    case 'absent':
      return noBaseline('absent');
    case 'unreadable':
      return unreadableBaseline([{ kind: 'unreadable-record', commit: null, reason: read.reason }]);
    case 'found':
      return foundRecord(read.record, 'latest', {});
    default:
      return read satisfies never;
  }
}

export type UsedBaseline<Kind extends BaselineUsed['kind']> = Extract<BaselineUsed, { kind: Kind }>;

/** A baseline, the commit to run for one, or why there is none. */
export type BaselineLookup =
  | { readonly kind: 'record'; readonly record: RunRecord; readonly used: UsedBaseline<'record'> }
  | ({
      readonly kind: 'run';
      readonly commit: string;
      readonly rule: 'ran-now' | 'given-ref';
    } & Origin)
  | { readonly kind: 'none'; readonly used: UsedBaseline<'none'> }
  | { readonly kind: 'unreadable'; readonly used: UsedBaseline<'unreadable'> };

/** Origin of a baseline, and the problems of better ones. */
type Origin = Pick<UsedBaseline<'record'>, 'base' | 'name' | 'problems'>;

export function foundRecord(
  record: RunRecord,
  rule: UsedBaseline<'record'>['rule'],
  origin: Origin,
): BaselineLookup {
  const { commit, createdAt } = record;
  const stale = rule === 'nearest-ancestor';
  return { kind: 'record', record, used: { kind: 'record', commit, rule, createdAt, ...origin, stale } };
}

export function noBaseline(
  because: UsedBaseline<'none'>['because'],
  origin: Omit<Origin, 'name'> = {},
): BaselineLookup {
  return { kind: 'none', used: { kind: 'none', because, ...origin } };
}

export function unreadableBaseline(problems: readonly StoreProblem[]): BaselineLookup {
  return { kind: 'unreadable', used: { kind: 'unreadable', problems } };
}

/** The base commit, to be run now. */
export function runInstead(
  base: BranchCommit,
  problems: readonly StoreProblem[],
): Extract<BaselineLookup, { kind: 'run' }> {
  return { kind: 'run', commit: base.commit, rule: 'ran-now', base: plainCommit(base), problems };
}

/** A base that was run now, whose record is as new as the run. */
export function usedFromRun(
  found: Extract<BaselineLookup, { kind: 'run' }>,
  { createdAt }: RunRecord,
): UsedBaseline<'record'> {
  return { ...found, kind: 'record', createdAt, stale: false };
}

/** A commit without its files. */
export function plainCommit({ commit, branch }: BranchCommit): BranchCommit {
  return { commit, branch };
}

export type StoreSearch = {
  readonly suite: string;
  readonly baseCommit: BranchCommit;
  /** Fingerprint of the base commit's watched files, under the base's globs. */
  readonly watchedAtBase: string | null;
  /** True if the base can be run without a record; else the nearest older record must do. */
  readonly mayRun: boolean;
  readonly store: BaselineStore;
  readonly isAncestor: IsAncestor;
};

type Tried =
  | { readonly status: 'found'; readonly record: RunRecord }
  | { readonly status: 'absent' | 'unreadable' };

/** The base commit's record, else one with the same watched files, else the last resort. */
export async function searchStore(search: StoreSearch): Promise<BaselineLookup> {
  const { baseCommit, watchedAtBase, mayRun, store, suite } = search;
  /** Records or requests that failed. */
  const problems: StoreProblem[] = [];

  const own = await tryRecord(search, baseCommit.commit, problems);
  if (own.status === 'found') {
    return fromRecord(search, own.record, 'same-commit', problems);
  }
  let unreadable = own.status === 'unreadable';
  if (watchedAtBase !== null) {
    const list = () => store.commitsByWatched(suite, watchedAtBase);
    const same = await tryNearest(search, list, problems);
    if (same.status === 'found') {
      return fromRecord(search, same.record, 'same-files', problems);
    }
    unreadable ||= same.status === 'unreadable';
  }
  if (mayRun) return runInstead(baseCommit, problems);
  // An older record only warns, so a damaged store must not switch the gate off.
  return unreadable ? unreadableBaseline(problems) : nearestRecord(search, problems);
}

async function nearestRecord(search: StoreSearch, problems: StoreProblem[]): Promise<BaselineLookup> {
  const { store, suite } = search;
  const list = () => store.commits(suite);
  const found = await tryNearest(search, list, problems);
  switch (found.status) {
    case 'found':
      return fromRecord(search, found.record, 'nearest-ancestor', problems);
    case 'unreadable':
      return unreadableBaseline(problems);
    case 'absent':
      return noBaseline('absent', { base: plainCommit(search.baseCommit), problems });
    default:
      return found satisfies never;
  }
}

/** The readable record of the nearest listed commit in the base commit's history. */
async function tryNearest(
  search: StoreSearch,
  list: () => Promise<readonly string[]>,
  problems: StoreProblem[],
): Promise<Tried> {
  const { baseCommit, isAncestor } = search;
  let commits: readonly string[];
  try {
    commits = (await list()).filter((commit) => commit !== baseCommit.commit);
  } catch (error) {
    problems.push({ kind: 'unreachable-store', reason: messageOf(error) });
    return { status: 'unreadable' };
  }
  const { ancestors, unknown } = await findAncestors(commits, baseCommit.commit, isAncestor);
  if (unknown > 0) problems.push({ kind: 'unknown-order', records: unknown });
  // Records of unknown age are not the same as none.
  let status: 'absent' | 'unreadable' = unknown > 0 ? 'unreadable' : 'absent';
  for (let left = ancestors; ; ) {
    const nearest = await nearestOf(left, isAncestor);
    if (nearest === null) return { status };
    const tried = await tryRecord(search, nearest, problems);
    if (tried.status === 'found') return tried;
    if (tried.status === 'unreadable') status = 'unreadable';
    left = left.filter((commit) => commit !== nearest);
  }
}

async function tryRecord(
  { suite, store }: StoreSearch,
  commit: string,
  problems: StoreProblem[],
): Promise<Tried> {
  const read = await store.byCommit(suite, commit);
  if (read.status === 'unreadable') problems.push({ kind: 'unreadable-record', commit, reason: read.reason });
  return read;
}

function fromRecord(
  { baseCommit }: StoreSearch,
  record: RunRecord,
  rule: UsedBaseline<'record'>['rule'],
  problems: readonly StoreProblem[],
): BaselineLookup {
  return foundRecord(record, rule, { base: plainCommit(baseCommit), problems });
}
