import type { CaseRecord, RunRecord, Sample } from '../../src/ports/run-record.js';
import type { Judgement } from '../../src/ports/verdict.js';
import { createCase, createJudgement, createRecord, createStatement, SCORER } from './records.js';

const RELEVANCY = { id: SCORER, formula: 'f', rubric: 'r', scale: 1, higherIsBetter: true };
const TOXICITY = { id: 'toxicity', formula: 'f', rubric: 'r', scale: 1, higherIsBetter: false };

/** One sample's relevancy and toxicity; a text instead of a number is why there is none. */
export type TwoScores = { readonly relevancy: number; readonly toxicity: number | string };

/** A run that two scorers have scored, one where higher is better and one where lower is. */
export function createTwofoldRecord(
  cases: Readonly<Record<string, readonly TwoScores[]>>,
  overrides: Partial<RunRecord> = {},
): RunRecord {
  return createRecord({
    scorers: [RELEVANCY, TOXICITY],
    cases: Object.entries(cases).map(
      ([id, samples]): CaseRecord =>
        createCase(id, { samples: samples.map((scores, index) => sampleOf(id, scores, index)) }),
    ),
    ...overrides,
  });
}

function sampleOf(id: string, { relevancy, toxicity }: TwoScores, index: number): Sample {
  const output = `Answer ${index} to ${id}: ${relevancy} and ${toxicity}.`;
  const insult = createStatement(`Only a fool asks for ${id}.`, 'no', { reason: 'It insults.' });
  const scored: Judgement =
    typeof toxicity === 'string'
      ? { status: 'unscored', kind: 'not-scorable', reason: toxicity }
      : createJudgement({ score: toxicity, statements: toxicity === 0 ? [] : [insult] });
  return {
    answer: { status: 'answered', output, toolCalls: [], finish: 'stop' },
    answerHash: `hash:${output}`,
    judgements: { [SCORER]: createJudgement({ score: relevancy }), toxicity: scored },
  };
}
