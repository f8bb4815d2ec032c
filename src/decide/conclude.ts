import type { Comparison, Matches, PairedCase, Search } from '../model/comparison.js';
import type { Decision, GateAsk, MatchAsk, MeasurementGap, Remedy, ScorerAsk } from '../model/finding.js';
import type { Cause, ReviewReason } from '../model/notes.js';
import { omitKeys } from '../model/omit-keys.js';
import { compareSeverity, createOutcome } from '../model/outcome.js';
import type { RunRecord } from '../model/run-record.js';
import type { GateSettings } from '../model/suite.js';
import { compareRecords } from './compare/compare-records.js';
import { confirmFacts } from './compare/dropped-statements.js';
import { isScorable, stopAtUnscored } from './compare/usable-record.js';
import { decideGate } from './gate/decide-gate.js';
import type { Gate, GateInput } from './gate/gate-input.js';

export type ScorerConclusion = {
  readonly scorer: string;
  readonly comparison: Comparison;
  readonly gate: ReturnType<Gate>;
};

export type ScorerDecision = Omit<ScorerConclusion, 'gate'> & { readonly decision: Decision };

/** The worst scorer's decision, and those of all scorers. */
export type DecisionByScorer = {
  readonly decision: Decision;
  /** All of the suite's scorers, in its order; missing if there is one. */
  readonly scorers?: readonly ScorerDecision[];
};

export type SuiteDecision = DecisionByScorer & { readonly comparison: Comparison };

export type SuiteEvidence = Omit<
  GateInput,
  'comparison' | 'settings' | 'scorers' | 'today' | 'blocked' | 'secondLooks'
> & {
  readonly scorers: readonly { readonly name: string; readonly gate: GateSettings }[];
  readonly today: RunRecord | null;
  /** By scorer; a scorer that is not in it has no judge that could look again. */
  readonly secondLooks: ReadonlyMap<string, ReadonlySet<string>>;
  /** `null` without a judge that searches in other words. */
  readonly matches?: Matches | null | undefined;
};

/** Compares the two records under every scorer, and asks each scorer's gate. If one fails, the others stop asking. */
export function concludeScorers({
  scorers,
  today,
  secondLooks,
  matches,
  ...facts
}: SuiteEvidence): readonly ScorerConclusion[] {
  const { head, base } = facts;
  const inputs = scorers.map(({ name: scorer, gate: settings }): GateInput => {
    const comparison = compareRecords({ head, base, scorer, matches: matches ?? undefined });
    return {
      ...facts,
      // A case that one scorer cannot score says nothing about the others.
      head: stopAtUnscored(head, comparison),
      base: base && stopAtUnscored(base, comparison),
      comparison,
      settings,
      scorers: scorers.length,
      today: today === null ? null : compareRecords({ head, base: today, scorer }),
      secondLooks: secondLooks.get(scorer),
    };
  });
  const decide = (blocked: boolean) =>
    inputs.map((input): ScorerConclusion => {
      const { comparison } = input;
      return { scorer: comparison.scorer, comparison, gate: decideGate({ ...input, blocked }) };
    });
  const first = decide(false);
  const isBlocked = first.some(
    ({ gate }) => gate.kind === 'decided' && gate.decision.outcome === 'fail' && gate.decision.blocking,
  );
  if (!isBlocked) return first;
  const second = decide(true);
  return first.map((each, at) => (each.gate.kind === 'decided' ? each : (second[at] ?? each)));
}

/**
 * `null` once every gate has decided. Searches come first, then the scorers in the suite's order. If the extra answers
 * do not suffice for all of them, what takes the fewest comes first: one scorer's doubts about many cases must not use
 * them up before another scorer's certain fall of one case is confirmed.
 */
export function findNextAsk(
  concluded: readonly ScorerConclusion[],
  extraLeft: number,
): ScorerAsk | MatchAsk | null {
  const searches = new Map<string, readonly Search[]>();
  for (const [id, due] of concluded.flatMap(({ comparison }) => [...comparison.searches])) {
    searches.set(id, [...(searches.get(id) ?? []), ...due]);
  }
  if (searches.size > 0) return { kind: 'match', searches };
  const open = concluded.flatMap(({ scorer, comparison, gate }) =>
    gate.kind === 'decided' ? [] : [{ scorer, comparison, ask: gate.ask }],
  );
  const isEnough = open.reduce((sum, each) => sum + estimateAnswers(each), 0) <= extraLeft;
  const [next] = isEnough ? open : open.toSorted((a, b) => estimateAnswers(a) - estimateAnswers(b));
  if (next === undefined) return null;
  const { scorer, comparison, ask } = next;
  return ask.kind === 'second-comparison' ? buildMatchAsk(ask, comparison) : { ...ask, scorer };
}

type OpenAsk = { readonly ask: GateAsk; readonly comparison: Comparison };

/** Answers that a request takes, at most. */
function estimateAnswers({ ask, comparison }: OpenAsk): number {
  switch (ask.kind) {
    case 'second-look':
    case 'second-comparison':
      return 0;
    case 'answers':
      return ask.caseIds.length * ask.upTo;
    case 'head-runs':
      return comparison.headCases * ask.upTo;
    case 'base-today':
      return comparison.headCases * ask.runs;
    default:
      return ask satisfies never;
  }
}

function buildMatchAsk(
  { caseIds }: Extract<GateAsk, { readonly kind: 'second-comparison' }>,
  { secondSearches }: Comparison,
): MatchAsk {
  return { kind: 'match', searches: new Map([...secondSearches].filter(([id]) => caseIds.includes(id))) };
}

/** The worst scorer's decision is the suite's. Throws if a gate has not decided. */
export function decideSuite(concluded: readonly ScorerConclusion[]): SuiteDecision {
  const scorers = concluded.map(({ scorer, comparison, gate }): ScorerDecision => {
    if (gate.kind !== 'decided') throw new Error(`the gate of ${scorer} has not decided`);
    return { scorer, comparison: applyConfirmedFacts(comparison, gate.decision), decision: gate.decision };
  });
  const decision = findWorstDecision(scorers.map((each) => each.decision));
  const worst = scorers.find((each) => each.decision === decision);
  if (worst === undefined) throw new Error('a suite without a scorer');
  const suite = omitKeys(worst, 'scorer');
  return scorers.length === 1 ? suite : { ...suite, scorers };
}

/** The comparison with the lost facts that the rule *Facts* confirmed. */
function applyConfirmedFacts(comparison: Comparison, { findings }: Decision): Comparison {
  const confirmed = findings.flatMap((finding) => (finding.rule === 'facts' ? finding.facts : []));
  if (confirmed.length === 0) return comparison;
  const texts = Map.groupBy(confirmed, ({ caseId }) => caseId);
  const pairs = comparison.pairs.map((pair): PairedCase => {
    const own = new Set(texts.get(pair.id)?.map(({ text }) => text));
    const facts = pair.facts.filter(({ text }) => own.has(text));
    return facts.length === 0 ? pair : { ...pair, statements: confirmFacts(pair.statements, facts) };
  });
  return { ...comparison, pairs };
}

/** Answers that misled the judge: left out as errors, they would hide a case that got worse. */
export function reviewMisled(concluded: readonly ScorerConclusion[]): readonly ReviewReason[] {
  const caseIds = [...new Set(concluded.flatMap(({ comparison }) => comparison.misled))].sort();
  return caseIds.length === 0 ? [] : [{ kind: 'misled-judge', caseIds }];
}

/**
 * Scorers that have nothing to score on either side. Only a merge can change that, because the base decides scorers and
 * cases. Empty if anything else is undecided, such as an outage.
 */
export function reviewNothingToScore(
  concluded: readonly ScorerConclusion[],
  { head, base }: Pick<GateInput, 'head' | 'base'>,
): readonly ReviewReason[] {
  const open = concluded.filter(
    ({ gate }) => gate.kind === 'decided' && gate.decision.outcome === 'inconclusive',
  );
  const scorers = open.map(({ scorer }) => scorer);
  const scoresNothing = (record: RunRecord | null, scorer: string) =>
    record?.cases.every((row) => !isScorable(row, scorer)) ?? true;
  const isSure = scorers.every((scorer) => scoresNothing(head, scorer) && scoresNothing(base, scorer));
  return isSure && scorers.length > 0 ? [{ kind: 'nothing-to-score', scorers }] : [];
}

export function reviewSuite<Subject extends DecisionByScorer>(
  suite: Subject,
  reasons: readonly ReviewReason[],
): Subject {
  const decision = decideReview(suite.decision, reasons);
  const scorers = suite.scorers?.map((each) =>
    each.decision === suite.decision ? { ...each, decision } : each,
  );
  return scorers === undefined ? { ...suite, decision } : { ...suite, decision, scorers };
}

const NOTHING_COMPARED = { findings: [], worse: [], mean: null, review: [] } as const;

export function decideUnmeasured(unmeasured: MeasurementGap): Decision {
  return { ...createOutcome('pass', { because: [], blocking: false }), ...NOTHING_COMPARED, unmeasured };
}

/** An evaluation was due and could not begin. It fails the job whatever `fail-on` says. */
export function decideNotEvaluated({
  reasons,
  because,
  remedy,
}: {
  readonly reasons: readonly Cause[];
  readonly because: 'error' | 'inconclusive';
  readonly remedy: Remedy;
}): Decision {
  return {
    ...createOutcome('inconclusive', { because: [because], blocking: true }),
    ...NOTHING_COMPARED,
    unmeasured: { kind: 'not-evaluated', reasons },
    remedy,
  };
}

/**
 * Red whatever `fail-on` says. An undecided result stays undecided, because an outage or a spent budget cannot be
 * accepted. That there is nothing to score can be.
 */
export function decideReview(decision: Decision, reasons: readonly ReviewReason[]): Decision {
  if (reasons.length === 0) return decision;
  const isAcceptable = reasons.some(({ kind }) => kind === 'nothing-to-score');
  const outcome = decision.outcome === 'inconclusive' && !isAcceptable ? 'inconclusive' : 'fail';
  return {
    ...decision,
    ...createOutcome(outcome, { because: ['review', ...decision.because], blocking: true }),
    review: [...reasons, ...decision.review],
  };
}

/** The worst of several decisions; of equals the first. */
export function findWorstDecision(decisions: readonly Decision[]): Decision {
  const [worst] = decisions.toSorted(compareSeverity);
  // Without a suite nothing was evaluated, so this is not a pass.
  if (worst === undefined) throw new RangeError('no suite was decided');
  return worst;
}
