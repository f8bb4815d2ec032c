import type { BaselineUsed } from '../ports/report.js';
import type { RunRecord } from '../ports/run-record.js';
import type { BaselineStore } from '../ports/store.js';
import type { FoundCommit } from '../ports/suite-run.js';

export type UsedBaseline<Kind extends BaselineUsed['kind']> = Extract<BaselineUsed, { kind: Kind }>;

/** A baseline, the commit to run for one, or why there is none. */
export type FoundBaseline =
  | { readonly kind: 'record'; readonly record: RunRecord; readonly used: UsedBaseline<'record'> }
  | {
      readonly kind: 'run';
      readonly commit: string;
      readonly rule: 'ran-now' | 'given-ref';
      /** One sentence: the commit and the reason. */
      readonly line: string;
    }
  | { readonly kind: 'none'; readonly used: UsedBaseline<'none'> }
  | { readonly kind: 'unreadable'; readonly used: UsedBaseline<'unreadable'> };

export function foundRecord(
  record: RunRecord,
  rule: UsedBaseline<'record'>['rule'],
  line: string,
): FoundBaseline {
  const { commit, createdAt } = record;
  const stale = rule === 'nearest-ancestor';
  return { kind: 'record', record, used: { kind: 'record', commit, rule, createdAt, line, stale } };
}

export function noBaseline(reason: UsedBaseline<'none'>['reason'], line: string): FoundBaseline {
  return { kind: 'none', used: { kind: 'none', reason, line } };
}

/** `where`: the commit and the circumstances, if they matter. */
export function noRecord(
  { store, suite }: { readonly store: Pick<BaselineStore, 'name'>; readonly suite: string },
  where = '',
): FoundBaseline {
  return noBaseline('absent', `No baseline: the ${store.name} has no record of suite \`${suite}\`${where}.`);
}

export function unreadableBaseline(line: string): FoundBaseline {
  return { kind: 'unreadable', used: { kind: 'unreadable', line } };
}

/** `reason`: a clause without a full stop. */
export function runInstead(baseCommit: FoundCommit, reason: string): Extract<FoundBaseline, { kind: 'run' }> {
  const line = `Baseline: ${baseCommit.commit.slice(0, 7)}, ${baseCommit.how}, run now, because ${reason}.`;
  return { kind: 'run', commit: baseCommit.commit, rule: 'ran-now', line };
}

/** A base that was run now, whose record is as new as the run. */
export function usedFromRun(
  { commit, rule, line }: Extract<FoundBaseline, { kind: 'run' }>,
  record: RunRecord,
): UsedBaseline<'record'> {
  return { kind: 'record', commit, rule, createdAt: record.createdAt, line, stale: false };
}

const UNITS = [
  { name: 'day', ms: 24 * 60 * 60 * 1000 },
  { name: 'hour', ms: 60 * 60 * 1000 },
  { name: 'minute', ms: 60 * 1000 },
] as const;

/** An ISO 8601 date's age in the largest unit that fits: `3 days old`. */
export function renderAge(iso: string, now: Date): string {
  const age = now.getTime() - Date.parse(iso);
  if (Number.isNaN(age)) return 'of unknown age';
  for (const { name, ms } of UNITS) {
    const count = Math.floor(age / ms);
    if (count >= 1) return `${count} ${name}${count === 1 ? '' : 's'} old`;
  }
  return 'less than a minute old';
}
