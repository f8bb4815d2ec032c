import type { BaselineUsed, StoreProblem } from '../model/baseline-used.js';
import type { RunRecord } from '../model/run-record.js';
import type { BranchCommit } from '../model/suite-run.js';

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
