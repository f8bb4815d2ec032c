import { compareRecords } from '../../src/decide/compare/compare-records.js';
import { decideGate } from '../../src/decide/gate/decide-gate.js';
import type { Comparison } from '../../src/ports/comparison.js';
import type { Decision } from '../../src/ports/decision.js';
import { DEFAULT_GATE } from '../../src/settings/scorer-settings.js';
import { createBaseline, SCORER } from '../../test/support/records.js';
import { answerCase, createCase, type World } from './agent.js';
import { type Change, changeAgent, type HeadAgent } from './change.js';
import { createSimulatedJudge } from './judge.js';
import { NOISE, type NoiseLevel } from './noise.js';
import { type PlainVerdicts, plainVerdicts } from './plain-rules.js';
import { createRandom } from './random.js';
import { type Answers, buildRecord, createSampleReader } from './suite-records.js';

export type TrialPlan = {
  readonly noise: NoiseLevel;
  readonly deterministic: boolean;
  readonly change: Change;
  readonly cases: number;
  readonly baseSamples: number;
};

export type Trial = {
  readonly outcome: Decision['outcome'];
  readonly byMean: boolean;
  readonly byCase: boolean;
  /** Head samples beyond the first, per case of the suite. */
  readonly extraSamples: number;
  readonly plain: PlainVerdicts;
  /** Of the first head run against the baseline's mean; 0..1. */
  readonly drop: number;
  readonly baseMean: number;
  /** Variance of the baseline's samples of one case, averaged over the cases; scores 0..1. */
  readonly variance: number;
};

/** As in `pipeline.ts`: then the gate decides on what there is. */
const MOST_ROUNDS = 30;

/** One pull request, from the baseline's answers to the decision: the sampling that `pipeline.ts` does, without a model. */
export function runTrial(plan: TrialPlan, seed: string): Trial {
  const random = createRandom(seed);
  const noise = NOISE[plan.noise];
  const judge = createSimulatedJudge(noise.slip, random);
  const world: World = { judge, random, noise, deterministic: plan.deterministic, wordings: 0 };
  const rows = Array.from({ length: plan.cases }, (_, index) => createCase(world, `c${index}`));
  const base = rows.map(
    (row): Answers => ({
      id: row.id,
      samples: Array.from({ length: plan.baseSamples }, () => answerCase(world, row)),
      caseSamples: [],
    }),
  );
  const ask = changeAgent(world, rows, plan.change);
  const head = rows.map(({ id }, index): Answers => ({ id, samples: [ask(index)], caseSamples: [] }));
  return decideTrial({ base, head, ask, world });
}

function decideTrial(scene: {
  readonly base: readonly Answers[];
  readonly head: readonly Answers[];
  readonly ask: HeadAgent;
  readonly world: World;
}): Trial {
  const { base, head, ask, world } = scene;
  const reader = createSampleReader(world.judge);
  const confirmed = new Set<string>();
  let baseRecord = buildRecord(base, reader.sampleOf);
  let first: Comparison | null = null;
  for (let round = 0; ; round += 1) {
    const mayAsk = round < MOST_ROUNDS;
    const headRecord = buildRecord(head, reader.sampleOf);
    const comparison = compareRecords({ head: headRecord, base: baseRecord, scorer: SCORER });
    first ??= comparison;
    const gate = decideGate({
      comparison,
      settings: DEFAULT_GATE,
      baseline: createBaseline(),
      head: headRecord,
      base: baseRecord,
      canSample: mayAsk,
      ...(mayAsk && { confirmed }),
    });
    switch (gate.kind) {
      case 'decided':
        return { ...outcomeOf(gate.decision), ...measuresOf(first), extraSamples: extraOf(head) };
      case 'more-samples':
        takeSamples(head, ask, gate);
        break;
      case 'confirm':
        for (const id of gate.cases) {
          judgeAgain(
            world,
            head.find((each) => each.id === id),
          );
          confirmed.add(id);
        }
        reader.forget();
        baseRecord = buildRecord(base, reader.sampleOf);
        break;
      default:
        return gate satisfies never;
    }
  }
}

function takeSamples(
  head: readonly Answers[],
  ask: HeadAgent,
  { cases, upTo }: { readonly cases: 'all' | readonly string[]; readonly upTo: number },
): void {
  const wanted = cases === 'all' ? null : new Set(cases);
  for (const [index, { id, samples, caseSamples }] of head.entries()) {
    if (wanted === null) while (samples.length < upTo) samples.push(ask(index));
    else if (wanted.has(id)) while (samples.length + caseSamples.length < upTo) caseSamples.push(ask(index));
  }
}

/** Every irrelevant statement of the head's answers, once; the new verdict counts wherever the statement stands. */
function judgeAgain({ judge }: World, answers: Answers | undefined): void {
  const wordings = answers === undefined ? [] : [...answers.samples, ...answers.caseSamples];
  for (const phrase of new Set(wordings.flatMap(({ phrases }) => phrases))) judge.confirm(phrase);
}

function outcomeOf({ outcome, findings }: Decision): Pick<Trial, 'outcome' | 'byMean' | 'byCase'> {
  const fails = (rule: string) => findings.some((each) => each.rule === rule && each.outcome === 'fails');
  return { outcome, byMean: fails('mean'), byCase: fails('case') };
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
