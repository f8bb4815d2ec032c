import { type Decision, FAIL_ON, type FailOn, type Remedy } from '../../ports/decision.js';
import { cutText } from '../../text/values.js';
import { asClause } from './gate-words.js';
import { STATUS_CHARACTERS, shortNotDecided } from './headline.js';

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

type Row = Pick<Decision, 'outcome' | 'because' | 'blocking' | 'status' | 'passed'>;

/**
 * The table of decisions: what the outcome is, whether it fails the job, and how it is told to the commit status and
 * the `passed` output; the exit code follows from the status. Where something fails and something else is open, the one that blocks is the outcome;
 * where neither blocks, the open one, so that `passed` is not true for what was not decided.
 */
export function rowOf({ fails, open, failOn, force, unmeasured }: Grounds): Row {
  const because = FAIL_ON.filter((each) => fails.includes(each) || open.includes(each));
  if (because.length === 0) {
    return { outcome: 'pass', because, blocking: false, status: 'success', passed: true };
  }
  const blocks = (reasons: readonly FailOn[]) => reasons.some((each) => failOn.includes(each));
  const failBlocks = force === 'fail' || blocks(fails);
  if (!unmeasured && fails.length > 0 && (failBlocks || open.length === 0)) {
    return failBlocks
      ? { outcome: 'fail', because, blocking: true, status: 'failure', passed: false }
      : { outcome: 'fail', because, blocking: false, status: 'success', passed: true };
  }
  return force !== null || blocks(because)
    ? { outcome: 'inconclusive', because, blocking: true, status: 'error', passed: false }
    : { outcome: 'inconclusive', because, blocking: false, status: 'success', passed: false };
}

/**
 * The decision where no watched file changed: nothing was run, and nothing can have become worse.
 * @param stored The commit whose baseline is of the same files, on the base branch.
 */
export function decideUnchanged(stored: string | null = null): Decision {
  const same = `baseline of the same files is stored (${stored?.slice(0, 7)})`;
  return {
    ...rowOf({ fails: [], open: [], failOn: [], force: null, unmeasured: false }),
    headline: `${stored === null ? 'No watched file changed' : `A ${same}`}, so nothing was run.`,
    shortLine: stored === null ? 'no watched file changed' : `a ${same}`,
    findings: [],
    mean: null,
  };
}

/**
 * The decision if only shown cases ran: nothing was compared, so nothing can have become worse.
 * @param onlyDataset False if no case of the base could be asked, which needs human review.
 */
export function decideShownOnly(onlyDataset: boolean): Decision {
  const headline = onlyDataset
    ? 'Only the dataset changed, so nothing was compared.'
    : 'Nothing was compared.';
  const shortLine = onlyDataset ? 'only the dataset changed' : 'nothing was compared';
  return { ...decideUnchanged(), headline, shortLine };
}

/** A reason names foreign files and values, each cut by itself: what is longer is no reason any more. */
const LONGEST_REASON = 1_000;

/**
 * The decision where an evaluation was due and could not be had. It fails the job whatever `fail-on` says: a gate that
 * was never measured must not be green.
 *
 * @param options.reason Why, free of secrets; shown on one line.
 * @param options.because `error` where target, judge or provider failed, `inconclusive` where it was refused or impossible.
 */
export function decideNotEvaluated(options: {
  readonly reason: string;
  readonly because: 'error' | 'inconclusive';
  readonly remedy: Remedy;
}): Decision {
  const { because, remedy } = options;
  const cause = asClause(options.reason, LONGEST_REASON);
  const headline = `Not evaluated: ${cause}${/[!?]$/.test(cause) ? '' : '.'}`;
  return {
    ...rowOf({ fails: [], open: [because], failOn: [], force: 'inconclusive', unmeasured: true }),
    headline,
    shortLine: shortNotDecided(cause, 'not evaluated', remedy),
    findings: [{ rule: 'errors', outcome: 'inconclusive', line: headline }],
    mean: null,
    remedy,
  };
}

/** The decision where the user must mend something first: the notes have all that there are several of. */
export function decideMistaken(
  problems: readonly string[],
  because: 'error' | 'inconclusive' = 'error',
): Decision {
  const [first = ''] = problems;
  const reason =
    problems.length === 1 ? first : `${problems.length} problems, each in the notes; the first: ${first}`;
  return decideNotEvaluated({ reason, because, remedy: 'correct' });
}

/**
 * The decision where the base's judge or scorer cannot be used: nothing was measured, and no other run would come out
 * otherwise. The pull request that repairs it has to have a way to be merged, so it is a person's, red and to be accepted.
 *
 * @param why a clause, free of secrets: "the base's judge cannot be asked: …".
 */
export function decideBrokenBase(why: string): Decision {
  const nothing = { ...decideUnchanged(), headline: 'Nothing of the pull request was measured.' };
  return decideReview(nothing, [`nothing was compared, because ${asClause(why, LONGEST_REASON)}`]);
}

/** What was decided of a baseline that could not be stored: whatever it says, the run did not do what it was for. */
export function decideNotStored(decision: Decision, reason: string): Decision {
  return { ...decision, status: 'failure', passed: false, shortLine: cutText(reason, STATUS_CHARACTERS) };
}

/**
 * The decision where the pull request changes what no program can judge: red whatever `fail-on` says, the reason first,
 * and what was measured after it. What was not decided stays so, so that an outage or a spent budget is never there to
 * be accepted.
 *
 * @param reasons one phrase each, without a full stop: "the base's config cannot be read". None: the decision as it is.
 */
export function decideReview(decision: Decision, reasons: readonly string[]): Decision {
  const [first, ...others] = reasons.map((reason) => asClause(reason));
  if (first === undefined) return decision;
  const line = (reason: string) => `Needs a person: ${reason}${/[!?]$/.test(reason) ? '' : '.'}`;
  const open = decision.outcome === 'inconclusive';
  const short = open
    ? shortNotDecided(first, 'inconclusive, and needs a person', decision.remedy)
    : cutText(`needs a person: ${first}`, STATUS_CHARACTERS);
  return {
    ...decision,
    ...(open ? { outcome: 'inconclusive', status: 'error' } : { outcome: 'fail', status: 'failure' }),
    because: ['review', ...decision.because],
    blocking: true,
    passed: false,
    headline: `${line(first)} ${decision.headline}`,
    shortLine: short,
    findings: [
      ...[first, ...others].map(
        (reason) => ({ rule: 'review', outcome: 'fails', line: line(reason) }) as const,
      ),
      ...decision.findings,
    ],
  };
}

/**
 * The decision that stands for all suites: one that needs a person before all others, a blocking fail before a blocking inconclusive, these before what does not
 * block, and of equals the one with the larger drop, then the first. Throws `RangeError` without any.
 */
export function worstDecision(decisions: readonly Decision[]): Decision {
  const [first, ...others] = decisions;
  // No suite is no pass.
  if (first === undefined) throw new RangeError('no suite was decided');
  return others.reduce((worst, next) => (isWorse(next, worst) ? next : worst), first);
}

function isWorse(a: Decision, b: Decision): boolean {
  const difference = severityOf(a) - severityOf(b);
  return difference > 0 || (difference === 0 && (a.mean?.drop ?? 0) > (b.mean?.drop ?? 0));
}

function severityOf({ outcome, because, blocking, passed }: Decision): number {
  if (outcome === 'fail' && because.includes('review')) return 5;
  if (blocking) return outcome === 'fail' ? 4 : 3;
  if (!passed) return 2;
  return outcome === 'pass' ? 0 : 1;
}
