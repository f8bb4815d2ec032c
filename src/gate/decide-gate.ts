import type { Decision, FailOn, GateAnswer, RuleFinding } from '../model/decision.js';
import { type BaselineResult, decideBaseline } from './baseline.js';
import { rowOf } from './decision-table.js';
import { decideErrors } from './errors.js';
import { decideFloor } from './floor.js';
import { buildHeadline, buildShortLine } from './headline.js';
import { decideMean } from './mean.js';
import { decideNoLongerAnswers } from './no-longer-answers.js';
import type { GateFacts, GateInput, Rule, RuleResult } from './rule.js';
import type { Trouble } from './trouble.js';

/** The weightiest first: so they are told. */
const RULES: readonly Rule[] = [decideNoLongerAnswers, decideMean, decideFloor];

/**
 * Decides a suite from its comparison, or asks for one more suite-wide sample of the head where a rule needs it to be
 * sure and `canSample` says that it can be had. Pure: the same input gives the same answer.
 */
export function decideGate(input: GateInput): GateAnswer {
  const errors = decideErrors(input);
  const baseline = decideBaseline(input);
  const facts = gatherFacts(input, errors.trouble, baseline);
  const results = RULES.map((rule) => rule(facts));

  const wanted = results.filter((result) => result.ask !== null);
  const { failOn } = input.settings;
  // What blocks already blocks whatever another sample would say.
  const settled =
    baseline.missing ||
    (baseline.trouble !== null && failOn.includes(baseline.trouble.because)) ||
    results.some(({ because, ask }) => because !== null && ask === null && failOn.includes(because));
  if (wanted.length > 0 && !settled) {
    const why = wanted.map(({ ask }) => ask?.why).join(' ');
    return { kind: 'more-samples', cases: 'all', upTo: facts.runs + 1, why };
  }
  return {
    kind: 'decided',
    decision: conclude({ input, facts, errors, baseline, results: results.map(settle) }),
  };
}

function gatherFacts(input: GateInput, errors: Trouble | null, baseline: BaselineResult): GateFacts {
  const { head, baseline: used } = input;
  const measured = errors === null;
  const runs = head.cases.reduce((most, { samples }) => Math.max(most, samples.length), 0);
  return {
    ...input,
    measured,
    comparable: measured && used.kind === 'record' && baseline.trouble === null,
    stale: used.kind === 'record' && used.stale,
    runs,
    moreToLearn: input.canSample && !repeatsItself(input),
  };
}

/** True where the second answer of every case was the first one again: a third would be too. */
function repeatsItself({ head }: GateInput): boolean {
  return head.cases.every(
    ({ samples: [first, second] }) => second !== undefined && second.answerHash === first?.answerHash,
  );
}

/** A finding that still wants a sample, and is not decisive since another rule is, warns. */
function settle(result: RuleResult): RuleResult {
  if (result.ask === null || result.because === null || result.finding === null) return result;
  return { ...result, because: null, finding: { ...result.finding, outcome: 'warns' } };
}

function conclude(found: {
  readonly input: GateInput;
  readonly facts: GateFacts;
  readonly errors: ReturnType<typeof decideErrors>;
  readonly baseline: BaselineResult;
  readonly results: readonly RuleResult[];
}): Decision {
  const { input, facts, errors, baseline, results } = found;
  // What is wrong with the baseline does not matter where the head itself could not be measured.
  const trouble = errors.trouble ?? baseline.trouble;
  const fails: FailOn[] = results.flatMap(({ because }) => because ?? []);
  const row = rowOf({
    fails: facts.measured && baseline.missing ? [...fails, 'inconclusive'] : fails,
    open: trouble === null ? [] : [trouble.because],
    failOn: input.settings.failOn,
    force: errors.trouble?.nothingMeasured ? 'inconclusive' : baseline.missing ? 'fail' : null,
    unmeasured: !facts.measured,
  });
  const said = { row, trouble, results, facts, baseline };
  const findings = [errors.finding, baseline.finding, ...results.map(({ finding }) => finding)].filter(
    (finding): finding is RuleFinding => finding !== null,
  );
  return {
    ...row,
    headline: buildHeadline(said),
    shortLine: buildShortLine(said),
    findings,
    mean:
      row.outcome === 'inconclusive' ? null : (results.find(({ mean }) => mean !== undefined)?.mean ?? null),
  };
}
