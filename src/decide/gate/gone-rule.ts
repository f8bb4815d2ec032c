import { AGENT_FAILURES } from '../../ports/errors.js';
import type { CaseRecord, Sample } from '../../ports/run-record.js';
import { counted } from '../../text/counts.js';
import { scoredJudgement } from '../compare/sample-scores.js';
import { asClause, compareIds, MOST_NAMED, renderNames } from './gate-words.js';
import { type GateFacts, NOTHING_TO_SAY, type RuleResult } from './rule.js';
import { errorLimit } from './usable-record.js';

/**
 * A case that the base always answered, and for which every try at head fails by the agent's own doing, is a
 * regression: one broken case does not move the mean, and an answer that is not there has no score that could fall. It
 * counts also where so many cases fail that nothing else can be decided. A program that hangs fails by its own doing: else
 * it could hang where it would answer badly. A provider's failure (429, 5xx, no connection, no answer in time, refused key
 * or request), a judge's and an unfinished run's never count: an outage is no regression. Against a baseline of another prompt it only warns.
 */
export function decideNoLongerAnswers({ comparison, stale, head, undecided }: GateFacts): RuleResult {
  if (head.stopped !== null) return NOTHING_TO_SAY;
  const silent = comparison.unscored.filter((row) => row.noLongerAnswers && AGENT_FAILURES.has(row.kind));
  // Alphabetical, so that the order of the dataset does not change what is said.
  const reason = silent.map((row) => asClause(row.reason, 160)).sort()[0];
  const names = renderNames(silent.map(({ id }) => id).sort(compareIds));
  if (reason === undefined) return NOTHING_TO_SAY;
  const cases = counted(silent.length, 'case');
  const answer = silent.length === 1 ? 'no longer answers' : 'no longer answer';
  const is = silent.every((row) => asClause(row.reason, 160) === reason) ? 'Why' : 'One reason';
  const why = isTold(silent, undecided) ? '' : ` ${is}: ${reason}.`;
  // Names of some say less than that it is every one, which the line before has counted.
  const isAll = undecided !== null && silent.length === comparison.headCases && silent.length > MOST_NAMED;
  const line = `${isAll ? `All ${cases} answered at base` : `${cases} ${answer}: ${names}`}.${why}`;
  return {
    finding: { rule: 'errors', outcome: stale ? 'warns' : 'fails', line },
    because: stale ? null : 'regression',
    short: `${cases} ${answer}`,
    ask: null,
  };
}

/** True where what stands before it names a reason of these already. */
function isTold(rows: readonly { readonly reason: string }[], undecided: string | null): boolean {
  return undecided !== null && rows.some(({ reason }) => undecided.includes(asClause(reason)));
}

/**
 * A case that the base always had a score for, and in which the scorer finds nothing to score at head, is the agent's
 * doing too: a refusal, or a tool call in the place of an answer.
 */
export function decideNothingToScore(facts: GateFacts): RuleResult {
  const { unscored, pairs, scorer } = facts.comparison;
  const compared = new Set(pairs.map(({ id }) => id));
  const without = unscored.filter(({ id }) => compared.has(id));
  const [first] = without.filter(({ kind }) => kind === 'not-scorable');
  const reasons = new Map(without.map((row) => [row.id, row.kind]));
  return decideGone(facts, {
    hadAtBase: (sample) => scoredJudgement(sample, scorer) !== null,
    isGone: ({ id }) => reasons.get(id) === 'not-scorable',
    besides: without.filter(({ kind }) => kind !== 'not-scorable').length,
    verbs: ['has', 'have'],
    what: 'anything to score',
    why:
      first === undefined || isTold([first], facts.undecided) ? '' : ` Why: ${asClause(first.reason, 160)}.`,
  });
}

/**
 * A case that the base always answered in words, and the head with tool calls alone, is like one that became empty,
 * however relevant its calls are. Where the base's model stopped to call tools, its words were none yet. The marks of
 * those who judged tell it, so scorers that read no answers do not, nor those of calls.
 */
export function decideWordsGone(facts: GateFacts): RuleResult {
  const { scorer } = facts.comparison;
  const flagsOf = (sample: Sample) => scoredJudgement(sample, scorer)?.flags;
  return decideGone(facts, {
    hadAtBase: (sample) => {
      const { answer } = sample;
      if (answer.status === 'failed' || answer.finish === 'tool-calls') return false;
      return flagsOf(sample)?.every((flag) => flag !== 'tool-calls-only' && flag !== 'empty') === true;
    },
    isGone: ({ samples }) =>
      samples.length > 0 && samples.every((sample) => flagsOf(sample)?.includes('tool-calls-only')),
    besides: 0,
    verbs: ['answers', 'answer'],
    what: 'in words, only with tool calls',
    why: '',
  });
}

/**
 * An agent is told which run of a case it is in. One that fails in a further run, by its own doing, would keep the gate
 * from what it asks for: what the first run showed would be no more than undecided.
 */
export function decideFailsLater(facts: GateFacts): RuleResult {
  const { head, runs } = facts;
  const failed = (sample: Sample | undefined) =>
    sample === undefined
      ? head.stopped !== null
      : sample.answer.status === 'failed' && AGENT_FAILURES.has(sample.answer.kind);
  return decideGone(facts, {
    hadAtBase: ({ answer }) => answer.status === 'answered',
    isGone: ({ samples }) =>
      runs > 1 && samples[0]?.answer.status === 'answered' && failed(samples[runs - 1]),
    besides: 0,
    verbs: ['answers', 'answer'],
    what: `in run ${runs}`,
    why: '',
  });
}

/**
 * What all of the base's answers to a case had and none of the head's has. Now and then an honest agent answers like
 * that, so it is held to the error limit, and what looks like more is asked once more. Beyond it, it is a regression:
 * whatever fell there would be gone. Against a baseline of another prompt it only warns.
 */
function decideGone(
  facts: GateFacts,
  gone: {
    readonly hadAtBase: (sample: Sample) => boolean;
    readonly isGone: (row: CaseRecord) => boolean;
    /** Further cases that the limit has to do for. */
    readonly besides: number;
    readonly verbs: readonly [one: string, many: string];
    readonly what: string;
    readonly why: string;
  },
): RuleResult {
  const { comparison, head, base, stale } = facts;
  const endedElsewhere = head.stopped !== null && !AGENT_FAILURES.has(head.stopped.kind);
  if (endedElsewhere || base === null) return NOTHING_TO_SAY;
  const { renamed, pairs, headCases } = comparison;
  const namesAtBase = new Map(renamed.map(({ from, to }) => [to, from]));
  const had = new Set(
    base.cases.flatMap(({ id, samples }) =>
      samples.length > 0 && samples.every(gone.hadAtBase) ? [id] : [],
    ),
  );
  const compared = new Set(pairs.map(({ id }) => id));
  const cases = head.cases.filter(
    (row) => compared.has(row.id) && had.has(namesAtBase.get(row.id) ?? row.id) && gone.isGone(row),
  );
  if (cases.length === 0 || cases.length + gone.besides <= errorLimit(headCases)) {
    return NOTHING_TO_SAY;
  }
  const names = renderNames(cases.map(({ id }) => id).sort(compareIds));
  const verb = gone.verbs[cases.length === 1 ? 0 : 1];
  const short = `${counted(cases.length, 'case')} no longer ${verb} ${gone.what}`;
  const mayRecover = facts.measured && facts.moreToLearn && !stale;
  return {
    finding: { rule: 'errors', outcome: stale ? 'warns' : 'fails', line: `${short}: ${names}.${gone.why}` },
    because: stale ? null : 'regression',
    short,
    ask: mayRecover ? { kind: 'suite', since: short } : null,
  };
}
