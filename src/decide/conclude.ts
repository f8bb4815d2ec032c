import type { Confirmed, Decision, GateAnswer, GateAsk } from '../ports/decision.js';
import type { BaselineUsed, ScorerReport } from '../ports/report.js';
import type { RunRecord } from '../ports/run-record.js';
import type { ScorerSettings } from '../ports/settings.js';
import { compareRecords } from './compare/compare-records.js';
import { decideGate } from './gate/decide-gate.js';
import { decideReview, worstDecision } from './gate/decision-table.js';

/** What one scorer's gate says. */
export type Concluded = Pick<ScorerReport, 'scorer' | 'comparison'> & { readonly gate: GateAnswer };

/** Compares the two records under every scorer of the suite, and asks each scorer's gate. */
export function concludeRecords(facts: {
  readonly scorers: readonly Pick<ScorerSettings, 'name' | 'gate'>[];
  readonly head: RunRecord;
  readonly base: RunRecord | null;
  readonly baseline: BaselineUsed;
  readonly canSample: boolean;
  readonly confirmed?: Confirmed;
}): readonly Concluded[] {
  const { head, base, baseline, canSample } = facts;
  return facts.scorers.map(({ name, gate: settings }) => {
    const comparison = compareRecords({ head, base, scorer: name });
    const confirmed = facts.confirmed?.get(name);
    const asked = { comparison, settings, baseline, head, base, canSample };
    const gate = decideGate({ ...asked, ...(confirmed !== undefined && { confirmed }) });
    return { scorer: name, comparison, gate };
  });
}

/** What to look at next; `null` where every gate has decided. A suite-wide sample comes first: it serves them all. */
export function nextAsk(concluded: readonly Concluded[]): GateAsk | null {
  const asks = concluded.flatMap(({ scorer, gate }): GateAsk[] =>
    gate.kind === 'decided' ? [] : [{ ...gate, scorer }],
  );
  const suiteWide = asks.find((ask) => ask.kind === 'more-samples' && ask.cases === 'all');
  return suiteWide ?? asks[0] ?? null;
}

/**
 * What stands for the suite: the worst scorer's decision, with all of them beside it where there are several.
 * @param runs further runs of every case, and why; then each scorer tells of its single cases.
 * @param votes what became of verdicts on cases that looked broken.
 */
export function decideSuite(
  concluded: readonly Concluded[],
  runs: readonly string[],
  votes: readonly string[] = [],
): Omit<ScorerReport, 'scorer'> & { readonly scorers?: readonly ScorerReport[] } {
  const scorers = concluded.map(({ scorer, comparison, gate }): ScorerReport => {
    if (gate.kind !== 'decided') throw new Error(`the gate of ${scorer} has not decided`);
    const { decision, notes } = gate;
    // What was looked at again names scores, and a run that was not decided shows none.
    const told = decision.outcome === 'inconclusive' ? [] : [...runs, ...notes, ...votes];
    return { scorer, comparison, decision, lookedAgain: told };
  });
  const decision = worstDecision(scorers.map((each) => each.decision));
  const worst = scorers.find((each) => each.decision === decision);
  if (worst === undefined) throw new Error('a suite without a scorer');
  const { scorer: _, ...said } = worst;
  return scorers.length === 1 ? said : { ...said, scorers };
}

/** Whatever the scorers say, a person has to look: that is told with the one that decides. `decideReview` has the rule. */
export function reviewSuite<
  Said extends { readonly decision: Decision; readonly scorers?: readonly ScorerReport[] },
>(said: Said, reasons: readonly string[]): Said {
  const decision = decideReview(said.decision, reasons);
  const scorers = said.scorers?.map((each) =>
    each.decision === said.decision ? { ...each, decision } : each,
  );
  return { ...said, decision, ...(scorers !== undefined && { scorers }) };
}
