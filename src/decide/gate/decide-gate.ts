import type { Decision, FailOn, GateAnswer, RuleFinding, Wanted } from '../../ports/decision.js';
import { wordsOf } from '../../scorers/measure-words.js';
import { suiteRuns } from '../compare/sample-scores.js';
import { decideCase } from './case-rule.js';
import { rowOf } from './decision-table.js';
import { MOST_RUNS } from './false-alarm-levels.js';
import { decideFloor } from './floor-rule.js';
import {
  decideFailsLater,
  decideNoLongerAnswers,
  decideNothingToScore,
  decideWordsGone,
} from './gone-rule.js';
import { buildHeadline, buildShortLine } from './headline.js';
import {
  type BaselineResult,
  decideBaseline,
  decideErrors,
  type Inconclusive,
  type Obstacle,
} from './inconclusive.js';
import { decideMean } from './mean-rule.js';
import { repeatedShare } from './noise.js';
import type { Ask, GateFacts, GateInput, Rule, RuleResult } from './rule.js';
import { decideSpread } from './spread-rule.js';
import { decideStatements } from './statements-rule.js';

/** The weightiest first: so they are told. */
const RULES: readonly Rule[] = [
  decideNoLongerAnswers,
  decideFailsLater,
  decideNothingToScore,
  decideWordsGone,
  decideStatements,
  decideMean,
  decideSpread,
  decideCase,
  decideFloor,
];

/**
 * Decides a suite from its comparison, or asks for what a rule needs to be sure: one more sample of the whole suite or
 * of single cases where `canSample` says that it can be had, or a second look of the judge where `confirmed` says that
 * there is one, or the base run again where `control` says so. Pure: the same input gives the same answer. Without both it always decides.
 */
export function decideGate(input: GateInput): GateAnswer {
  const errors = decideErrors(input);
  const baseline = decideBaseline(input);
  const facts = gatherFacts(input, errors.inconclusive, baseline);
  const results = RULES.map((rule) => rule(facts));

  const asks = results.flatMap(({ ask }) => ask ?? []);
  const { failOn } = input.settings;
  // What blocks already blocks whatever another sample would say.
  const settled =
    baseline.missing ||
    (baseline.inconclusive !== null && failOn.includes(baseline.inconclusive.because)) ||
    results.some(({ because, ask }) => because !== null && ask === null && failOn.includes(because));
  const next = settled ? null : nextOf(asks, facts);
  if (next !== null) return next;
  return {
    kind: 'decided',
    decision: conclude({ facts, errors, baseline, results: results.map(settle) }),
    notes: results.flatMap(({ notes }) => notes ?? []),
  };
}

/** A suite-wide sample comes first: it serves the single cases too. */
function nextOf(asks: readonly Ask[], { runs }: GateFacts): Wanted | null {
  const reasons = asks.flatMap((ask) => (ask.kind === 'suite' ? [ask.since] : []));
  if (reasons.length > 0) {
    const why = `Run ${runs + 1} of every case, because ${reasons.join('; ')}.`;
    return { kind: 'more-samples', cases: 'all', upTo: runs + 1, why };
  }
  return asks.find((ask) => ask.kind !== 'suite') ?? null;
}

function gatherFacts(input: GateInput, errors: Inconclusive | null, baseline: BaselineResult): GateFacts {
  const { head, baseline: used } = input;
  const measured = errors === null;
  const repeated = repeatedShare(input);
  const runs = suiteRuns(head);
  return {
    ...input,
    levels: input.levels ?? 1,
    words: wordsOf(head, input.comparison.scorer),
    undecided: errors?.cause ?? null,
    measured,
    comparable: measured && used.kind === 'record' && baseline.inconclusive === null,
    stale: used.kind === 'record' && used.stale,
    runs,
    repeated,
    // That the base repeats itself does not say that the head does.
    moreToLearn: input.canSample && runs < MOST_RUNS && (repeated < 1 || runs === 1),
  };
}

/** A finding that still wants a second look, and is not decisive since another rule is, warns. */
function settle(result: RuleResult): RuleResult {
  if (result.ask === null || result.because === null || result.finding === null) return result;
  return { ...result, because: null, finding: { ...result.finding, outcome: 'warns', unsettled: true } };
}

function conclude(found: {
  readonly facts: GateFacts;
  readonly errors: Obstacle;
  readonly baseline: BaselineResult;
  readonly results: readonly RuleResult[];
}): Decision {
  const { facts, errors, baseline, results } = found;
  // What is wrong with the baseline does not matter where the head itself could not be measured.
  const inconclusive = errors.inconclusive ?? baseline.inconclusive;
  const fails: FailOn[] = results.flatMap(({ because }) => because ?? []);
  const row = rowOf({
    fails: facts.measured && baseline.missing ? [...fails, 'inconclusive'] : fails,
    open: inconclusive === null ? [] : [inconclusive.because],
    failOn: facts.settings.failOn,
    force: errors.inconclusive?.nothingMeasured ? 'inconclusive' : baseline.missing ? 'fail' : null,
    unmeasured: !facts.measured,
  });
  const said = { row, inconclusive, results, facts, baseline };
  const ofBaseline = errors.inconclusive !== null && baseline.inconclusive !== null ? null : baseline.finding;
  const findings = [errors.finding, ofBaseline, ...results.map(({ finding }) => finding)].filter(
    (finding): finding is RuleFinding => finding !== null,
  );
  return {
    ...row,
    headline: buildHeadline(said),
    shortLine: buildShortLine(said),
    findings,
    mean:
      row.outcome === 'inconclusive' ? null : (results.find(({ mean }) => mean !== undefined)?.mean ?? null),
    ...(row.outcome === 'inconclusive' && inconclusive !== null && { remedy: inconclusive.remedy }),
  };
}
