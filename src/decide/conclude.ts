import type { Matches, Search } from '../ports/comparison.js';
import type { Case } from '../ports/dataset.js';
import type { Confirmed, Decision, GateAnswer, GateAsk, MatchAsk } from '../ports/decision.js';
import type { BaselineUsed, ScorerReport } from '../ports/report.js';
import type { RunRecord } from '../ports/run-record.js';
import type { ScorerSettings } from '../ports/settings.js';
import { compareRecords } from './compare/compare-records.js';
import { decideGate } from './gate/decide-gate.js';
import { decideReview, worstDecision } from './gate/decision-table.js';
import { holdsFloor } from './gate/floor-rule.js';
import { aboutDropped, type DroppedCases } from './gate/review-dropped.js';

/** What one scorer's gate says. */
export type Concluded = Pick<ScorerReport, 'scorer' | 'comparison'> & { readonly gate: GateAnswer };

/** Compares the two records under every scorer of the suite, and asks each scorer's gate. */
export function concludeRecords(facts: {
  readonly scorers: readonly Pick<ScorerSettings, 'name' | 'gate'>[];
  readonly head: RunRecord;
  readonly base: RunRecord | null;
  /** The base's dataset, where there is more to know of it than its record. */
  readonly baseCases?: readonly Pick<Case, 'id' | 'inputHash'>[] | null;
  readonly baseline: BaselineUsed;
  readonly canSample: boolean;
  readonly confirmed?: Confirmed;
  /** Missing where nobody searches in other words. */
  readonly matches?: Matches;
}): readonly Concluded[] {
  const { head, base, baseCases = null, baseline, canSample, matches } = facts;
  return facts.scorers.map(({ name, gate: settings }) => {
    const among = { head, base, scorer: name, baseCases };
    const comparison = compareRecords({ ...among, ...(matches !== undefined && { matches }) });
    const confirmed = facts.confirmed?.get(name);
    const asked = { comparison, settings, baseline, head, base, canSample };
    const gate = decideGate({ ...asked, ...(confirmed !== undefined && { confirmed }) });
    return { scorer: name, comparison, gate };
  });
}

/**
 * What to look at next; `null` where every gate has decided and nothing is left to search. What a rule counts is searched
 * before the gate is heard, what only the comment lists when it has decided, on all its runs. A suite-wide sample comes
 * before one of a single case: it serves all scorers.
 */
export function nextAsk(concluded: readonly Concluded[]): GateAsk | MatchAsk | null {
  const forRules = searchesFor('rule', concluded);
  if (forRules !== null) return forRules;
  const asks = concluded.flatMap(({ scorer, gate }): GateAsk[] =>
    gate.kind === 'decided' ? [] : [{ ...gate, scorer }],
  );
  const suiteWide = asks.find((ask) => ask.kind === 'more-samples' && ask.cases === 'all');
  return suiteWide ?? asks[0] ?? searchesFor('comment', concluded);
}

function searchesFor(use: Search['for'], concluded: readonly Concluded[]): MatchAsk | null {
  const searches = new Map<string, Search[]>();
  for (const [id, due] of concluded.flatMap(({ comparison }) => [...comparison.searches])) {
    const wanted = due.filter((search) => search.for === use);
    if (wanted.length > 0) searches.set(id, [...(searches.get(id) ?? []), ...wanted]);
  }
  return searches.size === 0 ? null : { kind: 'match', searches };
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

/** The scorers without a threshold that the base's own answers to the same cases miss: to miss it too is no fall. */
export function keepFloorsThatHeld<Scorer extends Pick<ScorerSettings, 'name' | 'gate'>>(
  scorers: readonly Scorer[],
  records: { readonly head: RunRecord; readonly base: RunRecord },
): readonly Scorer[] {
  return scorers.map((scorer) => {
    const { baseMean } = compareRecords({ ...records, scorer: scorer.name });
    const held = baseMean !== null && holdsFloor(baseMean, scorer, records.base);
    return held ? scorer : { ...scorer, gate: { ...scorer.gate, threshold: null } };
  });
}

/**
 * What stands for the suite once the cases that the pull request drops were asked too: where that could not be decided,
 * neither is the suite. A fall among them is for a person to look at (`reviewDropped`).
 */
export function settleDropped<Said extends SaidOfSuite>(said: Said, dropped: DroppedCases | null): Said {
  if (dropped?.status !== 'asked' || dropped.decision.outcome !== 'inconclusive') return said;
  const { decision } = dropped;
  const headline = `${decision.headline} ${aboutDropped(dropped)}`;
  // What was looked at again names scores.
  return { ...replaceDecision(said, { ...decision, headline }), lookedAgain: [] };
}

/** Whatever the scorers say, a person has to look: that is told with the one that decides. `decideReview` has the rule. */
export function reviewSuite<Said extends SaidOfSuite>(said: Said, reasons: readonly string[]): Said {
  return replaceDecision(said, decideReview(said.decision, reasons));
}

type SaidOfSuite = { readonly decision: Decision; readonly scorers?: readonly ScorerReport[] };

/** Of several scorers it is told with the one that decides. */
function replaceDecision<Said extends SaidOfSuite>(said: Said, decision: Decision): Said {
  const scorers = said.scorers?.map((each) =>
    each.decision === said.decision ? { ...each, decision } : each,
  );
  return { ...said, decision, ...(scorers !== undefined && { scorers }) };
}
