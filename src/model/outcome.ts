import { type Decision, type Look, type Outcome, REASONS, type Reason } from './finding.js';
import type { CommitStatus } from './github.js';
import type { FailOn } from './suite.js';

export type OutcomeGrounds = {
  /** Rules that are red. */
  readonly fails: readonly FailOn[];
  /** Reasons why something could not be decided. */
  readonly open: readonly FailOn[];
  /** True if a finding is yellow. */
  readonly worse: boolean;
  readonly failOn: readonly FailOn[];
  /** Fails the job whatever `fail-on` says. */
  readonly force: 'fail' | 'inconclusive' | null;
  /** True if the head's scores do not count, so that the outcome is at most inconclusive. */
  readonly unmeasured: boolean;
};

/** If one thing fails and another is open, what blocks is the outcome; if neither blocks, the open one. */
export function decideOutcome({ fails, open, worse, failOn, force, unmeasured }: OutcomeGrounds): Outcome {
  const reasons: readonly Reason[] = [...fails, ...open, ...(worse ? (['worse'] as const) : [])];
  const because = REASONS.filter((each) => reasons.includes(each));
  const blocks = (all: readonly FailOn[]) => all.some((each) => failOn.includes(each));
  const isWorseBlocking = worse && failOn.includes('worse');
  if (fails.length === 0 && open.length === 0) {
    return createOutcome(isWorseBlocking ? 'fail' : 'pass', { because, blocking: isWorseBlocking });
  }
  const failBlocks = force === 'fail' || blocks(fails) || isWorseBlocking;
  if (!unmeasured && (failBlocks || open.length === 0)) {
    return createOutcome('fail', { because, blocking: failBlocks });
  }
  return createOutcome('inconclusive', { because, blocking: force !== null || blocks([...fails, ...open]) });
}

export function createOutcome(
  outcome: Outcome['outcome'],
  { because, blocking }: { readonly because: Outcome['because']; readonly blocking: boolean },
): Outcome {
  const status = chooseStatus(outcome, { blocking });
  return { outcome, because, blocking, status, passed: outcome !== 'inconclusive' && !blocking };
}

/** The commit status. */
export function chooseStatus(
  outcome: Outcome['outcome'],
  { blocking }: { readonly blocking: boolean },
): Outcome['status'] {
  if (!blocking) return 'success';
  return outcome === 'fail' ? 'failure' : 'error';
}

/** How much attention a decision needs, the most first; each with its look. */
const SUITE_STATES = [
  ['review', 'fail'],
  ['fails', 'fail'],
  ['undecided', 'inconclusive'],
  ['undecided, not blocking', 'inconclusive'],
  ['no baseline', 'no-baseline'],
  ['fails, not blocking', 'worse'],
  ['worse', 'worse'],
  ['pass', 'pass'],
] as const satisfies readonly (readonly [string, Look])[];

type SuiteState = (typeof SUITE_STATES)[number][0];

export function chooseLook(decision: Decision): Look {
  return SUITE_STATES[findRank(decision)]?.[1] ?? 'inconclusive';
}

/** True if nothing was compared, although a baseline should be there. */
export function lacksBaseline({ findings }: Decision): boolean {
  return findings.some(
    (finding) =>
      finding.rule === 'baseline' &&
      finding.baseline.kind === 'none' &&
      finding.baseline.because === 'absent',
  );
}

/** Sorts the decision first that needs attention most. Of equals, one that names answers, then the larger fall. */
export function compareSeverity(a: Decision, b: Decision): number {
  return (
    findRank(a) - findRank(b) ||
    Number(b.worse.length > 0) - Number(a.worse.length > 0) ||
    (b.mean?.drop ?? 0) - (a.mean?.drop ?? 0)
  );
}

function findRank(decision: Decision): number {
  const standing = classifyDecision(decision);
  return SUITE_STATES.findIndex(([name]) => name === standing);
}

function classifyDecision(decision: Decision): SuiteState {
  const { outcome, because, blocking, worse, findings, unmeasured } = decision;
  // Its answers may pass, but the job does not.
  if (unmeasured?.kind === 'not-stored') return 'undecided';
  if (outcome === 'fail' && because.includes('review')) return 'review';
  if (outcome === 'fail') return blocking ? 'fails' : 'fails, not blocking';
  if (outcome === 'inconclusive') return blocking ? 'undecided' : 'undecided, not blocking';
  if (lacksBaseline(decision)) return 'no baseline';
  return worse.length > 0 || findings.some((finding) => finding.outcome === 'worse') ? 'worse' : 'pass';
}

/** 0 only if every status is known to be success. A pending or unknown one was not measured and is an error. */
export function chooseExitCodeByStatus(states: readonly (CommitStatus['state'] | null)[]): 0 | 1 | 3 {
  if (states.includes('failure')) return 1;
  return states.length > 0 && states.every((state) => state === 'success') ? 0 : 3;
}
