import { AGENT_FAILURES } from '../../model/errors.js';
import type { Finding } from '../../model/finding.js';
import type { CaseRecord, Sample } from '../../model/run-record.js';
import { scoredJudgement } from '../compare/sample-scores.js';
import { errorLimit } from '../compare/usable-record.js';
import { mayRunAgain, NOTHING_FOUND, type RuleContext, type RuleResult } from './rule.js';

type GoneFinding = Extract<Finding, { readonly rule: 'no-longer-answers' }>;

/** The base always answered, and the head fails by its own doing in every run. An outage is not a regression. */
export function decideNoLongerAnswers({ comparison, stale, head }: RuleContext): RuleResult {
  if (head.stopped !== null) return NOTHING_FOUND;
  const silent = comparison.unscored.filter((row) => row.noLongerAnswers && AGENT_FAILURES.has(row.kind));
  // Alphabetical, so that the dataset's order does not change the reason.
  const [reason] = silent.map((row) => row.reason).sort();
  if (reason === undefined) return NOTHING_FOUND;
  const finding = findingOf({ what: 'answer', caseIds: silent.map(({ id }) => id), reason, stale });
  return { finding, ask: null, fails: stale ? null : 'regression' };
}

/** The base always had a score, and at head the scorer finds nothing to score: a refusal, or a tool call instead. */
export function decideNothingToScore(context: RuleContext): RuleResult {
  const { unscored, pairs, scorer } = context.comparison;
  const compared = new Set(pairs.map(({ id }) => id));
  const without = unscored.filter(({ id }) => compared.has(id));
  const empty = without.filter(({ kind }) => kind === 'not-scorable');
  const ids = new Set(empty.map(({ id }) => id));
  return decideGone(context, {
    what: 'anything-to-score',
    hadAtBase: (sample) => scoredJudgement(sample, scorer) !== null,
    isGone: ({ id }) => ids.has(id),
    otherFailures: without.length - empty.length,
    reason: empty[0]?.reason ?? null,
  });
}

/** The base always answered in words, and the head with tool calls alone, however relevant the calls are. */
export function decideWordsGone(context: RuleContext): RuleResult {
  const { scorer } = context.comparison;
  const flagsOf = (sample: Sample) => scoredJudgement(sample, scorer)?.flags;
  return decideGone(context, {
    what: 'words',
    // A model that stopped to call tools had not come to its words yet.
    hadAtBase: (sample) =>
      sample.answer.status === 'answered' &&
      sample.answer.finish !== 'tool-calls' &&
      flagsOf(sample)?.every((flag) => flag !== 'tool-calls-only' && flag !== 'empty') === true,
    isGone: ({ samples }) =>
      samples.length > 0 && samples.every((sample) => flagsOf(sample)?.includes('tool-calls-only')),
  });
}

type Loss = {
  readonly what: GoneFinding['what'];
  readonly hadAtBase: (sample: Sample) => boolean;
  readonly isGone: (row: CaseRecord) => boolean;
  /** Cases without a score for another cause: they share the error limit. */
  readonly otherFailures?: number;
  readonly reason?: string | null;
};

/** An honest agent loses one answer now and then, so the error limit holds here, too. More losses run again first. */
function decideGone(context: RuleContext, loss: Loss): RuleResult {
  const { comparison, head, base, stale, measured } = context;
  const endedElsewhere = head.stopped !== null && !AGENT_FAILURES.has(head.stopped.kind);
  if (endedElsewhere || base === null) return NOTHING_FOUND;
  const { what, reason = null, otherFailures = 0 } = loss;
  const idsAtBase = new Map(comparison.renamed.map(({ from, to }) => [to, from]));
  const compared = new Set(comparison.pairs.map(({ id }) => id));
  const had = new Set(
    base.cases.flatMap(({ id, samples }) =>
      samples.length > 0 && samples.every(loss.hadAtBase) ? [id] : [],
    ),
  );
  const caseIds = head.cases
    .filter((row) => compared.has(row.id) && had.has(idsAtBase.get(row.id) ?? row.id) && loss.isGone(row))
    .map(({ id }) => id);
  if (caseIds.length === 0 || caseIds.length + otherFailures <= errorLimit(comparison.headCases)) {
    return NOTHING_FOUND;
  }
  const mayRecover = measured && !stale && mayRunAgain(context);
  return {
    finding: findingOf({ what, caseIds, reason, stale }),
    ask: mayRecover ? { kind: 'head-runs', upTo: context.runs + 1, because: 'no-longer-answers' } : null,
    fails: stale ? null : 'regression',
  };
}

function findingOf({
  what,
  caseIds,
  reason,
  stale,
}: Pick<GoneFinding, 'what' | 'caseIds' | 'reason'> & { readonly stale: boolean }): GoneFinding {
  const outcome = stale ? 'worse' : 'fails';
  return { rule: 'no-longer-answers', outcome, caseIds: caseIds.toSorted(), what, reason };
}
