import { type Decision, REASONS, type Reason } from '../../model/finding.js';
import type { FailOn } from '../../model/gate-settings.js';

export type Grounds = {
  /** What fails. */
  readonly fails: readonly FailOn[];
  /** What could not be decided. */
  readonly open: readonly FailOn[];
  /** True if answers got worse that fail no rule. */
  readonly worse: boolean;
  readonly failOn: readonly FailOn[];
  /** Fails the job whatever `fail-on` says. */
  readonly force: 'fail' | 'inconclusive' | null;
  /** True if the head's scores do not count, so that the outcome is at most inconclusive. */
  readonly unmeasured: boolean;
};

type Row = Pick<Decision, 'outcome' | 'because' | 'blocking' | 'status' | 'passed'>;

export const PASSES = { blocking: false, status: 'success', passed: true } as const;
const FAILS = { outcome: 'fail', blocking: true, status: 'failure', passed: false } as const;

/**
 * The table of decisions. If something fails and something else is open, the one that blocks is the outcome; if neither
 * blocks, the open one, so that `passed` is not true for what was not decided.
 */
export function rowOf({ fails, open, worse, failOn, force, unmeasured }: Grounds): Row {
  const reasons: readonly Reason[] = [...fails, ...open, ...(worse ? (['worse'] as const) : [])];
  const because = REASONS.filter((each) => reasons.includes(each));
  const blocks = (all: readonly FailOn[]) => all.some((each) => failOn.includes(each));
  if (fails.length === 0 && open.length === 0) {
    return worse && failOn.includes('worse')
      ? { ...FAILS, because }
      : { ...PASSES, outcome: 'pass', because };
  }
  const failBlocks = force === 'fail' || blocks(fails) || (worse && blocks(['worse']));
  if (!unmeasured && (failBlocks || open.length === 0)) {
    return failBlocks ? { ...FAILS, because } : { ...PASSES, outcome: 'fail', because };
  }
  return force !== null || blocks([...fails, ...open])
    ? { outcome: 'inconclusive', because, blocking: true, status: 'error', passed: false }
    : { outcome: 'inconclusive', because, blocking: false, status: 'success', passed: false };
}
