import type {
  CaseMarks,
  CaseRecord,
  RunRecord,
  Sample,
  ScorerFingerprint,
} from '../../src/model/run-record.js';
import { createCase, createRecord, createSample, SCORER } from '../../test/support/records.js';
import type { Wording } from './agent.js';
import type { SimulatedJudge } from './judge.js';

/** The answers of one case on one side; each is one wording a scorer. */
export type Answers = {
  readonly id: string;
  readonly samples: (readonly Wording[])[];
  readonly caseSamples: (readonly Wording[])[];
};

/** The names of so many scorers. */
export function nameScorers(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => (index === 0 ? SCORER : `scorer-${index + 1}`));
}

/** The run record of simulated answers. */
export function buildRecord(
  answers: readonly Answers[],
  read: {
    readonly sampleOf: (wordings: readonly Wording[]) => Sample;
    readonly scorers: readonly string[];
    readonly higherIsBetter: boolean;
    readonly marksOf: (index: number) => CaseMarks;
  },
): RunRecord {
  const { sampleOf, higherIsBetter, marksOf } = read;
  const cases = answers.map(
    ({ id, samples, caseSamples }, index): CaseRecord =>
      createCase(id, {
        samples: samples.map(sampleOf),
        caseSamples: caseSamples.map(sampleOf),
        ...marksOf(index),
      }),
  );
  const scorers = read.scorers.map(
    (id): ScorerFingerprint => ({ id, formula: 'f', rubric: 'r', scale: 1, higherIsBetter }),
  );
  const hasTexts = answers.some(({ samples }) => samples[0]?.[0]?.output !== undefined);
  return createRecord({ cases, scorers, text: hasTexts ? 'full' : 'statements' });
}

const WEIGHT = { yes: 1, unsure: 0.3, no: 0 };

/** Turns wordings into judged samples, each once. */
export function createSampleReader(
  judges: readonly SimulatedJudge[],
  { scorers, higherIsBetter }: { readonly scorers: readonly string[]; readonly higherIsBetter: boolean },
) {
  const known = new Map<Wording, Sample>();
  const read = (wording: Wording, judge: SimulatedJudge): Sample => {
    const before = known.get(wording);
    if (before !== undefined) return before;
    const judged = wording.phrases.map((phrase) => ({ phrase, verdict: judge.judged(phrase) }));
    const sum = judged.reduce((total, { verdict }) => total + WEIGHT[verdict.result], 0);
    const score = wording.score ?? (judged.length === 0 ? 0 : sum / judged.length);
    const made = createSample({
      statements: judged.flatMap(({ phrase, verdict }) => (phrase.shared ? [verdict] : [])),
      output: wording.output ?? '',
      answerHash: wording.id,
      score: higherIsBetter ? score : 1 - score,
    });
    known.set(wording, made);
    return made;
  };
  return {
    sampleOf(wordings: readonly Wording[]): Sample {
      const samples = wordings.flatMap((wording, index) => {
        const judge = judges[index];
        return judge === undefined ? [] : [read(wording, judge)];
      });
      const [first] = samples;
      if (first === undefined) throw new Error('an answer without a scorer');
      if (samples.length === 1) return first;
      const judgements = samples.flatMap(({ judgements: own }, index) => {
        const [judgement] = Object.values(own);
        return judgement === undefined ? [] : [[scorers[index] ?? '', judgement] as const];
      });
      const answerHash = samples.map((sample) => sample.answerHash).join(' ');
      return { ...first, answerHash, judgements: Object.fromEntries(judgements) };
    },
    /** Verdicts changed: samples are made anew. */
    forget: () => known.clear(),
  };
}
