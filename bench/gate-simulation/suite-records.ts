import type { CaseRecord, RunRecord, Sample } from '../../src/ports/run-record.js';
import { createCase, createRecord, createSample } from '../../test/support/records.js';
import type { Wording } from './agent.js';
import type { SimulatedJudge } from './judge.js';

/** The answers of one case on one side. */
export type Answers = {
  readonly id: string;
  readonly samples: Wording[];
  readonly caseSamples: Wording[];
};

/**
 * The run record of simulated answers. It keeps no texts, so that statements are not aligned: that costs much, and never
 * moves the gate.
 */
export function buildRecord(answers: readonly Answers[], sampleOf: (wording: Wording) => Sample): RunRecord {
  const cases = answers.map(
    ({ id, samples, caseSamples }): CaseRecord =>
      createCase(id, { samples: samples.map(sampleOf), caseSamples: caseSamples.map(sampleOf) }),
  );
  return createRecord({ cases, text: 'none' });
}

/** Turns wordings into judged samples, each once. */
export function createSampleReader(judge: SimulatedJudge) {
  const known = new Map<Wording, Sample>();
  return {
    sampleOf(wording: Wording): Sample {
      const before = known.get(wording);
      if (before !== undefined) return before;
      const statements = wording.phrases.map((phrase) => judge.judged(phrase));
      const sample = createSample({ statements, output: '', answerHash: wording.id });
      known.set(wording, sample);
      return sample;
    },
    /** Verdicts changed: samples are made anew. */
    forget: () => known.clear(),
  };
}
