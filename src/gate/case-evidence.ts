import { scoredJudgement } from '../compare/sample-score.js';
import { AGENT_FAILURES } from '../compare/unscored-case.js';
import type { CaseRecord, RunRecord } from '../model/run-record.js';
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

/** Share of the cases that must always have had the same answer. */
const REPEATED_SHARE = 0.9;

/**
 * True where the agent gives the same answer every time: at base, and at head as far as that was asked more than once.
 * Some cases of any agent have one usual short answer; only nearly all of them show that asking again tells nothing.
 */
export function agentRepeatsItself({ head, base }: GateInput): boolean {
  return base !== null && repeatedShare(base) >= REPEATED_SHARE && repeatedShare(head) >= REPEATED_SHARE;
}

/** Of the cases with several answers, the share with several times the same; 0 where there are none. */
function repeatedShare({ cases }: RunRecord): number {
  const answers = cases.map(hashesOf).filter((hashes) => hashes.length > 1);
  const repeated = answers.filter((hashes) => new Set(hashes).size === 1);
  return answers.length === 0 ? 0 : repeated.length / answers.length;
}

function hashesOf({ samples, caseSamples }: CaseRecord): readonly string[] {
  return [...samples, ...caseSamples]
    .filter(({ answer }) => answer.status === 'answered')
    .map(({ answerHash }) => answerHash);
}
