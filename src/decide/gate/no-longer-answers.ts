import { AGENT_FAILURES } from '../../model/errors.js';
import type { Finding, GateAsk } from '../../model/finding.js';
import { omitUndefined } from '../../model/omit-undefined.js';
import type { CaseRecord, Sample } from '../../model/run-record.js';
import { findScoredJudgement } from '../compare/sample-scores.js';
import { computeMaxUnscored } from '../compare/usable-record.js';
import { defineRule, MAX_RUNS, mayRunAgain, type RuleContext } from './rule.js';
import { HEAD_FAILURES } from './silent-cases.js';

type GoneFinding = Extract<Finding, { readonly rule: 'no-longer-answers' }>;

type Loss = {
  readonly what: GoneFinding['what'];
  readonly caseIds: readonly string[];
  readonly reason: string | null;
  readonly baseAsked?: boolean;
  /** True if a new run may bring the answers back. */
  readonly mayRecover: boolean;
  /** True if they count only because they must pass: then they alone run again. */
  readonly isFew: boolean;
};

/** Cases that the base always answered and the head never does, because of the agent itself. */
export const NO_LONGER_ANSWERS = defineRule<readonly Loss[]>({
  name: 'No longer answers',
  thresholds: { headFailures: HEAD_FAILURES, maxRuns: MAX_RUNS },
  describe: () => ({
    summary: 'the agent no longer answers a case',
    suspicious:
      'the base always answered a case, and the head has no answer, nothing to score, or tool calls alone',
    asks: `head answers to these cases, up to ${HEAD_FAILURES.value}, then one base answer; if there is nothing to score, head runs of every case, up to ${MAX_RUNS.value}`,
    red: `the head's agent fails ${HEAD_FAILURES.value} times, and the base's agent answers the same question now; or more than 5% of the cases (at least two), or one that must pass, have nothing to score or no words in every run`,
    yellow: '',
  }),
  fails: 'regression',

  suspect(context) {
    const losses = [findSilent(context), findNothingToScore(context), findWithoutWords(context)];
    const found = losses.filter((loss) => loss !== null);
    return found.length === 0 && context.silent.ask === null ? null : found;
  },

  ask(losses, context) {
    const { measured, stale, runs, silent } = context;
    if (silent.ask !== null) return silent.ask;
    const mayRecover = losses.every((loss) => loss.mayRecover) && measured && !stale;
    if (!mayRecover) return null;
    const [few] = losses.filter((loss) => loss.isFew);
    if (few !== undefined) return askFew(few, context);
    return mayRunAgain(context) ? { kind: 'head-runs', upTo: runs + 1, because: 'no-longer-answers' } : null;
  },

  red: (losses) =>
    losses.map(({ what, caseIds, reason, baseAsked }) =>
      omitUndefined({
        rule: 'no-longer-answers',
        outcome: 'fails',
        caseIds: caseIds.toSorted(),
        what,
        reason,
        baseAsked,
      }),
    ),

  yellow: () => [],
});

function findSilent({ silent: { gone, baseAsked } }: RuleContext): Loss | null {
  // Alphabetical, so that the dataset's order does not change the reason.
  const [reason] = gone.map((row) => row.reason).sort();
  if (reason === undefined) return null;
  return {
    what: 'answer',
    caseIds: gone.map(({ id }) => id),
    reason,
    baseAsked,
    mayRecover: false,
    isFew: false,
  };
}

/** The base always had a score, and at head the scorer finds nothing to score: a refusal, or a tool call instead. */
function findNothingToScore(context: RuleContext): Loss | null {
  const { unscored, pairs, scorer } = context.comparison;
  const compared = new Set(pairs.map(({ id }) => id));
  const without = unscored.filter(({ id }) => compared.has(id));
  const empty = without.filter(({ kind }) => kind === 'not-scorable');
  const ids = new Set(empty.map(({ id }) => id));
  const hasScore = (sample: Sample) => findScoredJudgement(sample, scorer) !== null;
  return findGone(context, {
    what: 'anything-to-score',
    hadAtBase: hasScore,
    isGone: ({ id, caseSamples }) => ids.has(id) && !caseSamples.some(hasScore),
    otherFailures: without.length - empty.length,
    reason: empty[0]?.reason ?? null,
  });
}

/** The base always answered in words, and the head with tool calls alone, however relevant the calls are. */
function findWithoutWords(context: RuleContext): Loss | null {
  const { scorer } = context.comparison;
  const readFlags = (sample: Sample) => findScoredJudgement(sample, scorer)?.flags;
  return findGone(context, {
    what: 'words',
    // A model that stopped to call tools had not come to its words yet.
    hadAtBase: (sample) =>
      sample.answer.status === 'answered' &&
      sample.answer.finish !== 'tool-calls' &&
      readFlags(sample)?.every((flag) => flag !== 'tool-calls-only' && flag !== 'empty') === true,
    isGone: ({ samples, caseSamples }) =>
      samples.length > 0 &&
      [...samples, ...caseSamples].every((sample) => readFlags(sample)?.includes('tool-calls-only')),
    otherFailures: 0,
    reason: null,
  });
}

type GoneDefinition = {
  readonly what: Loss['what'];
  readonly reason: string | null;
  readonly hadAtBase: (sample: Sample) => boolean;
  readonly isGone: (row: CaseRecord) => boolean;
  /** Cases without a score for another cause: they share the error limit. */
  readonly otherFailures: number;
};

/**
 * An honest agent loses one answer now and then, so the error limit holds here, too, except for cases that must pass. More
 * losses run again first.
 */
function findGone({ comparison, head, base, mustPass }: RuleContext, gone: GoneDefinition): Loss | null {
  const endedElsewhere = head.stopped !== null && !AGENT_FAILURES.has(head.stopped.kind);
  if (endedElsewhere || base === null) return null;
  const { what, reason, otherFailures } = gone;
  const idsAtBase = new Map(comparison.renamed.map(({ from, to }) => [to, from]));
  const compared = new Set(comparison.pairs.map(({ id }) => id));
  const answeredAtBase = new Set(
    base.cases
      .filter(({ samples }) => samples.length > 0 && samples.every(gone.hadAtBase))
      .map(({ id }) => id),
  );
  const caseIds = head.cases
    .filter(
      (row) =>
        compared.has(row.id) && answeredAtBase.has(idsAtBase.get(row.id) ?? row.id) && gone.isGone(row),
    )
    .map(({ id }) => id);
  const isFew = caseIds.length + otherFailures <= computeMaxUnscored(comparison.headCases);
  const counted = isFew ? caseIds.filter((id) => mustPass.has(id)) : caseIds;
  return counted.length === 0 ? null : { what, caseIds: counted, reason, mayRecover: true, isFew };
}

/** One more head answer per case. */
function askFew({ caseIds }: Loss, { head, askable }: RuleContext): GateAsk | null {
  const rows = head.cases.filter(({ id }) => caseIds.includes(id));
  const taken = Math.min(...rows.map(({ samples, caseSamples }) => samples.length + caseSamples.length));
  if (askable === 'none' || taken >= MAX_RUNS.value) return null;
  return { kind: 'answers', side: 'head', caseIds, upTo: taken + 1, because: 'no-longer-answers' };
}
