import type { Decision } from '../../model/finding.js';
import { omitKeys } from '../../model/omit-keys.js';
import { chooseLook, compareSeverity } from '../../model/outcome.js';
import type { EvaluatedSuite, ScorerReport, SuiteReport } from '../../model/report.js';
import { type Figures, findMeasureWords, type MeasureWords } from '../../scorers/measure-words.js';
import { isBetter, listSuiteScorers } from './changed-answers.js';
import { listAgentFiles } from './probable-lines.js';

/** One report for each scorer of each suite. */
export function listScores(suites: readonly SuiteReport[]): readonly SuiteReport[] {
  return suites.flatMap((suite): readonly SuiteReport[] =>
    suite.kind === 'evaluated' && suite.scorers !== undefined ? splitScorers(suite) : [suite],
  );
}

function splitScorers({ scorers = [], ...suite }: EvaluatedSuite): readonly SuiteReport[] {
  const others = omitKeys(suite, 'dataset', 'changes');
  // The changes to settings are shown once, and those of the target count for all.
  const changedFiles = listAgentFiles(suite).map((file) =>
    file.role === 'settings' ? ({ ...file, role: 'agent' } as const) : file,
  );
  // A failure of every scorer is shown once.
  const shown = new Set(scorers[0]?.comparison.unscored.map(({ id, reason }) => `${id} ${reason}`));
  return scorers.map(({ scorer, ...own }, index): SuiteReport => {
    const first = index === 0;
    if (first) return { ...suite, ...own, part: { scorer, first, scorers } };
    const unscored = own.comparison.unscored.filter(({ id, reason }) => !shown.has(`${id} ${reason}`));
    const comparison = { ...own.comparison, unscored };
    return { ...others, ...own, changedFiles, comparison, notes: [], part: { scorer, first, scorers } };
  });
}

/** `support`; of several scorers `support · faithfulness`. */
export function renderScoreName(suite: SuiteReport): string {
  if (suite.kind !== 'evaluated' || suite.part === undefined) return suite.suite;
  return `${suite.suite} · ${findSuiteWords(suite).label}`;
}

/** True for a further scorer of a suite: what is true of the whole suite is shown with the first. */
export function isFurtherScore(suite: SuiteReport): boolean {
  return suite.kind === 'evaluated' && suite.part?.first === false;
}

/** True if the changed lines are shown with this scorer: once per suite, with the scorer that needs attention most. */
export function showsChange(suite: EvaluatedSuite): boolean {
  const [first] = listSuiteScorers(suite).toSorted(
    (a, b) => rankInterest(a) - rankInterest(b) || compareSeverity(a.decision, b.decision),
  );
  return suite.part === undefined || suite.part.scorer === first?.scorer;
}

/** 0 if the scorer fails, 1 if answers got worse, 2 if some got better, else 3. */
function rankInterest({ decision, comparison }: ScorerReport): number {
  const look = chooseLook(decision);
  if (look === 'fail') return 0;
  if (look === 'worse' || decision.worse.length > 0) return 1;
  return comparison.pairs.some(isBetter) ? 2 : 3;
}

/** The words of the suite's scorer. */
export function findSuiteWords({ head, comparison }: EvaluatedSuite): MeasureWords {
  return findMeasureWords(head, comparison.scorer);
}

/** Suites with the one first that needs attention most. */
export function sortWorstFirst(suites: readonly SuiteReport[]): readonly SuiteReport[] {
  return suites.toSorted((a, b) => compareSeverity(a.decision, b.decision));
}

/** Both sides' means in hundredths; `null` if nothing was decided or a side has none. `limit`: the drop that counts. */
export function chooseShownMeans(suite: SuiteReport): {
  readonly base: number | null;
  readonly head: number | null;
  readonly limit: number | undefined;
} {
  const { mean, outcome } = suite.decision;
  const limit = mean === null ? undefined : 100 * mean.maxDrop;
  if (suite.kind !== 'evaluated' || outcome === 'inconclusive') return { base: null, head: null, limit };
  const { baseMean, headMean, floorMean } = suite.comparison;
  if (baseMean === null || headMean === null) return { base: null, head: floorMean, limit };
  return { base: baseMean, head: headMean, limit };
}

/** Stands for a number that does not exist. */
export const NONE = '–';

/** The means as the scorer gives its numbers; `null` without a head score. */
export function renderFigures(suite: SuiteReport): Figures | null {
  const { base, head, limit } = chooseShownMeans(suite);
  if (suite.kind !== 'evaluated' || head === null) return null;
  const threshold = findThreshold(suite.decision);
  return findSuiteWords(suite).figures(base, head, { drop: limit, threshold: threshold ?? undefined });
}

/** True if there is nothing to compare with. */
export function isFirstRun({ baseline, decision }: EvaluatedSuite): boolean {
  return baseline.kind !== 'record' && decision.outcome !== 'inconclusive';
}

/** The suite's threshold in hundredths; `null` if it has none or was not decided. */
export function findThreshold({ findings }: Decision): number | null {
  const finding = findings.find(({ rule, tag }) => rule === 'threshold' && tag === undefined);
  return finding?.rule === 'threshold' ? 100 * finding.numbers.threshold : null;
}

/** True if the threshold is red, and the base is on its bad side as well. */
export function isBaseBelow({ decision, comparison: { baseMean } }: EvaluatedSuite): boolean {
  const threshold = findThreshold(decision);
  const isRed = decision.findings.some(
    ({ rule, outcome, tag }) => rule === 'threshold' && outcome === 'fails' && tag === undefined,
  );
  return isRed && threshold !== null && baseMean !== null && baseMean < threshold;
}
