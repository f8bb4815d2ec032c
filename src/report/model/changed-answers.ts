import type { PairedCase } from '../../model/comparison.js';
import { type EvaluatedSuite, listScorerReports, type ScorerReport } from '../../model/report.js';
import { listAgentFiles } from './probable-lines.js';

/** All scorers of a suite, also if this is the report of one of them. */
export function listSuiteScorers(suite: EvaluatedSuite): readonly ScorerReport[] {
  return suite.part?.scorers ?? listScorerReports(suite);
}

/** In hundredths: a smaller rise or fall of one answer is not reported. */
export const MIN_MOVE = 20;

/** True if it rose by 0.2 or more, or lost an irrelevant statement that every earlier answer had. Nothing is asked again. */
export function isBetter({ delta, statements }: PairedCase): boolean {
  const isWorse = statements.some(({ kind, confirmed }) => kind === 'newly-irrelevant' || confirmed === true);
  if (delta === null || delta < 0 || isWorse) return false;
  const repaired = statements.some(
    ({ kind, base }) => kind === 'no-longer-irrelevant' && base.of > 0 && base.runs === base.of,
  );
  return delta >= MIN_MOVE || repaired;
}

/** What a change of the agent left the same in every answer. */
export type Sameness = 'words' | 'scores';

/** `null` if this scorer saw a difference, or if the agent's files did not change. Only the whole suite tells of words. */
export function findSameness(suite: EvaluatedSuite): Sameness | null {
  if (suite.baseline.kind !== 'record' || listAgentFiles(suite).length === 0 || !sawNothing(suite))
    return null;
  return isUnnoticed(suite) && isWordForWord(suite) ? 'words' : 'scores';
}

/** True if the agent's files changed, and no scorer of the suite saw a difference. */
export function isUnnoticed(suite: EvaluatedSuite): boolean {
  return (
    suite.baseline.kind === 'record' &&
    listAgentFiles(suite).length > 0 &&
    listSuiteScorers(suite).every(sawNothing)
  );
}

function sawNothing({ decision, comparison }: Pick<ScorerReport, 'decision' | 'comparison'>): boolean {
  return (
    decision.outcome === 'pass' &&
    comparison.unscored.length === 0 &&
    comparison.pairs.every(
      ({ delta, statements, facts }) =>
        delta === 0 &&
        statements.every(({ kind }) => kind === 'still-irrelevant') &&
        facts.every(({ head }) => head.every((status) => status === 'said')),
    )
  );
}

/** True if the base gave each of the head's answers, word for word. */
function isWordForWord({ head, base }: EvaluatedSuite): boolean {
  const ofBase = new Map(base?.cases.map(({ id, samples }) => [id, samples]));
  return head.cases.every(({ id, samples }) =>
    samples.every(({ answerHash }) => ofBase.get(id)?.some((sample) => sample.answerHash === answerHash)),
  );
}
