import {
  concludeScorers,
  decideSuite,
  findNextAsk,
  type SuiteDecision,
  type SuiteEvidence,
} from '../../src/decide/conclude.js';
import type { Matches } from '../../src/model/comparison.js';
import type { MatchAsk, RuleName, ScorerAsk } from '../../src/model/finding.js';
import type { CaseMarks } from '../../src/model/run-record.js';
import type { AskableSides } from '../../src/model/spending.js';
import type { GateSettings } from '../../src/model/suite.js';
import { createBaseline } from '../../test/support/records.js';
import type { SimulatedJudge } from './judge.js';
import { createRandom, type Random } from './random.js';
import { createSuite, type Side, type SimulatedSuite, type SuitePlan } from './suite.js';
import { type Answers, buildRecord, createSampleReader, nameScorers } from './suite-records.js';

export type TrialPlan = SuitePlan & {
  readonly baseRuns: number;
  /** First head runs. */
  readonly headRuns: number;
  readonly askable: AskableSides;
  readonly scorers: number;
  readonly suites: number;
  /** Groups of ten cases each with a gate of its own. Missing: none. */
  readonly groups?: number;
  /** The first so many cases must pass. Missing: none. */
  readonly mustPass?: number;
  /** Heads that are decided one after the other against one baseline. */
  readonly rounds: number;
};

/** Of all suites and rounds. */
export type Trial = {
  readonly isRed: boolean;
  readonly isYellow: boolean;
  /** Red though no case truly fell by 0.4, or though too few answers lack the facts that they are said to have lost. */
  readonly isRedWithoutCause: boolean;
  /** Rules that failed. */
  readonly rules: ReadonlySet<RuleName>;
  /** Extra answers per case, suite and round. */
  readonly extra: number;
  /** The fall that the report says is noticed; `null` if it says nothing. */
  readonly noticeable: number | null;
  /** Standard deviation of the base's runs of one case, pooled. */
  readonly deviation: number;
};

const GATE: GateSettings = {
  threshold: null,
  maxDrop: 0.02,
  caseDrop: 0.45,
  lostFacts: 3,
  tags: {},
  maxCostRise: null,
  maxTimeRise: null,
  failOn: ['regression', 'threshold', 'cost', 'error', 'inconclusive'],
  onMissingBaseline: 'pass',
};
const GROUP_CASES = 10;
const EXTRA_RUNS = 6;
/** One more answer has to lose a fact for so many cases. */
const CASES_PER_LOST_FACT = 50;
const TRUE_FALL = 0.4;
const BASELINE = createBaseline();

/** Pull requests from the baseline's answers to the decision, without a model: the asking that a session does. */
export function runTrial(plan: TrialPlan, seed: string): Trial {
  const random = createRandom(seed);
  const decided = Array.from({ length: plan.suites }, () => {
    const scene = createScene(plan, random);
    const rounds = Array.from({ length: plan.rounds }, () => decideHead(plan, scene));
    return { scene, rounds };
  });
  const rounds = decided.flatMap((each) => each.rounds);
  const isRed = ({ decision }: Decided['suite']) => decision.outcome === 'fail';
  const findings = rounds.flatMap(({ suite }) =>
    (suite.scorers ?? [suite]).flatMap(({ decision }) => decision.findings),
  );
  return {
    isRed: rounds.some(({ suite }) => isRed(suite)),
    isYellow: rounds.some(
      ({ suite: { decision } }) => decision.outcome === 'pass' && decision.because.includes('worse'),
    ),
    isRedWithoutCause: decided.some((each) =>
      each.rounds.some(({ suite }) => isRed(suite) && isWithoutCause(suite, each.scene)),
    ),
    rules: new Set(findings.flatMap(({ rule, outcome }) => (outcome === 'fails' ? [rule] : []))),
    extra: rounds.reduce((sum, { extra }) => sum + extra, 0) / rounds.length / plan.cases,
    noticeable:
      findings.flatMap((each) => (each.rule === 'mean' && each.power ? [each.power.noticeable] : []))[0] ??
      null,
    deviation: deviationOf(rounds[0]?.suite),
  };
}

type Scene = {
  readonly suites: readonly SimulatedSuite[];
  readonly judges: readonly SimulatedJudge[];
  readonly base: readonly Answers[];
};

function createScene(plan: TrialPlan, random: Random): Scene {
  // What gets worse does so under the first scorer: a reader wants to know what the others leave of it.
  const others: SuitePlan = plan.change.kind === 'every-case' ? { ...plan, change: { kind: 'none' } } : plan;
  const created = Array.from({ length: plan.scorers }, (_, index) =>
    createSuite(index === 0 ? plan : others, random),
  );
  const suites = created.map(({ suite }) => suite);
  const judges = created.map(({ judge }) => judge);
  return { suites, judges, base: takeAll(plan, suites, { side: 'base', runs: plan.baseRuns }) };
}

function takeAll(
  { cases }: TrialPlan,
  suites: Scene['suites'],
  { side, runs }: { readonly side: Side; readonly runs: number },
): readonly Answers[] {
  return Array.from({ length: cases }, (_, index) => ({
    id: `c${index}`,
    samples: Array.from({ length: runs }, () => suites.map((suite) => suite.ask(side, index))),
    caseSamples: [],
  }));
}

type Decided = { readonly suite: SuiteDecision; readonly extra: number };

function decideHead(plan: TrialPlan, { suites, judges, base: stored }: Scene): Decided {
  const names = nameScorers(plan.scorers);
  const form = { scorers: names, higherIsBetter: true };
  const reader = createSampleReader(judges, form);
  const tagOf = (index: number) => `group-${Math.floor(index / GROUP_CASES)}`;
  const groups = Array.from({ length: plan.groups ?? 0 }, (_, index) => tagOf(index * GROUP_CASES));
  const tags = Object.fromEntries(groups.map((tag) => [tag, { threshold: null, maxDrop: GATE.maxDrop }]));
  const marksOf = (index: number): CaseMarks => ({
    ...(groups.length > 0 && { tags: [tagOf(index)] }),
    ...(index < (plan.mustPass ?? 0) && { mustPass: true }),
  });
  const read = { sampleOf: reader.sampleOf, marksOf, ...form };
  const base = stored.map((each) => ({ ...each, caseSamples: [] }));
  const head = takeAll(plan, suites, { side: 'head', runs: plan.headRuns });
  const secondLooks = new Map(names.map((name) => [name, new Set<string>()]));
  let matches: Matches | null = suites[0]?.match === undefined ? null : new Map();
  let today: readonly Answers[] | null = null;
  let extra = 0;
  for (;;) {
    const facts: SuiteEvidence = {
      scorers: names.map((name) => ({ name, gate: { ...GATE, tags } })),
      head: buildRecord(head, read),
      base: buildRecord(base, read),
      today: today && buildRecord(today, read),
      baseline: BASELINE,
      askable: plan.askable,
      extraLeft: EXTRA_RUNS * plan.cases - extra,
      firstRuns: plan.headRuns,
      tests: plan.scorers * plan.suites,
      secondLooks,
      matches,
    };
    const concluded = concludeScorers(facts);
    const ask = findNextAsk(concluded, facts.extraLeft);
    if (ask === null) return { suite: decideSuite(concluded), extra };
    if (ask.kind === 'match') matches = searchFacts(ask, suites[0], matches);
    else if (ask.kind === 'base-today') {
      today = takeAll(plan, suites, { side: 'today', runs: ask.runs });
      extra += ask.runs * plan.cases;
    } else if (ask.kind === 'second-look') {
      lookAgain(judges[names.indexOf(ask.scorer)], names.indexOf(ask.scorer), [...head, ...base], ask);
      for (const id of ask.caseIds) secondLooks.get(ask.scorer)?.add(id);
      reader.forget();
    } else {
      const isHead = ask.kind === 'head-runs' || ask.side === 'head';
      extra += takeSamples(
        isHead ? head : base,
        (index) => suites.map((suite) => suite.ask(isHead ? 'head' : 'today', index)),
        ask,
      );
    }
  }
}

/** What the comparing judge finds, beside what it found before. */
function searchFacts(
  { searches }: MatchAsk,
  suite: SimulatedSuite | undefined,
  known: Matches | null,
): Matches {
  if (suite?.match === undefined) throw new Error('nobody searches here');
  const found = new Map(known);
  for (const [id, due] of searches) {
    const index = Number(id.slice(1));
    const matches = due.flatMap((search) => suite.match?.(index, search) ?? []);
    found.set(id, [...(found.get(id) ?? []), ...matches]);
  }
  return found;
}

/** How many were taken. */
function takeSamples(
  answers: readonly Answers[],
  ask: (index: number) => Answers['samples'][number],
  wanted: Extract<ScorerAsk, { kind: 'head-runs' | 'answers' }>,
): number {
  let taken = 0;
  for (const [index, { id, samples, caseSamples }] of answers.entries()) {
    const isSuiteWide = wanted.kind === 'head-runs';
    if (!isSuiteWide && !wanted.caseIds.includes(id)) continue;
    const into = isSuiteWide ? samples : caseSamples;
    for (
      let have = samples.length + (isSuiteWide ? 0 : caseSamples.length);
      have < wanted.upTo;
      have += 1, taken += 1
    ) {
      into.push(ask(index));
    }
  }
  return taken;
}

/** Every irrelevant statement of these cases is judged again; the new verdict counts wherever it is said. */
function lookAgain(
  judge: SimulatedJudge | undefined,
  scorer: number,
  answers: readonly Answers[],
  { caseIds }: Extract<ScorerAsk, { kind: 'second-look' }>,
): void {
  const phrases = answers
    .filter(({ id }) => caseIds.includes(id))
    .flatMap(({ samples, caseSamples }) => [...samples, ...caseSamples])
    .flatMap((wordings) => wordings[scorer]?.phrases ?? []);
  for (const phrase of new Set(phrases)) judge?.confirm(phrase);
}

/** No case truly fell, or too few answers lack the facts that they are said to have lost. */
function isWithoutCause({ decision }: SuiteDecision, scene: Scene): boolean {
  const [suite] = scene.suites;
  if (suite?.states === undefined) return largestTrueFall(scene) < TRUE_FALL;
  const named = decision.findings.flatMap((finding) => (finding.rule === 'facts' ? finding.facts : []));
  const lost = named.filter(({ caseId, text }) => suite.states?.(Number(caseId.slice(1)), text) === false);
  const needed = (GATE.lostFacts ?? 0) + Math.floor(suite.cases / CASES_PER_LOST_FACT);
  return new Set(lost.map(({ caseId }) => caseId)).size < needed;
}

function largestTrueFall({ suites }: Scene): number {
  return Math.max(
    ...suites.flatMap((suite) =>
      Array.from(
        { length: suite.cases },
        (_, index) => suite.trueScore('base', index) - suite.trueScore('head', index),
      ),
    ),
  );
}

function deviationOf(suite: SuiteDecision | undefined): number {
  const runs = suite?.comparison.pairs.map(({ baseScores }) => baseScores) ?? [];
  const variances = runs.map((scores) => {
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
    return scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / Math.max(1, scores.length - 1);
  });
  return Math.sqrt(variances.reduce((sum, each) => sum + each, 0) / Math.max(1, runs.length)) / 100;
}
