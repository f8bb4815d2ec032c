import type { IrrelevantPoint, PairedCase, ShownAnswer } from '../../ports/comparison.js';
import type { ToolCall } from '../../ports/dataset.js';
import type { CaseRecord, RunRecord, Sample, ScorerFingerprint } from '../../ports/run-record.js';
import { cutText } from '../../text/values.js';
import {
  compareStatements,
  nothingSaid,
  type ScoredRun,
  type StatementComparison,
  type StatementOptions,
} from './compare-statements.js';
import { hundredths, meanOf, type Scored, scoredJudgement } from './sample-scores.js';

export type CaseSide = {
  readonly row: CaseRecord;
  readonly text: RunRecord['text'];
  /** `null`: this side's scores cannot be held against the other's, and are left out. */
  readonly scorer: ScorerFingerprint | null;
};

export type ComparedCase = {
  /** Without its statements: what of them is new, the whole suite tells. */
  readonly pair: Omit<PairedCase, 'statements'>;
  readonly statements: StatementComparison;
};

/**
 * One case on both sides: scores, delta, statements, and the answers that are shown: of several runs those that explain
 * the delta, at head the furthest that way, at base the furthest from it.
 */
export function compareCase(
  head: CaseSide,
  base: CaseSide,
  options: Omit<StatementOptions, 'shown'>,
): ComparedCase {
  const headScored = scoredSamples(head);
  const baseScored = scoredSamples(base);
  const headScores = headScored.map(({ score }) => score);
  const baseScores = baseScored.map(({ score }) => score);
  const headMean = meanOf(headScores);
  const baseMean = meanOf(baseScores);
  const delta = headMean === null || baseMean === null ? null : headMean - baseMean;
  const shownRun = furthest(headScored, delta ?? 0);
  const shown = headScored[shownRun];
  const baseOwn = scoredSamples(base, base.row.caseSamples);
  const headOwn = scoredSamples(head, head.row.caseSamples);
  const pair = {
    id: head.row.id,
    input: head.row.input,
    baseScores,
    headScores,
    baseCaseScores: baseOwn.map(({ score }) => score),
    headCaseScores: headOwn.map(({ score }) => score),
    base: baseMean,
    head: headMean,
    delta,
    baseAnswer: showRun(base, baseScored[furthest(baseScored, -(delta ?? 0))]),
    headAnswer: showRun(head, shown),
    ...(shown !== undefined && shown.judgement.reason !== '' && { headReason: shown.judgement.reason }),
    flags: shown?.judgement.flags ?? [],
  };
  // What was asked for this case alone says better than one run whether a statement is there to stay.
  const atBase = [...baseScored, ...baseOwn];
  const atHead = [...headScored, ...headOwn];
  const isTextless = head.text === 'none' || base.text === 'none';
  const statements =
    isTextless || nothingToSay([...atBase, ...atHead])
      ? nothingSaid(atHead.length, isTextless ? 0 : atBase.length)
      : compareStatements(atBase.map(asRun), atHead.map(asRun), { ...options, shown: shownRun });
  const points = statements.points.map(({ text, base, head }): IrrelevantPoint => {
    const [ofBase, baseCase] = splitRuns(base, baseScored.length);
    const [ofHead, headCase] = splitRuns(head, headScored.length);
    return { text, base: ofBase, head: ofHead, baseCase, headCase };
  });
  // What only the runs of this case alone say raises no suspicion.
  const irrelevant = isTextless ? null : points.filter((point) => point.base.length + point.head.length > 0);
  return { pair: { ...pair, irrelevant }, statements };
}

/** Place of the first run that lies furthest in a direction: below 0 the lowest, above it the highest, at 0 the first. */
function furthest(scored: readonly ScoredSample[], direction: number): number {
  const scores = scored.map(({ score }) => score);
  const wanted = direction < 0 ? Math.min(...scores) : Math.max(...scores);
  return direction === 0 ? 0 : Math.max(0, scores.indexOf(wanted));
}

/** Places of suite-wide runs, and of those taken for the case alone. */
function splitRuns(runs: readonly number[], suiteWide: number): readonly [number[], number[]] {
  return [
    runs.filter((run) => run < suiteWide),
    runs.filter((run) => run >= suiteWide).map((run) => run - suiteWide),
  ];
}

/** A case's mean in hundredths on one side; `null` where it has no score there. */
export function caseMean(side: CaseSide): number | null {
  return meanOf(scoredSamples(side).map(({ score }) => score));
}

type ScoredSample = { readonly sample: Sample; readonly judgement: Scored; readonly score: number };

function asRun({ judgement, sample: { answer } }: ScoredSample): ScoredRun {
  return { judgement, answer: answer.status === 'answered' ? answer.output : '' };
}

function scoredSamples({ row, scorer }: CaseSide, samples = row.samples): readonly ScoredSample[] {
  if (scorer === null) return [];
  return samples.flatMap((sample) => {
    const judgement = scoredJudgement(sample, scorer.id);
    return judgement === null ? [] : [{ sample, judgement, score: hundredths(judgement.score, scorer) }];
  });
}

/** The lowest run as a reader sees it; `null` where the record keeps no answers. */
export function showLowest(side: CaseSide): ShownAnswer | null {
  const scored = scoredSamples(side);
  return showRun(side, scored[furthest(scored, -1)]);
}

/** The scored answer, where there is one, else the first answer at all, else the first failure. */
function showRun({ row, text }: CaseSide, scored: ScoredSample | undefined): ShownAnswer | null {
  const { samples, caseSamples } = row;
  const sample = scored?.sample ?? samples.find(({ answer }) => answer.status === 'answered') ?? samples[0];
  const shown = sample === undefined ? null : shownAnswer(sample, text);
  const of = samples.length + caseSamples.length;
  if (sample === undefined || shown === null || of < 2) return shown;
  return { ...shown, run: { number: samples.indexOf(sample) + 1, of, score: scored?.score ?? null } };
}

/** True where every answer is the same one and nothing in it is irrelevant: no statement can have changed. */
function nothingToSay(all: readonly ScoredSample[]): boolean {
  const hash = all[0]?.sample.answerHash;
  return all.every(
    ({ sample, judgement }) =>
      sample.answerHash === hash && judgement.statements.every(({ result }) => result !== 'no'),
  );
}

const ARGUMENT_CHARACTERS = 200;

/** A sample's answer as a reader sees it; `null` where there is none or the record keeps no answers. */
function shownAnswer({ answer }: Sample, text: RunRecord['text']): ShownAnswer | null {
  if (answer.status === 'failed') return { status: 'failed', message: answer.message };
  if (text !== 'full') return null;
  return { status: 'answered', output: answer.output, toolCalls: answer.toolCalls.map(renderCall) };
}

function renderCall({ name, arguments: given }: ToolCall): string {
  const text = given === undefined ? '' : typeof given === 'string' ? given : (JSON.stringify(given) ?? '');
  return `${name}(${cutText(text, ARGUMENT_CHARACTERS)})`;
}
