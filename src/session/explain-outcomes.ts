import type { Explanation } from '../model/explanation.js';
import type { EvaluatedSuite } from '../model/report.js';
import type { SuitePreparation } from '../model/stages.js';
import { addSpent } from '../produce/spending.js';
import type { PublishedStatuses } from '../publish/publish.js';
import type { ConcludedSuite } from './conclude-suite.js';
import { explainSuite } from './explain-suite.js';
import { type ExplanationPlan, explainWithoutAsking, planExplanation } from './plan-explanation.js';
import { announceDecision } from './publish-report.js';
import type { Session } from './session.js';
import type { SuiteOutcome } from './suite-outcome.js';

type DecidedSuites = {
  readonly outcomes: readonly SuiteOutcome[];
  readonly concluded: readonly ConcludedSuite[];
  readonly suites: readonly SuitePreparation[];
};

/**
 * Looks for the changed lines that caused the findings. If that needs answers of the agent, the decision is
 * published before.
 */
export async function explainOutcomes(
  { outcomes, concluded, suites }: DecidedSuites,
  session: Session,
): Promise<{ readonly outcomes: readonly SuiteOutcome[]; readonly published: PublishedStatuses | null }> {
  const plans = listPlans(outcomes, concluded, session);
  if (plans.length === 0) return { outcomes, published: null };
  const explanations = new Map<string, readonly Explanation[]>();
  const open: ExplanationPlan[] = [];
  for (const plan of plans) {
    const known = explainWithoutAsking(plan);
    if (known === null) open.push(plan);
    else explanations.set(plan.report.suite, known);
  }
  const published = open.length === 0 ? null : await announceDecision(outcomes, suites, session);
  for (const plan of open) {
    const maxCalls = session.explain?.maxCalls ?? countCalls(plan.report);
    explanations.set(plan.report.suite, await explainSuite(plan, maxCalls, session.effects));
  }
  return {
    published,
    outcomes: outcomes.map(({ head, report }) => {
      const own = explanations.get(report.suite);
      return own === undefined || report.kind !== 'evaluated'
        ? { head, report }
        : { head, report: { ...report, explanations: own } };
    }),
  };
}

function listPlans(
  outcomes: readonly SuiteOutcome[],
  concluded: readonly ConcludedSuite[],
  { explain, noKey, shards }: Session,
): readonly ExplanationPlan[] {
  if (explain === null || noKey !== null || shards !== undefined) return [];
  return outcomes
    .map(({ report }) => {
      const suite = concluded.find(({ settings }) => settings.name === report.suite);
      if (suite === undefined || report.kind !== 'evaluated') return null;
      return planExplanation(suite, report, explain);
    })
    .filter((plan) => plan !== null);
}

/** Of the check itself. A program's own calls may be unknown, but each answer is at least one. */
function countCalls({ spent, head, base }: EvaluatedSuite): number {
  const { target, judge } = spent ?? addSpent(head, [], {});
  const answers = [head, base]
    .flatMap((record) => record?.cases ?? [])
    .flatMap((row) => [...row.samples, ...row.caseSamples]);
  return judge.calls + Math.max(target.calls, answers.length);
}
