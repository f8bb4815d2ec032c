import type { UnscoredCase } from '../ports/comparison.js';
import type { EvaluatedSuite, SuiteReport } from '../ports/report.js';
import { type MeasureWords, wordsOf } from '../scorers/measure-words.js';

/** One report a scorer: a suite with several is told as so many. */
export function listScores(suites: readonly SuiteReport[]): readonly SuiteReport[] {
  return suites.flatMap((suite): readonly SuiteReport[] =>
    suite.kind === 'evaluated' && suite.scorers !== undefined ? splitScorers(suite) : [suite],
  );
}

function splitScorers({ scorers = [], ...suite }: EvaluatedSuite): readonly SuiteReport[] {
  const { dataset: _, changes: __, changedFiles: ___, changedPrompt: ____, ...others } = suite;
  const told = scorers[0]?.comparison.unscored ?? [];
  return scorers.map(({ scorer, ...said }, index): SuiteReport => {
    const first = index === 0;
    if (first) return { ...suite, ...said, part: { scorer, first } };
    const unscored = withoutTold(said.comparison.unscored, told);
    const comparison = suite.head.stopped === null ? { ...said.comparison, unscored } : said.comparison;
    return { ...others, ...said, comparison, notes: [], part: { scorer, first } };
  });
}

/** What failed for every scorer alike (the agent, mostly) is told once. */
function withoutTold(rows: readonly UnscoredCase[], told: readonly UnscoredCase[]): readonly UnscoredCase[] {
  const known = new Set(told.map(({ id, reason }) => `${id} ${reason}`));
  return rows.filter(({ id, reason }) => !known.has(`${id} ${reason}`));
}

/** `support`; of several scorers `support · faithfulness`. */
export function nameOfScore(suite: SuiteReport): string {
  if (suite.kind !== 'evaluated' || suite.part === undefined) return suite.suite;
  return `${suite.suite} · ${wordsOfSuite(suite).label}`;
}

/** True of a further scorer of a suite: what is true of the whole suite has been told. */
export function isFurtherScore(suite: SuiteReport): boolean {
  return suite.kind === 'evaluated' && suite.part?.first === false;
}

/** How a suite's numbers are told. */
export function wordsOfSuite({
  head,
  comparison,
}: Pick<EvaluatedSuite, 'head'> & { readonly comparison: { readonly scorer: string } }): MeasureWords {
  return wordsOf(head, comparison.scorer);
}

/** `suite` where every suite has one scorer, `scorer` where one suite has several, else `score`. */
export function nounOf(scores: readonly SuiteReport[]): string {
  const suites = new Set(scores.map(({ suite }) => suite)).size;
  if (suites === scores.length) return 'suite';
  return suites === 1 ? 'scorer' : 'score';
}
