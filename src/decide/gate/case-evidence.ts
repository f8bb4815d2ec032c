import { scoredJudgement } from '../compare/sample-score.js';
import { AGENT_FAILURES } from '../compare/unscored-case.js';
import type { GateInput } from './rule.js';

/** What is known of one case that both sides have a score of. Scores in integer hundredths. */
export type CaseEvidence = {
  readonly id: string;
  /** Mean and lowest of the baseline's samples. */
  readonly baseMean: number;
  readonly baseLowest: number;
  readonly baseRuns: number;
  /** Of the head's suite-wide samples, then of those taken for this case alone. */
  readonly scores: readonly number[];
  /** How many of `scores` were taken for this case alone. */
  readonly ownRuns: number;
  /** Different answers among those with a score: an answer that is given again proves nothing new. */
  readonly texts: number;
  /** The head's samples of either kind, whatever came of them. */
  readonly taken: number;
  /** Those with a score, and those that the agent failed by its own doing. */
  readonly tries: number;
};

/** The evidence of every case with a score on both sides, in the head's order. */
export function collectCaseEvidence({ comparison, head }: GateInput): readonly CaseEvidence[] {
  const rows = new Map(head.cases.map((row) => [row.id, row]));
  return comparison.pairs.flatMap((pair): CaseEvidence[] => {
    const row = rows.get(pair.id);
    if (row === undefined || pair.base === null || pair.head === null) return [];
    const samples = [...row.samples, ...row.caseSamples];
    const scored = samples.filter((sample) => scoredJudgement(sample, comparison.scorer) !== null);
    const broken = samples.filter(
      ({ answer }) => answer.status === 'failed' && AGENT_FAILURES.has(answer.kind),
    );
    return [
      {
        id: pair.id,
        baseMean: pair.base,
        baseLowest: Math.min(...pair.baseScores),
        baseRuns: pair.baseScores.length,
        scores: [...pair.headScores, ...pair.caseScores],
        ownRuns: pair.caseScores.length,
        texts: new Set(scored.map(({ answerHash }) => answerHash)).size,
        taken: samples.length,
        tries: scored.length + broken.length,
      },
    ];
  });
}
