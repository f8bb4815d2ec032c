import { addUsage, NO_USAGE } from '../ports/answer.js';
import type { Comparison, DatasetChanges } from '../ports/comparison.js';
import type { Decision } from '../ports/decision.js';
import type { EvaluatedSuite, Report, SuiteReport } from '../ports/report.js';
import { nativeDelta, nativeScore } from '../scorers/measure-words.js';
import { brokenCases, countLost, countStatements, sortCaseChanges } from './case-changes.js';
import { hasFigures, shownMeans, sortWorstFirst } from './decision-words.js';
import { listScores, wordsOfSuite } from './list-scores.js';
import {
  MOST_CASES,
  RESULT_FORMAT,
  RESULT_VERSION,
  type ResultJson,
  type ScoreResult,
  type SuiteResult,
} from './result-schema.js';

/**
 * Builds the versioned result of a run. It holds numbers, names and our own sentences: no answer, statement or reason
 * of a model, since outputs end up in other people's scripts.
 */
export function buildResultJson(report: Report): ResultJson {
  const suites = sortWorstFirst(report.suites).map(buildSuite);
  return {
    format: RESULT_FORMAT,
    version: RESULT_VERSION,
    ...pickDecision(report.overall),
    headSha: report.headSha,
    runUrl: report.runUrl,
    totalCost: sumOf(suites.map(({ cost }) => cost)),
    totalTokens: suites.reduce((sum, { usage }) => sum + usage.inputTokens + usage.outputTokens, 0),
    suites,
  };
}

function buildSuite(report: SuiteReport): SuiteResult {
  const evaluated = report.kind === 'evaluated' ? report : null;
  const spent = report.spent ?? evaluated?.head.usage;
  const { calls, inputTokens, outputTokens } = addUsage(spent?.target ?? NO_USAGE, spent?.judge ?? NO_USAGE);
  return {
    suite: report.suite,
    status: report.kind,
    ...buildScore(report),
    baseline: evaluated === null ? null : pickBaseline(evaluated.baseline),
    judge: evaluated?.head.judge.name ?? null,
    ...(evaluated?.head.subset !== undefined && { chosenFrom: evaluated.head.subset.of }),
    dataset: countDataset(report.dataset),
    usage: { calls, inputTokens, outputTokens },
    cost: costOf(report),
    scorers: evaluated === null ? [] : listScores([evaluated]).map(buildScore),
  };
}

type DecisionField = 'decision' | 'because' | 'blocking' | 'passed' | 'headline';
type Changes = Pick<SuiteResult, 'newlyIrrelevant' | 'lost' | 'noLongerIrrelevant' | 'regressions'>;

/** What one scorer found. */
function buildScore(report: SuiteReport): ScoreResult {
  const evaluated = report.kind === 'evaluated' ? report : null;
  const comparison = evaluated !== null && hasFigures(report) ? evaluated.comparison : null;
  const means = shownMeans(report);
  const tell = numbersOf(evaluated);
  return {
    scorer: evaluated?.comparison.scorer ?? null,
    higherIsBetter: tell.higherIsBetter,
    ...pickDecision(report.decision),
    score: tell.score(means.head),
    baselineScore: tell.score(means.base),
    delta: tell.delta(means.delta),
    p: report.decision.mean?.p ?? null,
    ...buildChanges(comparison, report.decision, tell),
    cases: countCases(evaluated, comparison !== null),
  };
}

/** Hundredths as the scorer gives its numbers: 0..1 of its scale. */
type Numbers = {
  readonly higherIsBetter: boolean;
  score(hundredths: number | null): number | null;
  delta(hundredths: number | null): number | null;
};

function numbersOf(evaluated: EvaluatedSuite | null): Numbers {
  const higherIsBetter = evaluated === null || wordsOfSuite(evaluated).higherIsBetter;
  return {
    higherIsBetter,
    score: (value) => fraction(value === null ? null : nativeScore(value, { higherIsBetter })),
    delta: (value) => fraction(value === null ? null : nativeDelta(value, { higherIsBetter })),
  };
}

function buildChanges(comparison: Comparison | null, decision: Decision, tell: Numbers): Changes {
  const pairs = comparison?.pairs ?? [];
  const lower = comparison === null ? [] : sortCaseChanges(comparison, decision).lower;
  const broken = brokenCases(decision);
  return {
    newlyIrrelevant: countStatements(pairs, 'newly-irrelevant'),
    lost: countLost(pairs),
    noLongerIrrelevant: countStatements(pairs, 'no-longer-irrelevant'),
    regressions: lower.slice(0, MOST_CASES).map((pair) => ({
      id: pair.id,
      baselineScore: tell.score(pair.base),
      score: tell.score(pair.head),
      delta: tell.delta(pair.delta),
      newlyIrrelevant: countStatements([pair], 'newly-irrelevant'),
      labelKeys: pair.statements.flatMap(({ kind, labelKey }) =>
        kind === 'newly-irrelevant' && labelKey !== undefined ? [labelKey] : [],
      ),
      lost: countLost([pair]),
      broken: broken.has(pair.id),
    })),
  };
}

function countCases(evaluated: EvaluatedSuite | null, hasNumbers: boolean): SuiteResult['cases'] {
  const comparison = evaluated?.comparison ?? null;
  const changes =
    evaluated !== null && hasNumbers ? sortCaseChanges(evaluated.comparison, evaluated.decision) : null;
  return {
    head: comparison?.headCases ?? 0,
    paired: comparison?.pairs.length ?? 0,
    lower: changes?.lower.length ?? 0,
    higher: changes?.higher.length ?? 0,
    added: comparison?.added.length ?? 0,
    removed: comparison?.removed.length ?? 0,
    edited: comparison?.edited.length ?? 0,
    unscored: comparison?.unscored.length ?? 0,
    noLongerAnswers: comparison?.unscored.filter((row) => row.noLongerAnswers).length ?? 0,
  };
}

function countDataset(dataset: DatasetChanges | undefined): SuiteResult['dataset'] {
  if (dataset === undefined) return null;
  const { before, added, removed, edited, renamed } = dataset;
  return {
    before,
    added: added.length,
    removed: removed.length,
    edited: edited.length,
    renamed: renamed.length,
  };
}

/** 0 where nothing was run; `null` where it is not wholly known. */
function costOf(report: SuiteReport): number | null {
  if (report.kind !== 'evaluated' && report.spent === undefined) return 0;
  const cost = report.spent?.cost;
  return cost?.status === 'known' && cost.covers === 'all' ? Number(cost.amount.toFixed(8)) : null;
}

function sumOf(costs: readonly (number | null)[]): number | null {
  return costs.reduce<number | null>((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0);
}

function pickDecision(decision: Decision): Pick<ResultJson, DecisionField> {
  const { outcome, because, blocking, passed, headline } = decision;
  return { decision: outcome, because: [...because], blocking, passed, headline };
}

function pickBaseline(baseline: EvaluatedSuite['baseline']): SuiteResult['baseline'] {
  if (baseline.kind !== 'record') return null;
  const { commit, rule, createdAt } = baseline;
  return { commit, rule, createdAt };
}

/** Hundredths as 0..1, with the digits that a mean of hundredths can have. */
function fraction(hundredths: number | null): number | null {
  return hundredths === null ? null : Number((hundredths / 100).toFixed(6));
}
