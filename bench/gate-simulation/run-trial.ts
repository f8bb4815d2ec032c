import { type Concluded, concludeRecords, nextAsk } from '../../src/decide/conclude.js';
import type { Comparison } from '../../src/ports/comparison.js';
import type { ControlRun, Decision, MeanTest, RuleFinding } from '../../src/ports/decision.js';
import type { RunRecord } from '../../src/ports/run-record.js';
import { DEFAULT_GATE } from '../../src/settings/defaults.js';
import { createBaseline } from '../../test/support/records.js';
import type { SimulatedJudge } from './judge.js';
import { type PlainVerdicts, plainVerdicts } from './plain-rules.js';
import { createRandom } from './random.js';
import { createSuite, type Side, type SimulatedSuite, type SuitePlan } from './suite.js';
import { type Answers, buildRecord, createSampleReader, nameScorers } from './suite-records.js';

export type TrialPlan = SuitePlan & {
  readonly baseSamples: number;
  readonly scorers: number;
  readonly higherIsBetter: boolean;
  /** A stored baseline may be run again today before a fall fails. */
  readonly control: boolean;
  /** Heads that are decided one after the other against one baseline. */
  readonly rounds: number;
};

export type Trial = {
  /** Of the last round. */
  readonly outcome: Decision['outcome'];
  /** Rounds that failed. */
  readonly reds: number;
  /** Rules that failed in the last round, under any scorer. */
  readonly rules: ReadonlySet<RuleFinding['rule']>;
  /** Head samples beyond the first, and base samples beyond the stored ones, per case and round. */
  readonly extraSamples: number;
  readonly controlSamples: number;
  readonly plain: PlainVerdicts;
  /** Of the first head run against the baseline's mean; 0..1. */
  readonly drop: number;
  readonly baseMean: number;
  /** Variance of the baseline's samples of one case, averaged over the cases; scores 0..1. */
  readonly variance: number;
  /** Of the last round's first scorer. */
  readonly mean: MeanTest | null;
};

/** As in `session/ask-gate.ts`: then the gate decides on what there is. */
const MOST_ROUNDS = 30;
const CONTROL_RUNS = 3;
const BASELINE = createBaseline();

/** One pull request, from the baseline's answers to the decision: the sampling that a session does, without a model. */
export function runTrial(plan: TrialPlan, seed: string): Trial {
  const random = createRandom(seed);
  // What gets worse does so under the first scorer: what the others leave of it is what a reader wants to know.
  const others: SuitePlan = plan.change.kind === 'every-case' ? { ...plan, change: { kind: 'none' } } : plan;
  const suites = Array.from({ length: plan.scorers }, (_, index) =>
    createSuite(index === 0 ? plan : others, random),
  );
  const scene = createScene(
    plan,
    suites.map(({ suite }) => suite),
    suites.map(({ judge }) => judge),
  );
  let last: Decided | null = null;
  let first: Comparison | null = null;
  let reds = 0;
  let extra = 0;
  let controls = 0;
  for (let round = 0; round < plan.rounds; round += 1) {
    last = scene.decideHead();
    first ??= last.first;
    if (outcomeOf(last.concluded) === 'fail') reds += 1;
    extra += last.extraSamples;
    controls += last.controlSamples;
  }
  if (last === null || first === null) throw new Error('a trial without a round');
  const findings = last.concluded.flatMap(({ gate }) =>
    gate.kind === 'decided' ? gate.decision.findings : [],
  );
  const [mean] = last.concluded.flatMap(({ gate }) => (gate.kind === 'decided' ? [gate.decision.mean] : []));
  return {
    outcome: outcomeOf(last.concluded),
    reds,
    rules: new Set(findings.flatMap(({ rule, outcome }) => (outcome === 'fails' ? [rule] : []))),
    extraSamples: extra / plan.rounds,
    controlSamples: controls / plan.rounds,
    ...measuresOf(first),
    mean: mean ?? null,
  };
}

function outcomeOf(concluded: readonly Concluded[]): Decision['outcome'] {
  const outcomes = concluded.map(({ gate }) => (gate.kind === 'decided' ? gate.decision.outcome : 'pass'));
  return outcomes.find((outcome) => outcome === 'fail') ?? outcomes.find((each) => each !== 'pass') ?? 'pass';
}

type Decided = {
  readonly concluded: readonly Concluded[];
  readonly first: Comparison;
  readonly extraSamples: number;
  readonly controlSamples: number;
};

function createScene(
  plan: TrialPlan,
  suites: readonly SimulatedSuite[],
  judges: readonly SimulatedJudge[],
): { decideHead(): Decided } {
  const names = nameScorers(plan.scorers);
  const scorers = names.map((name) => ({ name, gate: DEFAULT_GATE }));
  const form = { scorers: names, higherIsBetter: plan.higherIsBetter };
  const reader = createSampleReader(judges, form);
  const read = { sampleOf: reader.sampleOf, ...form };
  const ask = (side: Side, index: number) => suites.map((suite) => suite.ask(side, index));
  const answers = (side: Side, runs: number) =>
    Array.from(
      { length: plan.cases },
      (_, index): Answers => ({
        id: `c${index}`,
        samples: Array.from({ length: runs }, () => ask(side, index)),
        caseSamples: [],
      }),
    );
  const base = answers('base', plan.baseSamples);
  return {
    decideHead() {
      const head = answers('head', 1);
      let today: readonly Answers[] | null = null;
      let baseRecord = buildRecord(base, read);
      let first: Comparison | null = null;
      const confirmed = new Map(names.map((name) => [name, new Set<string>()]));
      for (let round = 0; ; round += 1) {
        const mayAsk = round < MOST_ROUNDS;
        const concluded = concludeRecords({
          scorers,
          head: buildRecord(head, read),
          base: baseRecord,
          baseline: BASELINE,
          canSample: mayAsk,
          ...(mayAsk && { confirmed }),
          ...(plan.control && { control: controlOf(today && buildRecord(today, read)) }),
        });
        first ??= concluded[0]?.comparison ?? null;
        const next = nextAsk(concluded);
        if (next === null) {
          if (first === null) throw new Error('no scorer');
          const controlSamples = today === null ? 0 : CONTROL_RUNS;
          return { concluded, first, extraSamples: extraOf(head), controlSamples };
        }
        switch (next.kind) {
          case 'more-samples':
            takeSamples(head, (index) => ask('head', index), next);
            break;
          case 'match':
            throw new Error('nobody searches here');
          case 'control':
            today = answers('today', CONTROL_RUNS);
            break;
          case 'confirm': {
            const scorer = names.indexOf(next.scorer);
            for (const id of next.cases) {
              judgeAgain(
                judges[scorer],
                scorer,
                head.find((each) => each.id === id),
              );
              confirmed.get(next.scorer)?.add(id);
            }
            reader.forget();
            baseRecord = buildRecord(base, read);
            break;
          }
          default:
            return next satisfies never;
        }
      }
    },
  };
}

function controlOf(record: RunRecord | null): ControlRun {
  return record === null ? { kind: 'askable' } : { kind: 'record', record };
}

function takeSamples(
  head: readonly Answers[],
  ask: (index: number) => Answers['samples'][number],
  { cases, upTo }: { readonly cases: 'all' | readonly string[]; readonly upTo: number },
): void {
  const wanted = cases === 'all' ? null : new Set(cases);
  for (const [index, { id, samples, caseSamples }] of head.entries()) {
    if (wanted === null) while (samples.length < upTo) samples.push(ask(index));
    else if (wanted.has(id)) while (samples.length + caseSamples.length < upTo) caseSamples.push(ask(index));
  }
}

/** Every irrelevant statement of the head's answers, once; the new verdict counts wherever the statement stands. */
function judgeAgain(judge: SimulatedJudge | undefined, scorer: number, answers: Answers | undefined): void {
  const all = answers === undefined ? [] : [...answers.samples, ...answers.caseSamples];
  const phrases = all.flatMap((wordings) => wordings[scorer]?.phrases ?? []);
  for (const phrase of new Set(phrases)) judge?.confirm(phrase);
}

function measuresOf({ pairs }: Comparison): Pick<Trial, 'plain' | 'drop' | 'baseMean' | 'variance'> {
  const scores = pairs.map((pair) => ({ base: pair.base ?? 0, head: pair.headScores[0] ?? 0 }));
  const average = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const variances = pairs.map(({ baseScores, base }) => {
    const squares = baseScores.map((score) => (score - (base ?? 0)) ** 2);
    return squares.reduce((sum, square) => sum + square, 0) / Math.max(1, baseScores.length - 1);
  });
  return {
    plain: plainVerdicts(scores),
    drop: average(scores.map(({ base, head }) => base - head)) / 100,
    baseMean: average(scores.map(({ base }) => base)) / 100,
    variance: average(variances) / 10_000,
  };
}

function extraOf(head: readonly Answers[]): number {
  const taken = head.reduce((sum, { samples, caseSamples }) => sum + samples.length + caseSamples.length, 0);
  return taken / head.length - 1;
}
