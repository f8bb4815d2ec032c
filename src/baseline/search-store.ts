import type { StoreProblem } from '../model/baseline-used.js';
import { messageOf } from '../model/errors.js';
import type { RunRecord } from '../model/run-record.js';
import type { BaselineStore } from '../model/store.js';
import type { BranchCommit } from '../model/suite-run.js';
import { findAncestors, type IsAncestor, nearestOf } from './ancestry.js';
import {
  type BaselineLookup,
  foundRecord,
  noBaseline,
  plainCommit,
  runInstead,
  type UsedBaseline,
  unreadableBaseline,
} from './baseline-lookup.js';

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
