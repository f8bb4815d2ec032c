import { addUsage, NO_USAGE } from '../model/answer.js';
import type { Comparison, DatasetChanges, PairedCase, StatementChange } from '../model/comparison.js';
import type { Explanation } from '../model/explanation.js';
import { omitUndefined } from '../model/omit-undefined.js';
import type { EvaluatedSuite, Report, SuiteReport } from '../model/report.js';
import { renderOverallHeading, renderShortHeading } from '../report/model/heading.js';
import { chooseShownMeans, findSuiteWords, listScores, sortWorstFirst } from '../report/model/scores.js';
import { toNativeDelta, toNativeScore } from '../scorers/measure-words.js';
import {
  MAX_RESULT_CASES,
  RESULT_FORMAT,
  RESULT_VERSION,
  type ResultJson,
  type ScoreResult,
  type SuiteResult,
} from './result-schema.js';

/** Numbers, names and our own sentences only, since outputs end up in other people's scripts. */
export function buildResultJson(report: Report): ResultJson {
  const sorted = sortWorstFirst(report.suites);
  const suites = sorted.map(buildSuite);
  const { outcome, because, blocking, passed } = report.overall;
  return {
    format: RESULT_FORMAT,
    version: RESULT_VERSION,
    decision: outcome,
    because: [...because],
    blocking,
    passed,
    headline: renderOverallHeading(sorted, 'suite'),
    headSha: report.headSha,
    runUrl: report.runUrl,
    totalCost: sumCosts(suites.map(({ cost }) => cost)),
    totalTokens: suites.reduce((sum, { usage }) => sum + usage.inputTokens + usage.outputTokens, 0),
    suites,
  };
}

function buildSuite(report: SuiteReport): SuiteResult {
  const evaluated = report.kind === 'evaluated' ? report : null;
  const spent = report.spent ?? evaluated?.head.usage;
  const { calls, inputTokens, outputTokens } = addUsage(spent?.target ?? NO_USAGE, spent?.judge ?? NO_USAGE);
  return omitUndefined({
    suite: report.suite,
    status: report.kind,
    ...buildScore(report),
    baseline: evaluated === null ? null : pickBaseline(evaluated.baseline),
    judge: evaluated?.head.judge.name ?? null,
    chosenFrom: evaluated?.head.subset?.of,
    dataset: countDataset(report.dataset),
    causes: evaluated?.explanations?.map(buildCause),
    usage: { calls, inputTokens, outputTokens },
    cost: findCost(report),
    scorers: evaluated === null ? [] : listScores([evaluated]).map(buildScore),
  });
}

function buildCause(explanation: Explanation): NonNullable<SuiteResult['causes']>[number] {
  const { rule, caseIds, kind } = explanation;
  const named = kind === 'named' ? explanation : null;
  const hunks = kind === 'none' ? [] : explanation.hunks;
  return {
    rule,
    cases: [...caseIds],
    result: kind,
    because: kind === 'none' ? explanation.because : null,
    relation: named?.relation ?? null,
    lines: hunks.flatMap(({ lines }) => lines.map(({ path, line, endLine }) => ({ path, line, endLine }))),
    settings: hunks.flatMap(({ settings }) => settings.map(({ name }) => name)),
    without: named?.without ?? null,
    only: named?.only ?? null,
    repaired: named !== null && named.repair !== null,
  };
}

function buildScore(report: SuiteReport): ScoreResult {
  const { outcome, because, blocking, passed, worse, mean } = report.decision;
  const evaluated = report.kind === 'evaluated' ? report : null;
  const { base, head } = chooseShownMeans(report);
  const numbers = createNumbers(evaluated);
  const pairs = evaluated === null || outcome === 'inconclusive' ? [] : evaluated.comparison.pairs;
  return {
    scorer: evaluated?.comparison.scorer ?? null,
    higherIsBetter: numbers.higherIsBetter,
    decision: outcome,
    because: [...because],
    blocking,
    passed,
    headline: renderShortHeading(report),
    score: numbers.score(head),
    baselineScore: numbers.score(base),
    delta: numbers.delta(base === null || head === null ? null : head - base),
    p: mean?.p ?? null,
    worse: worse.slice(0, MAX_RESULT_CASES),
    tags: buildTags(report.decision, numbers),
    mustPass: countMustPass(evaluated),
    newlyIrrelevant: countChanges(pairs, isIrrelevant),
    lost: countChanges(pairs, isLost),
    noLongerIrrelevant: countChanges(pairs, ({ kind }) => kind === 'no-longer-irrelevant'),
    regressions: listLowerPairs(pairs)
      .slice(0, MAX_RESULT_CASES)
      .map((pair) => buildCase(pair, numbers)),
    cases: countCases(evaluated?.comparison ?? null, pairs),
  };
}

/** Hundredths as the scorer gives its numbers: 0..1 of its scale. */
type Numbers = {
  readonly higherIsBetter: boolean;
  score(hundredths: number | null): number | null;
  delta(hundredths: number | null): number | null;
};

function createNumbers(evaluated: EvaluatedSuite | null): Numbers {
  const higherIsBetter = evaluated === null || findSuiteWords(evaluated).higherIsBetter;
  return {
    higherIsBetter,
    score: (value) => toFraction(value === null ? null : toNativeScore(value, { higherIsBetter })),
    delta: (value) => toFraction(value === null ? null : toNativeDelta(value, { higherIsBetter })),
  };
}

function buildTags({ groups = [] }: SuiteReport['decision'], numbers: Numbers): ScoreResult['tags'] {
  return groups.map(({ tag, cases, base, head, worse, fails }) => ({
    tag,
    cases,
    score: numbers.score(head),
    baselineScore: numbers.score(base),
    delta: numbers.delta(base === null || head === null ? null : head - base),
    worse,
    failed: fails,
  }));
}

function countMustPass(evaluated: EvaluatedSuite | null): ScoreResult['mustPass'] {
  const of = evaluated?.head.cases.filter(({ mustPass }) => mustPass === true).length ?? 0;
  if (evaluated === null || of === 0) return null;
  const failed = evaluated.decision.findings.flatMap(({ rule, outcome, caseIds }) =>
    rule === 'must-pass' && outcome === 'fails' ? caseIds : [],
  );
  return { failed: failed.length, of };
}

const isIrrelevant = ({ kind }: StatementChange) => kind === 'newly-irrelevant';
const isLost = ({ confirmed }: StatementChange) => confirmed === true;

function countChanges(pairs: readonly PairedCase[], isCounted: (change: StatementChange) => boolean): number {
  return pairs.flatMap(({ statements }) => statements.filter(isCounted)).length;
}

function listLowerPairs(pairs: readonly PairedCase[]): readonly PairedCase[] {
  return pairs.filter(({ delta }) => (delta ?? 0) < 0).toSorted((a, b) => (a.delta ?? 0) - (b.delta ?? 0));
}

function buildCase(pair: PairedCase, numbers: Numbers): ScoreResult['regressions'][number] {
  return {
    id: pair.id,
    baselineScore: numbers.score(pair.base),
    score: numbers.score(pair.head),
    delta: numbers.delta(pair.delta),
    newlyIrrelevant: countChanges([pair], isIrrelevant),
    labelKeys: pair.statements.filter(isIrrelevant).flatMap(({ labelKey }) => labelKey ?? []),
    lost: countChanges([pair], isLost),
  };
}

function countCases(comparison: Comparison | null, pairs: readonly PairedCase[]): ScoreResult['cases'] {
  return {
    head: comparison?.headCases ?? 0,
    paired: comparison?.pairs.length ?? 0,
    lower: listLowerPairs(pairs).length,
    higher: pairs.filter(({ delta }) => (delta ?? 0) > 0).length,
    added: comparison?.added.length ?? 0,
    removed: comparison?.removed.length ?? 0,
    edited: comparison?.edited.length ?? 0,
    unscored: comparison?.unscored.length ?? 0,
    noLongerAnswers: comparison?.unscored.filter((row) => row.noLongerAnswers).length ?? 0,
  };
}

function countDataset(dataset: DatasetChanges | undefined): SuiteResult['dataset'] {
  if (dataset === undefined) return null;
  const { before, added, removed, edited, renamed, remarked } = dataset;
  return {
    before,
    added: added.length,
    removed: removed.length,
    edited: edited.length,
    renamed: renamed.length,
    remarked: remarked.length,
  };
}

/** 0 if nothing was run; `null` if it is not wholly known. */
function findCost(report: SuiteReport): number | null {
  if (report.kind !== 'evaluated' && report.spent === undefined) return 0;
  const cost = report.spent?.cost;
  return cost?.status === 'known' && cost.covers === 'all' ? Number(cost.amount.toFixed(8)) : null;
}

function sumCosts(costs: readonly (number | null)[]): number | null {
  return costs.reduce<number | null>((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0);
}

function pickBaseline(baseline: EvaluatedSuite['baseline']): SuiteResult['baseline'] {
  if (baseline.kind !== 'record') return null;
  const { commit, rule, createdAt } = baseline;
  return { commit, rule, createdAt };
}

/** Hundredths as 0..1, with the digits that a mean of hundredths can have. */
function toFraction(hundredths: number | null): number | null {
  return hundredths === null ? null : Number((hundredths / 100).toFixed(6));
}
