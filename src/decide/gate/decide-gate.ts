import type { ConfirmationGap, Decision, Finding, GateAsk } from '../../model/finding.js';
import { omitUndefined } from '../../model/omit-undefined.js';
import { decideOutcome } from '../../model/outcome.js';
import type { FailOn } from '../../model/suite.js';
import { countSuiteRuns } from '../compare/sample-scores.js';
import { collectEvidence } from './case-evidence.js';
import { findSoFar } from './found-so-far.js';
import type { Gate, GateInput } from './gate-input.js';
import { summarizeGroups } from './groups.js';
import {
  type BaselineCheck,
  checkBaseline,
  checkErrors,
  type InconclusiveResult,
  type ObstacleCheck,
} from './inconclusive.js';
import { MAX_RUNS, type RuleContext, type RuleResult } from './rule.js';
import { RULES } from './rules.js';
import { type SilentCases, sortSilentCases } from './silent-cases.js';

/** Decides from a comparison, or asks for what a rule needs to be sure. */
export const decideGate: Gate = (input) => {
  const decideWithoutAsking = (over: ConfirmationGap) => conclude(input, checkInput(input, over));
  if (input.blocked) return decideWithoutAsking('not-asked');
  const checks = checkInput(input, null);
  const asks = checks.results.flatMap(({ ask }) => ask ?? []);
  if (asks.length === 0) return conclude(input, checks);
  if (isSettled(input, checks)) return decideWithoutAsking('not-asked');
  if (input.lack) return decideWithoutAsking(input.lack);
  for (const ask of asks) {
    const affordable = fitBudget(ask, input);
    if (affordable !== null) return { kind: 'ask', ask: affordable };
  }
  return decideWithoutAsking('extra-runs');
};

type Checks = {
  readonly errors: ObstacleCheck;
  readonly baseline: BaselineCheck;
  readonly results: readonly RuleResult[];
  /** Findings among the scored cases, although nothing can be decided. */
  readonly soFar: readonly Finding[];
};

/** Everything that was found. `over`: the reason why no rule may ask any more. */
function checkInput(input: GateInput, over: ConfirmationGap | null): Checks {
  const silent = sortSilentCases(input, over);
  const errors = checkErrors(input, silent);
  const baseline = checkBaseline(input, silent);
  const context = buildContext(input, { errors, baseline, silent, over });
  const isOpen = errors.inconclusive !== null || baseline.inconclusive !== null;
  return {
    errors,
    baseline,
    results: RULES.map((rule) => rule.decide(context)),
    soFar: isOpen && !areAnswersEmpty(errors) ? findSoFar(context) : [],
  };
}

/** Answers that were lost on their way say nothing about the change. */
function areAnswersEmpty({ findings }: ObstacleCheck): boolean {
  return findings.some((finding) => finding.rule === 'errors' && finding.obstacle.kind === 'empty-answers');
}

function buildContext(
  input: GateInput,
  {
    errors,
    baseline,
    ...given
  }: {
    readonly errors: ObstacleCheck;
    readonly baseline: BaselineCheck;
    readonly silent: SilentCases;
    readonly over: ConfirmationGap | null;
  },
): RuleContext {
  const measured = errors.inconclusive === null;
  const comparable = measured && input.baseline.kind === 'record' && baseline.inconclusive === null;
  return {
    ...input,
    evidence: comparable ? collectEvidence(input) : [],
    measured,
    comparable,
    stale: input.baseline.kind === 'record' && input.baseline.stale,
    mustPass: listMustPass(input.head),
    runs: countSuiteRuns(input.head),
    maxRuns: MAX_RUNS.value,
    ...given,
  };
}

function listMustPass({ cases }: GateInput['head']): ReadonlySet<string> {
  return new Set(cases.filter(({ mustPass }) => mustPass === true).map(({ id }) => id));
}

/** True if the outcome is certain whatever further answers say: the first rule that blocks ends the asking. */
function isSettled({ settings: { failOn } }: GateInput, { baseline, results }: Checks): boolean {
  const open = baseline.inconclusive?.because;
  return (
    baseline.missing ||
    (open !== undefined && failOn.includes(open)) ||
    results.some(({ fails, findings }) => isBlocking(fails, failOn) || findings.some(isStale))
  );
}

function isBlocking(fails: RuleResult['fails'], failOn: readonly FailOn[]): boolean {
  return fails !== null && failOn.includes(fails);
}

function isStale({ unconfirmed }: Finding): boolean {
  return unconfirmed === 'stale';
}

/** Cuts a request to what `limits.extra-runs` leaves; `null` if nothing is left. */
function fitBudget(ask: GateAsk, input: GateInput): GateAsk | null {
  const { head, extraLeft } = input;
  const cases = input.comparison.headCases;
  switch (ask.kind) {
    case 'second-look':
    case 'second-comparison':
      return ask;
    case 'head-runs':
      return cases * (ask.upTo - countSuiteRuns(head)) <= extraLeft ? ask : null;
    case 'base-today':
      return cases * ask.runs <= extraLeft ? ask : null;
    case 'answers': {
      const answerCounts = countAnswers(input, ask.side);
      let left = extraLeft;
      const caseIds = ask.caseIds.filter((id) => {
        const missing = Math.max(0, ask.upTo - (answerCounts.get(id) ?? 0));
        left -= missing;
        return missing > 0 && left >= 0;
      });
      return caseIds.length === 0 ? null : { ...ask, caseIds };
    }
    default:
      return ask satisfies never;
  }
}

/** By the head's case id: answers so far, suite-wide and alone. */
function countAnswers(
  { head, base, comparison }: GateInput,
  side: 'head' | 'base',
): ReadonlyMap<string, number> {
  const record = side === 'head' ? head : base;
  const idsAtHead = new Map(
    side === 'head' ? [] : comparison.renamed.map(({ from, to }) => [from, to] as const),
  );
  return new Map(
    record?.cases.map(({ id, samples, caseSamples }) => [
      idsAtHead.get(id) ?? id,
      samples.length + caseSamples.length,
    ]),
  );
}

/** The outcome of a suite that could not be compared; `null` if the findings decide. */
function findForcedOutcome(
  { nothingMeasured = false }: Partial<InconclusiveResult>,
  { missing }: BaselineCheck,
) {
  if (nothingMeasured) return 'inconclusive';
  return missing ? 'fail' : null;
}

function conclude(
  input: GateInput,
  { errors, baseline, results, soFar }: Checks,
): { readonly kind: 'decided'; readonly decision: Decision } {
  const { settings, comparison } = input;
  // A bad baseline does not matter if the head itself could not be measured.
  const inconclusive = errors.inconclusive ?? baseline.inconclusive;
  const bothOpen = errors.inconclusive !== null && baseline.inconclusive !== null;
  const ruleFindings = removeFailedCases(results.flatMap((result) => result.findings));
  const findings = [...errors.findings, ...(bothOpen ? [] : baseline.findings), ...ruleFindings, ...soFar];
  const fails: FailOn[] = results.flatMap((result) => result.fails ?? []);
  const measured = errors.inconclusive === null;
  const outcome = decideOutcome({
    fails: measured && baseline.missing ? [...fails, 'inconclusive'] : fails,
    open: inconclusive === null ? [] : [inconclusive.because],
    worse: ruleFindings.some(({ outcome }) => outcome === 'worse'),
    failOn: settings.failOn,
    force: findForcedOutcome(errors.inconclusive ?? {}, baseline),
    unmeasured: !measured,
  });
  const isOpen = outcome.outcome === 'inconclusive';
  const mean = ruleFindings
    .filter((each) => each.rule === 'mean')
    .find(({ tag }) => tag === undefined)?.numbers;
  const worse = sortByFall([...ruleFindings, ...soFar], comparison);
  const groups = isOpen ? [] : summarizeGroups(input, ruleFindings, worse);
  return {
    kind: 'decided',
    decision: omitUndefined({
      ...outcome,
      findings,
      worse,
      mean: isOpen ? null : (mean ?? null),
      groups: groups.length > 0 ? groups : undefined,
      review: [],
      remedy: isOpen ? inconclusive?.remedy : undefined,
    }),
  };
}

/** Yellow falls of *Several* without those that another rule fails for. */
function removeFailedCases(ruleFindings: readonly Finding[]): readonly Finding[] {
  const red = new Set(ruleFindings.flatMap(({ outcome, caseIds }) => (outcome === 'fails' ? caseIds : [])));
  return ruleFindings.flatMap((finding): Finding[] => {
    if (finding.rule !== 'several' || finding.outcome === 'fails') return [finding];
    const caseIds = finding.caseIds.filter((id) => !red.has(id));
    return caseIds.length === 0 ? [] : [{ ...finding, caseIds }];
  });
}

/** Ids of the cases that some rule names, without an answer first, then by their fall. */
function sortByFall(ruleFindings: readonly Finding[], { pairs }: GateInput['comparison']): readonly string[] {
  const bad = ruleFindings.filter(({ outcome }) => outcome === 'fails' || outcome === 'worse');
  const deltas = new Map(pairs.map(({ id, delta }) => [id, delta ?? Number.NEGATIVE_INFINITY]));
  return [...new Set(bad.flatMap(({ caseIds }) => caseIds))].sort(
    (a, b) => (deltas.get(a) ?? 0) - (deltas.get(b) ?? 0) || (a < b ? -1 : 1),
  );
}
