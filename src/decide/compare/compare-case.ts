import type { Fact, IrrelevantPoint, PairedCase, ShownAnswer } from '../../model/comparison.js';
import { omitKeys } from '../../model/omit-keys.js';
import { omitUndefined } from '../../model/omit-undefined.js';
import type { CaseRecord, RunRecord, Sample, ScorerFingerprint } from '../../model/run-record.js';
import type { ScoredJudgement } from '../../model/verdict.js';
import { renderToolCallText, type ScoredRun } from './answer-pieces.js';
import {
  compareStatements,
  NO_STATEMENTS,
  type StatementComparison,
  type StatementOptions,
} from './compare-statements.js';
import type { FactInRuns } from './facts.js';
import { computeMean, findScoredJudgement, toHundredths } from './sample-scores.js';

/**
 * In hundredths. If a case's mean rose by this much, its lost facts are not reported: an improvement is not
 * a loss.
 */
export const MIN_IMPROVEMENT = 20;

export type CaseSide = {
  readonly row: CaseRecord;
  readonly text: RunRecord['text'];
  /** `null`: not comparable with the other side; its scores are left out. */
  readonly scorer: ScorerFingerprint | null;
};

export type ComparedCase = {
  readonly pair: PairedCase;
  readonly searches: StatementComparison['searches'];
  readonly secondSearches: StatementComparison['searches'];
};

/** One case on both sides. Of several runs, the answers are shown that explain the delta most. */
export function compareCase(
  head: CaseSide,
  base: CaseSide,
  options: Omit<StatementOptions, 'shown' | 'shownBase'>,
): ComparedCase {
  const runs = { head: listScoredRuns(head), base: listScoredRuns(base) };
  const [headMean, baseMean] = [
    computeMean(listScores(runs.head.suite)),
    computeMean(listScores(runs.base.suite)),
  ];
  const delta = headMean === null || baseMean === null ? null : headMean - baseMean;
  const shownRun = findFurthestRun(runs.head.suite, delta ?? 0);
  const shown = runs.head.suite[shownRun];
  const shownBase = findFurthestRun(runs.base.suite, -(delta ?? 0));
  const { changes, irrelevant, facts, links, searches } = compareTexts(head, base, runs, {
    ...options,
    reportsLostFacts: options.reportsLostFacts === true && (delta ?? 0) < MIN_IMPROVEMENT,
    shown: shownRun,
    shownBase,
  });
  return {
    pair: omitUndefined({
      id: head.row.id,
      input: head.row.input,
      baseScores: listScores(runs.base.suite),
      headScores: listScores(runs.head.suite),
      baseCaseScores: listScores(runs.base.own),
      headCaseScores: listScores(runs.head.own),
      base: baseMean,
      head: headMean,
      delta,
      statements: changes,
      irrelevant,
      facts: facts.map((fact) => splitFact(fact, runs)),
      baseAnswer: chooseShownAnswer(base, runs.base.suite[shownBase]),
      headAnswer: chooseShownAnswer(head, shown),
      links,
      headReason: shown !== undefined && shown.judgement.reason !== '' ? shown.judgement.reason : undefined,
      flags: shown?.judgement.flags ?? [],
    }),
    searches,
    secondSearches: facts.flatMap(({ secondSearch }) => secondSearch ?? []),
  };
}

/** `own`: runs that were taken for this case alone. */
type ScoredRuns = { readonly suite: readonly ScoredSample[]; readonly own: readonly ScoredSample[] };

function listScoredRuns(side: CaseSide): ScoredRuns {
  return { suite: listScoredSamples(side), own: listScoredSamples(side, side.row.caseSamples) };
}

function listScores(scored: readonly ScoredSample[]): readonly number[] {
  return scored.map(({ score }) => score);
}

function compareTexts(
  head: CaseSide,
  base: CaseSide,
  runs: { readonly head: ScoredRuns; readonly base: ScoredRuns },
  options: StatementOptions,
): StatementComparison & { readonly irrelevant: PairedCase['irrelevant'] } {
  if (head.text === 'none' || base.text === 'none') return { ...NO_STATEMENTS, irrelevant: null };
  const atBase = [...runs.base.suite, ...runs.base.own];
  const atHead = [...runs.head.suite, ...runs.head.own];
  if (haveSameStatements([...atBase, ...atHead])) return { ...NO_STATEMENTS, irrelevant: [] };
  const suiteWide = runs.base.suite.length;
  const compared = compareStatements(atBase.map(toScoredRun), atHead.map(toScoredRun), {
    ...options,
    suiteWide,
  });
  const points = compared.points.map((point): IrrelevantPoint => {
    const [ofBase, baseCase] = splitRuns(point.base, runs.base.suite.length);
    const [ofHead, headCase] = splitRuns(point.head, runs.head.suite.length);
    return { text: point.text, base: ofBase, head: ofHead, baseCase, headCase };
  });
  // A point that appears only in later runs raises no suspicion.
  return { ...compared, irrelevant: points.filter((point) => point.base.length + point.head.length > 0) };
}

/**
 * Index of the run to show: the lowest score for a negative direction, the highest for a positive one, the
 * first for 0.
 */
function findFurthestRun(scored: readonly ScoredSample[], direction: number): number {
  const scores = listScores(scored);
  const wanted = direction < 0 ? Math.min(...scores) : Math.max(...scores);
  return direction === 0 ? 0 : Math.max(0, scores.indexOf(wanted));
}

function splitRuns(runs: readonly number[], suiteWide: number): readonly [number[], number[]] {
  return [
    runs.filter((run) => run < suiteWide),
    runs.filter((run) => run >= suiteWide).map((run) => run - suiteWide),
  ];
}

function splitFact(
  { base, head, ...fact }: FactInRuns,
  runs: { readonly head: ScoredRuns; readonly base: ScoredRuns },
): Fact {
  const [atBase, atHead] = [runs.base.suite.length, runs.head.suite.length];
  return {
    ...omitKeys(fact, 'secondSearch'),
    base: base.slice(0, atBase),
    head: head.slice(0, atHead),
    baseCase: base.slice(atBase),
    headCase: head.slice(atHead),
  };
}

export function computeCaseMean(side: CaseSide): number | null {
  return computeMean(listScores(listScoredSamples(side)));
}

type ScoredSample = { readonly sample: Sample; readonly judgement: ScoredJudgement; readonly score: number };

function toScoredRun({ judgement, sample: { answer } }: ScoredSample): ScoredRun {
  if (answer.status === 'failed') return { judgement, answer: '' };
  return { judgement, answer: answer.output, toolCalls: answer.toolCalls };
}

function listScoredSamples({ row, scorer }: CaseSide, samples = row.samples): readonly ScoredSample[] {
  if (scorer === null) return [];
  return samples.flatMap((sample) => {
    const judgement = findScoredJudgement(sample, scorer.id);
    return judgement === null ? [] : [{ sample, judgement, score: toHundredths(judgement.score, scorer) }];
  });
}

/** The run with the lowest score; `null` if the record keeps no answers. */
export function findLowestRun(side: CaseSide): ShownAnswer | null {
  const scored = listScoredSamples(side);
  return chooseShownAnswer(side, scored[findFurthestRun(scored, -1)]);
}

/** The scored answer, else the first answer, else the first failure. */
function chooseShownAnswer({ row, text }: CaseSide, scored: ScoredSample | undefined): ShownAnswer | null {
  const { samples, caseSamples } = row;
  const sample = scored?.sample ?? samples.find(({ answer }) => answer.status === 'answered') ?? samples[0];
  const shown = sample === undefined ? null : buildShownAnswer(sample, text);
  const of = samples.length + caseSamples.length;
  if (sample === undefined || shown === null || of < 2) return shown;
  return { ...shown, run: { number: samples.indexOf(sample) + 1, of, score: scored?.score ?? null } };
}

/** True if all answers are equal and nothing in them is irrelevant: no statement can have changed. */
function haveSameStatements(all: readonly ScoredSample[]): boolean {
  const hash = all[0]?.sample.answerHash;
  return all.every(
    ({ sample, judgement }) =>
      sample.answerHash === hash && judgement.statements.every(({ result }) => result !== 'no'),
  );
}

/** The answer that a reader sees; `null` if there is none or the record keeps no answers. */
function buildShownAnswer({ answer }: Sample, text: RunRecord['text']): ShownAnswer | null {
  if (answer.status === 'failed') return { status: 'failed', message: answer.message };
  if (text !== 'full') return null;
  const turns = answer.turns?.map(({ input, output }) => ({ input, output }));
  return {
    status: 'answered',
    output: answer.output,
    toolCalls: answer.toolCalls.map(renderToolCallText),
    ...(turns !== undefined && { turns }),
  };
}
