import type { Comparison } from '../../ports/comparison.js';
import type { RuleFinding } from '../../ports/decision.js';
import { AGENT_FAILURES, type FailureKind } from '../../ports/errors.js';
import type { CaseRecord, Sample } from '../../ports/run-record.js';
import { counted, grouped } from '../../text/counts.js';
import { equalSamples, scoredJudgement } from '../compare/sample-scores.js';
import { type Failure, failureOf } from '../compare/unscored-case.js';
import { whyEmpty } from './empty-answers.js';
import { errorLimit, findSpoiltRun, renderSpoiltRun } from './error-limit.js';
import { oneLine } from './gate-words.js';
import { renderNames } from './name-cases.js';
import {
  type GateFacts,
  type GateInput,
  MOST_RUNS,
  NOTHING_TO_SAY,
  type RuleResult,
  type Trouble,
} from './rule.js';

/** Failures that come from a limit or a rule of this tool, not from a fault of target, judge or provider. */
const NO_FAULT: ReadonlySet<string> = new Set(['budget', 'judge-too-lax', 'no-cases']);

/**
 * Errors are not scores: what has none is left out. A run that ended early, answers that are empty everywhere, more than max(1, 5 %) of the cases without
 * a score (in all suite-wide runs, or in one of them), or none at all with one leaves nothing to decide on. Cases that have a score, but in too few of the runs to
 * be tested with the others, count among those without.
 *
 * @param aside said before the cause: which of the cases it is about.
 */
export function decideErrors(
  { comparison, head, base }: GateInput,
  aside = '',
): {
  readonly finding: RuleFinding | null;
  readonly trouble: Trouble | null;
} {
  const { unscored, headCases } = comparison;
  const nothing = comparison.floorMean === null;
  const tooFew = equalSamples(comparison.pairs).tooFewAtHead;
  if (head.stopped !== null) {
    const { kind, reason } = head.stopped;
    const early = kind === 'aborted' ? '' : 'the run ended early: ';
    return undecided(`${early}${oneLine(reason)}`, kind, nothing);
  }
  // What has nothing to score is no error, unless nothing at all has.
  const failed = nothing ? unscored : unscored.filter(({ kind }) => kind !== 'not-scorable');
  const missing = failed.length + tooFew;
  const spoilt = findSpoiltRun(head, comparison.scorer);
  const empty = whyEmpty(head, base);
  const atBase = renderGapsAtBase({ comparison, base });
  if (missing === 0 && spoilt === null && empty === null && !nothing) {
    return { finding: atBase === '' ? null : warning(atBase), trouble: null };
  }
  if (headCases === 0) return undecided('the dataset has no cases', 'no-cases', nothing);

  const { kind, cause } = commonestCause(failed);
  const have = `${grouped(missing)} of ${counted(headCases, 'case')} ${missing === 1 ? 'has' : 'have'} no score`;
  if (nothing || missing > errorLimit(headCases)) return undecided(`${aside}${have}${cause}`, kind, nothing);
  if (spoilt !== null) {
    return undecided(`${aside}${renderSpoiltRun(spoilt)}`, spoilt.failures[0].kind, nothing);
  }
  if (empty !== null) return undecided(`${aside}${empty.cause}`, 'target', empty.everywhere);
  // Of what no longer answers the reason is told by the rule that fails for it.
  const told = unscored.every((row) => row.noLongerAnswers) && tooFew === 0;
  const line = `${have} and ${missing === 1 ? 'is' : 'are'} left out${told ? '' : cause}.`;
  return { finding: warning(atBase === '' ? line : `${line} ${atBase}`), trouble: null };
}

function warning(line: string): RuleFinding {
  return { rule: 'errors', outcome: 'warns', line };
}

/** Which scores of the head nothing is held against, since the base failed there; empty where there are none. */
function renderGapsAtBase({ comparison, base }: Pick<GateInput, 'comparison' | 'base'>): string {
  if (base === null) return '';
  const { pairs, renamed, scorer } = comparison;
  const { baseRuns } = equalSamples(pairs);
  const names = new Map(renamed.map(({ from, to }) => [to, from]));
  const rows = new Map(base.cases.map((row) => [row.id, row]));
  const gaps = pairs
    .filter(({ headScores, baseScores }) => headScores.length > 0 && baseScores.length < baseRuns)
    .flatMap(({ id }) => {
      const row = rows.get(names.get(id) ?? id);
      const failures = row?.samples.flatMap((sample) => failureOf(sample, scorer, base) ?? []) ?? [];
      return failures.find(({ kind }) => kind !== 'not-scorable') ?? [];
    });
  if (gaps.length === 0) return '';
  const have = `${grouped(gaps.length)} of ${counted(pairs.length, 'case')} ${gaps.length === 1 ? 'has' : 'have'} no score`;
  const where = baseRuns === 1 ? 'at base' : 'in a run of the base';
  return `${have} ${where} and ${gaps.length === 1 ? 'is' : 'are'} left out of the mean${commonestCause(gaps).cause}.`;
}

function undecided(cause: string, kind: FailureKind | 'no-cases', nothingMeasured: boolean) {
  const because = NO_FAULT.has(kind) ? 'inconclusive' : 'error';
  const remedy = REMEDIES.get(kind);
  return {
    finding: { rule: 'errors', outcome: 'inconclusive', line: `Not decided: ${cause}.` },
    trouble: { because, cause, nothingMeasured, ...(remedy && { remedy }) },
  } as const;
}

const REMEDIES: ReadonlyMap<string, NonNullable<Trouble['remedy']>> = new Map([
  ['aborted', 'run-again'],
  ['budget', 'raise-limit'],
]);

/** The reason that most cases share; of equally common ones the alphabetically first. */
function commonestCause(unscored: readonly Failure[]): {
  readonly kind: FailureKind;
  readonly cause: string;
} {
  const groups = Map.groupBy(unscored, ({ kind, reason }) => `${kind} ${oneLine(reason)}`);
  const [, cases = []] =
    [...groups].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))[0] ?? [];
  const first = cases[0];
  if (first === undefined) return { kind: 'judge-incomplete', cause: ' in every run' };
  const share = groups.size === 1 ? '' : `; ${grouped(cases.length)} of them`;
  return { kind: first.kind, cause: `${share}: ${oneLine(first.reason)}` };
}

/**
 * A case that the base always answered, and for which every try at head fails by the agent's own doing, is a
 * regression: one broken case does not move the mean, and an answer that is not there has no score that could fall. It
 * counts also where so many cases fail that nothing else can be decided. A provider's failure (429, 5xx, no connection,
 * no answer in time, refused key or request), a judge's and an unfinished run's never count: an outage is no
 * regression. Against a baseline of another prompt it only warns.
 */
export function decideNoLongerAnswers({ comparison, stale, head }: GateFacts): RuleResult {
  if (head.stopped !== null) return NOTHING_TO_SAY;
  const silent = comparison.unscored.filter((row) => row.noLongerAnswers && AGENT_FAILURES.has(row.kind));
  // Alphabetical, so that the order of the dataset does not change what is said.
  const reason = silent.map((row) => oneLine(row.reason, 160)).sort()[0];
  const names = renderNames(silent.map(({ id }) => id).sort());
  if (reason === undefined) return NOTHING_TO_SAY;
  const cases = counted(silent.length, 'case');
  const answer = silent.length === 1 ? 'no longer answers' : 'no longer answer';
  const why = silent.every((row) => oneLine(row.reason, 160) === reason) ? 'Why' : 'One reason';
  const line = `${cases} ${answer}: ${names}. ${why}: ${reason}.`;
  return {
    finding: { rule: 'errors', outcome: stale ? 'warns' : 'fails', line },
    because: stale ? null : 'regression',
    short: `${cases} ${answer}`,
    ask: null,
  };
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
    why: first === undefined ? '' : ` Why: ${oneLine(first.reason, 160)}.`,
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
  const { comparison, head, base, stale, runs } = facts;
  if (head.stopped !== null || base === null) return NOTHING_TO_SAY;
  const { renamed, pairs, headCases, newCases } = comparison;
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
  if (cases.length === 0 || cases.length + gone.besides <= errorLimit(headCases - newCases.length)) {
    return NOTHING_TO_SAY;
  }
  const names = renderNames(cases.map(({ id }) => id).sort());
  const verb = gone.verbs[cases.length === 1 ? 0 : 1];
  const short = `${counted(cases.length, 'case')} no longer ${verb} ${gone.what}`;
  const mayRecover = facts.measured && facts.moreToLearn && runs < MOST_RUNS && !stale;
  return {
    finding: { rule: 'errors', outcome: stale ? 'warns' : 'fails', line: `${short}: ${names}.${gone.why}` },
    because: stale ? null : 'regression',
    short,
    ask: mayRecover ? { kind: 'suite', since: short } : null,
  };
}

/**
 * Why a person has to look at answers that misled the judge, one phrase: what they say was not judged by the judge's
 * rules. Left out as an error within the limit, a case that got worse would be gone.
 */
export function reviewMisled(comparisons: readonly Pick<Comparison, 'misled'>[]): readonly string[] {
  const ids = [...new Set(comparisons.flatMap(({ misled }) => misled))].sort();
  if (ids.length === 0) return [];
  const whose = ids.length === 1 ? 'an answer' : 'answers';
  return [`${whose} to ${renderNames(ids)} made the judge break its rules, and at base none did`];
}
