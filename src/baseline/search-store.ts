import { messageOf } from '../ports/errors.js';
import type { RunRecord } from '../ports/run-record.js';
import type { BaselineStore } from '../ports/store.js';
import type { FoundCommit } from '../ports/suite-run.js';
import { shortCommit } from '../text/values.js';
import { findAncestors, type IsAncestor, nearestOf } from './ancestry.js';
import {
  type FoundBaseline,
  foundRecord,
  noRecord,
  renderAge,
  runInstead,
  type UsedBaseline,
  unreadableBaseline,
} from './found-baseline.js';

export type StoreSearch = {
  readonly suite: string;
  readonly baseCommit: FoundCommit;
  /** Fingerprint of the base commit's watched files, under the base's globs. */
  readonly watchedAtBase: string | null;
  /** True if the base can be run without a record; else the nearest older record must do. */
  readonly mayRun: boolean;
  readonly store: BaselineStore;
  readonly isAncestor: IsAncestor;
  readonly now: Date;
};

type Tried =
  | { readonly status: 'found'; readonly record: RunRecord }
  | { readonly status: 'absent' | 'unreadable' };

/** The base commit's record, else one with the same watched files, else the last resort. */
export async function searchStore(search: StoreSearch): Promise<FoundBaseline> {
  const { baseCommit, watchedAtBase, mayRun, store, suite } = search;
  const base = `${shortCommit(baseCommit.commit)}, ${baseCommit.how}`;
  /** Records or questions that failed. */
  const problems: string[] = [];

  const own = await tryRecord(search, baseCommit.commit, problems);
  if (own.status === 'found') {
    return fromRecord(search, own.record, 'same-commit', `record of ${base}`, problems);
  }
  let unreadable = own.status === 'unreadable';
  if (watchedAtBase !== null) {
    const list = () => store.commitsByWatched(suite, watchedAtBase);
    const same = await tryNearest(search, list, problems);
    if (same.status === 'found') {
      const line = `record of ${shortCommit(same.record.commit)}, whose watched files are those of ${base}`;
      return fromRecord(search, same.record, 'same-files', line, problems);
    }
    unreadable ||= same.status === 'unreadable';
  }
  if (mayRun) {
    return runInstead(baseCommit, `no baseline is stored for its files${noted(problems)}`);
  }
  // An older record only warns, so a damaged store must not switch the gate off.
  return unreadable ? unreadableBaseline(sentence(problems)) : nearestRecord(search, base, problems);
}

async function nearestRecord(search: StoreSearch, base: string, problems: string[]): Promise<FoundBaseline> {
  const { store, suite } = search;
  const list = () => store.commits(suite);
  const found = await tryNearest(search, list, problems);
  switch (found.status) {
    case 'found': {
      const line =
        `record of ${shortCommit(found.record.commit)}, the nearest before ${base}; the prompt has changed since, ` +
        'so a drop only warns';
      return fromRecord(search, found.record, 'nearest-ancestor', line, problems);
    }
    case 'unreadable':
      return unreadableBaseline(sentence(problems));
    case 'absent':
      return noRecord(search, ` for ${base}${noted(problems)}`);
    default:
      return found satisfies never;
  }
}

/** The readable record of the nearest listed commit in the base commit's history. */
async function tryNearest(
  search: StoreSearch,
  list: () => Promise<readonly string[]>,
  problems: string[],
): Promise<Tried> {
  const { baseCommit, isAncestor } = search;
  let commits: readonly string[];
  try {
    commits = (await list()).filter((commit) => commit !== baseCommit.commit);
  } catch (error) {
    problems.push(`the store could not be read: ${messageOf(error)}`);
    return { status: 'unreadable' };
  }
  const { ancestors, unknown } = await findAncestors(commits, baseCommit.commit, isAncestor);
  if (unknown > 0) {
    problems.push(
      `whether ${unknown} other stored ${unknown === 1 ? 'record is' : 'records are'} older cannot be told ` +
        '(check out with `fetch-depth: 0`, or give a `github-token` of a job with `permissions: contents: read`)',
    );
  }
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

async function tryRecord({ suite, store }: StoreSearch, commit: string, problems: string[]): Promise<Tried> {
  const read = await store.byCommit(suite, commit);
  if (read.status === 'unreadable')
    problems.push(`the stored record of ${shortCommit(commit)} cannot be used: ${read.reason}`);
  return read;
}

function fromRecord(
  { now }: StoreSearch,
  record: RunRecord,
  rule: UsedBaseline<'record'>['rule'],
  line: string,
  problems: readonly string[],
): FoundBaseline {
  const age = renderAge(record.createdAt, now);
  return foundRecord(record, rule, `Baseline: ${line} (${age})${noted(problems)}.`);
}

function noted(problems: readonly string[]): string {
  return problems.length === 0 ? '' : `; ${problems.join('; ')}`;
}

function sentence(problems: readonly string[]): string {
  const text = problems.join('; ');
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
