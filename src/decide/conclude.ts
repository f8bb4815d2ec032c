import type { Matches, Search } from '../ports/comparison.js';
import type {
  Confirmed,
  ControlRun,
  Decision,
  GateAnswer,
  GateAsk,
  MatchAsk,
  RuleFinding,
} from '../ports/decision.js';
import type { ScorerReport } from '../ports/report.js';
import type { ScorerSettings } from '../ports/settings.js';
import { compareRecords } from './compare/compare-records.js';
import { decideGate } from './gate/decide-gate.js';
import { decideReview, worstDecision } from './gate/decision-table.js';
import type { GateInput } from './gate/rule.js';

/** What one scorer's gate says. */
export type Concluded = Pick<ScorerReport, 'scorer' | 'comparison'> & { readonly gate: GateAnswer };

export type ConcludeFacts = Pick<GateInput, 'head' | 'base' | 'baseline' | 'canSample'> & {
  readonly scorers: readonly Pick<ScorerSettings, 'name' | 'gate'>[];
  readonly confirmed?: Confirmed;
  /** Missing where nobody searches in other words. */
  readonly matches?: Matches;
  /** The base run again today, or what is known of it; missing where the baseline is not a stored one. */
  readonly control?: ControlRun;
};

/**
 * Compares the two records under every scorer of the suite, and asks each scorer's gate. The scorers share the levels of
 * the rules (Holm): with `m` of them each may spend the m-th part; once one fails, the others share what is left among
 * them. Suites do not share: each has a status of its own.
 */
export function concludeRecords(facts: ConcludeFacts): readonly Concluded[] {
  const { head, base, baseline, canSample, matches } = facts;
  const known = facts.scorers.map(({ name: scorer, gate: settings }): Decidable => {
    const records = { head, scorer };
    const comparison = compareRecords({ ...records, base, matches });
    const control =
      facts.control?.kind === 'record'
        ? ({
            kind: 'measured',
            comparison: compareRecords({ ...records, base: facts.control.record }),
            storedMean: comparison.baseMean,
          } as const)
        : facts.control;
    const confirmed = facts.confirmed?.get(scorer);
    const asked = { comparison, settings, baseline, head, base, canSample };
    return { scorer, input: { ...asked, control, confirmed } };
  });
  return shareLevels(known, 0);
}

type Decidable = { readonly scorer: string; readonly input: GateInput };

/** `failed`: so many of them failed with a smaller share each. */
function shareLevels(all: readonly Decidable[], failed: number): readonly Concluded[] {
  const levels = 1 / Math.max(1, all.length - failed);
  const concluded = all.map(({ scorer, input }) => ({
    scorer,
    comparison: input.comparison,
    gate: decideGate({ ...input, levels }),
  }));
  const fails = concluded.filter(({ gate }) => gate.kind === 'decided' && isRegression(gate.decision)).length;
  return fails > failed && fails < all.length ? shareLevels(all, fails) : concluded;
}

function isRegression({ findings }: Decision): boolean {
  return findings.some(({ rule, outcome }) => outcome === 'fails' && BY_CHANCE.has(rule));
}

/** Rules that fail by chance now and then, and so have levels to share. */
const BY_CHANCE: ReadonlySet<RuleFinding['rule']> = new Set(['mean', 'spread', 'statements', 'case']);

/**
 * What to look at next; `null` if every gate has decided and nothing is left to compare. Statements are compared before
 * the gates are heard. A suite-wide run comes before one of a single case: it serves all scorers.
 */
export function nextAsk(concluded: readonly Concluded[]): GateAsk | MatchAsk | null {
  const searches = new Map<string, readonly Search[]>();
  for (const [id, due] of concluded.flatMap(({ comparison }) => [...comparison.searches])) {
    searches.set(id, [...(searches.get(id) ?? []), ...due]);
  }
  if (searches.size > 0) return { kind: 'match', searches };
  const asks = concluded.flatMap(({ scorer, gate }): GateAsk[] =>
    gate.kind === 'decided' ? [] : [{ ...gate, scorer }],
  );
  return asks.find((ask) => ask.kind === 'more-samples' && ask.cases === 'all') ?? asks[0] ?? null;
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
