import {
  type ConfirmationGap,
  type Decision,
  type Finding,
  type GateAsk,
  REASONS,
  type Reason,
} from '../../model/finding.js';
import type { FailOn } from '../../model/suite.js';
import { suiteRuns } from '../compare/sample-scores.js';
import { collectEvidence } from './case-evidence.js';
import { decideBroke, decideRecorded, decideSeveral } from './case-rules.js';
import type { Gate, GateInput } from './gate-input.js';
import { decideNoLongerAnswers, decideNothingToScore, decideWordsGone } from './gone-rule.js';
import { type BaselineCheck, checkBaseline, checkErrors, type ObstacleCheck } from './inconclusive.js';
import { decideMean, decideThreshold } from './mean-rules.js';
import type { GateRule, RuleContext, RuleResult } from './rule.js';
import { decideFacts, decideSentence } from './statement-rules.js';

/** In the order in which they ask: the cheapest first. */
const RULES: readonly GateRule[] = [
  decideNoLongerAnswers,
  decideNothingToScore,
  decideWordsGone,
  decideThreshold,
  decideBroke,
  decideSentence,
  decideRecorded,
  decideMean,
  decideSeveral,
  decideFacts,
];

/** Decides from a comparison, or asks for what a rule needs to be sure. */
export const decideGate: Gate = (input) => {
  const errors = checkErrors(input);
  const baseline = checkBaseline(input);
  const decide = (over: ConfirmationGap | null) => {
    const context = contextOf(input, { errors, baseline, over });
    return RULES.map((rule) => rule(context));
  };
  if (input.blocked) return conclude(input, { errors, baseline, results: decide('not-asked') });
  const results = decide(null);
  const asks = results.flatMap(({ ask }) => ask ?? []);
  if (asks.length === 0) return conclude(input, { errors, baseline, results });
  if (isSettled(input, baseline, results)) {
    return conclude(input, { errors, baseline, results: decide('not-asked') });
  }
  if (input.lack) return conclude(input, { errors, baseline, results: decide(input.lack) });
  for (const ask of asks) {
    const affordable = fitBudget(ask, input);
    if (affordable !== null) return { kind: 'ask', ask: affordable };
  }
  return conclude(input, { errors, baseline, results: decide('extra-runs') });
};

function contextOf(
  input: GateInput,
  { errors, baseline, over }: Pick<Checks, 'errors' | 'baseline'> & Pick<RuleContext, 'over'>,
): RuleContext {
  const measured = errors.inconclusive === null;
  const comparable = measured && input.baseline.kind === 'record' && baseline.inconclusive === null;
  return {
    ...input,
    evidence: comparable ? collectEvidence(input) : [],
    measured,
    comparable,
    stale: input.baseline.kind === 'record' && input.baseline.stale,
    runs: suiteRuns(input.head),
    over,
  };
}

/** True if the outcome is certain whatever further answers say: the first rule that blocks ends the asking. */
function isSettled(
  { settings: { failOn } }: GateInput,
  baseline: BaselineCheck,
  results: readonly RuleResult[],
): boolean {
  const open = baseline.inconclusive?.because;
  return (
    baseline.missing ||
    (open !== undefined && failOn.includes(open)) ||
    results.some(({ fails, finding, ask }) => ask === null && (isBlocking(fails, failOn) || isStale(finding)))
  );
}

function isBlocking(fails: RuleResult['fails'], failOn: readonly FailOn[]): boolean {
  return fails !== null && failOn.includes(fails);
}

function isStale(finding: Finding | null): boolean {
  return finding !== null && 'unconfirmed' in finding && finding.unconfirmed === 'stale';
}

/** As much of an ask as `limits.extra-runs` leaves; `null` if that is nothing. */
function fitBudget(ask: GateAsk, input: GateInput): GateAsk | null {
  const { head, extraLeft } = input;
  const cases = input.comparison.headCases;
  switch (ask.kind) {
    case 'second-look':
      return ask;
    case 'head-runs':
      return cases * (ask.upTo - suiteRuns(head)) <= extraLeft ? ask : null;
    case 'base-today':
      return cases * ask.runs <= extraLeft ? ask : null;
    case 'answers': {
      const evidence = new Map(collectEvidence(input).map((each) => [each.id, each]));
      let left = extraLeft;
      const caseIds = ask.caseIds.filter((id) => {
        const { before = 0, taken = 0 } = evidence.get(id)?.[`${ask.side}New`] ?? {};
        left -= Math.max(0, ask.upTo - before - taken);
        return left >= 0;
      });
      return caseIds.length === 0 ? null : { ...ask, caseIds };
    }
    default:
      return ask satisfies never;
  }
}

type Checks = {
  readonly errors: ObstacleCheck;
  readonly baseline: BaselineCheck;
  readonly results: readonly RuleResult[];
};

function conclude(
  { settings, comparison }: GateInput,
  { errors, baseline, results }: Checks,
): { readonly kind: 'decided'; readonly decision: Decision } {
  // A bad baseline does not matter if the head itself could not be measured.
  const inconclusive = errors.inconclusive ?? baseline.inconclusive;
  const bothOpen = errors.inconclusive !== null && baseline.inconclusive !== null;
  const found = eachOnce(results.flatMap(({ finding }) => finding ?? []));
  const findings = [...errors.findings, ...(bothOpen ? [] : baseline.findings), ...found];
  const fails: FailOn[] = results.flatMap((result) => result.fails ?? []);
  const measured = errors.inconclusive === null;
  const row = rowOf({
    fails: measured && baseline.missing ? [...fails, 'inconclusive'] : fails,
    open: inconclusive === null ? [] : [inconclusive.because],
    worse: found.some(({ outcome }) => outcome === 'worse'),
    failOn: settings.failOn,
    force: errors.inconclusive?.nothingMeasured ? 'inconclusive' : baseline.missing ? 'fail' : null,
    unmeasured: !measured,
  });
  const isOpen = row.outcome === 'inconclusive';
  const [mean] = found.flatMap((each) => (each.rule === 'mean' ? [each.numbers] : []));
  return {
    kind: 'decided',
    decision: {
      ...row,
      findings,
      worse: worstFirst(found, comparison),
      mean: isOpen ? null : (mean ?? null),
      review: [],
      ...(isOpen && inconclusive !== null && { remedy: inconclusive.remedy }),
    },
  };
}

type Grounds = {
  readonly fails: readonly FailOn[];
  readonly open: readonly FailOn[];
  readonly worse: boolean;
  readonly failOn: readonly FailOn[];
  /** Fails the job whatever `fail-on` says. */
  readonly force: 'fail' | 'inconclusive' | null;
  /** True if the head's scores do not count, so that the outcome is at most inconclusive. */
  readonly unmeasured: boolean;
};

type RuleRow = Pick<Decision, 'outcome' | 'because' | 'blocking' | 'status' | 'passed'>;

export const PASSES = { blocking: false, status: 'success', passed: true } as const;
const FAILS = { outcome: 'fail', blocking: true, status: 'failure', passed: false } as const;

/** If one thing fails and another is open, what blocks is the outcome; if neither blocks, the open one, which is not `passed`. */
function rowOf({ fails, open, worse, ...grounds }: Grounds): RuleRow {
  const { failOn, force, unmeasured } = grounds;
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

/** Rule 2's unconfirmed falls without those that another rule fails for. */
function eachOnce(found: readonly Finding[]): readonly Finding[] {
  const red = new Set(found.flatMap(({ outcome, caseIds }) => (outcome === 'fails' ? caseIds : [])));
  return found.flatMap((finding): Finding[] => {
    if (finding.rule !== 'several' || finding.outcome === 'fails') return [finding];
    const caseIds = finding.caseIds.filter((id) => !red.has(id));
    return caseIds.length === 0 ? [] : [{ ...finding, caseIds }];
  });
}

/** Ids of the cases that some rule names, without an answer first, then by their fall. */
function worstFirst(found: readonly Finding[], { pairs }: GateInput['comparison']): readonly string[] {
  const bad = found.filter(({ outcome }) => outcome === 'fails' || outcome === 'worse');
  const deltas = new Map(pairs.map(({ id, delta }) => [id, delta ?? Number.NEGATIVE_INFINITY]));
  return [...new Set(bad.flatMap(({ caseIds }) => caseIds))].sort(
    (a, b) => (deltas.get(a) ?? 0) - (deltas.get(b) ?? 0) || (a < b ? -1 : 1),
  );
}
