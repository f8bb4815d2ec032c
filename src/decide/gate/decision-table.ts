import { type Decision, FAIL_ON, type FailOn } from '../../ports/decision.js';

export type Grounds = {
  /** What fails. */
  readonly fails: readonly FailOn[];
  /** What could not be decided. */
  readonly open: readonly FailOn[];
  readonly failOn: readonly FailOn[];
  /** Fails the job whatever `fail-on` says. */
  readonly force: 'fail' | 'inconclusive' | null;
  /** True where the head's own scores do not count, so that the outcome cannot be more than inconclusive. */
  readonly unmeasured: boolean;
};

type Row = Pick<Decision, 'outcome' | 'because' | 'blocking' | 'exitCode' | 'status' | 'passed'>;

/**
 * The table of decisions: what the outcome is, whether it fails the job, and how it is told to the shell, the commit
 * status and the `passed` output. Where something fails and something else is open, the one that blocks is the outcome;
 * where neither blocks, the open one, so that `passed` is not true for what was not decided.
 */
export function rowOf({ fails, open, failOn, force, unmeasured }: Grounds): Row {
  const because = FAIL_ON.filter((each) => fails.includes(each) || open.includes(each));
  if (because.length === 0) {
    return { outcome: 'pass', because, blocking: false, exitCode: 0, status: 'success', passed: true };
  }
  const blocks = (reasons: readonly FailOn[]) => reasons.some((each) => failOn.includes(each));
  const failBlocks = force === 'fail' || blocks(fails);
  if (!unmeasured && fails.length > 0 && (failBlocks || open.length === 0)) {
    return failBlocks
      ? { outcome: 'fail', because, blocking: true, exitCode: 1, status: 'failure', passed: false }
      : { outcome: 'fail', because, blocking: false, exitCode: 0, status: 'success', passed: true };
  }
  return force !== null || blocks(because)
    ? { outcome: 'inconclusive', because, blocking: true, exitCode: 3, status: 'error', passed: false }
    : { outcome: 'inconclusive', because, blocking: false, exitCode: 0, status: 'success', passed: false };
}
