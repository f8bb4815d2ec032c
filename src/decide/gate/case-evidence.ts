import type { Fact } from '../../model/comparison.js';
import type { GateAsk, RuleName } from '../../model/finding.js';
import {
  type CaseRecord,
  findScorerFingerprint,
  type Sample,
  type ScorerFingerprint,
} from '../../model/run-record.js';
import { computeMean, findScoredJudgement, toLenientHundredths } from '../compare/sample-scores.js';
import { hasNothingToScore } from '../compare/usable-record.js';
import type { GateInput } from './gate-input.js';

/** One side's answers to one case after those that raised the suspicion. */
export type NewAnswers = {
  /** In hundredths: of answers to this case alone, then of further runs of every case. */
  readonly scores: readonly number[];
  /** Number of new answers, with or without a score. */
  readonly taken: number;
  readonly alone: number;
  /** Samples in the side's record that are not new answers: earlier ones, and those with nothing to score. */
  readonly before: number;
  /** Samples with nothing to score. They decide nothing, so the gate requests others in their place. */
  readonly notScorable: number;
};

/** One case that has a score on both sides. In hundredths; higher is better. */
export type CaseEvidence = {
  readonly id: string;
  /** Mean of the base's suite-wide runs. */
  readonly base: number;
  readonly baseScores: readonly number[];
  readonly headScores: readonly number[];
  /** Mean of the first head runs: what raises a suspicion. */
  readonly first: number;
  readonly drop: number;
  /** The head's first and new scores if every *unsure* counted as *yes*. */
  readonly lenientScores: { readonly first: readonly number[]; readonly later: readonly number[] };
  readonly headNew: NewAnswers;
  readonly baseNew: NewAnswers;
  readonly facts: readonly Fact[];
  /** True if each side gave the same suite-wide answer in every run. */
  readonly isSteady: boolean;
};

export function collectEvidence(input: GateInput): readonly CaseEvidence[] {
  const { comparison, head, base, today, firstRuns } = input;
  const scorer = findScorerFingerprint(head, comparison.scorer);
  const idsAtBase = new Map(comparison.renamed.map(({ from, to }) => [to, from]));
  const headRows = new Map(head.cases.map((row) => [row.id, row]));
  const baseRows = new Map(base?.cases.map((row) => [row.id, row]));
  const scoresToday = new Map(today?.pairs.map(({ id, baseScores }) => [id, baseScores]));
  return comparison.pairs
    .flatMap((pair): CaseEvidence[] => {
      const { id, baseScores, headScores } = pair;
      const first = computeMean(headScores.slice(0, firstRuns));
      if (first === null || pair.base === null) return [];
      const headRow = headRows.get(id);
      const baseRow = baseRows.get(idsAtBase.get(id) ?? id);
      const { samples = [] } = headRow ?? {};
      const later = samples
        .filter((sample) => !hasNothingToScore(sample, comparison.scorer))
        .slice(firstRuns);
      const today = scoresToday.get(id) ?? [];
      return [
        {
          id,
          base: pair.base,
          baseScores,
          first,
          headScores,
          drop: pair.base - first,
          lenientScores: collectLenientScores(headRow, scorer, firstRuns),
          headNew: buildNewAnswers(headRow, comparison.scorer, {
            scores: [...pair.headCaseScores, ...headScores.slice(firstRuns)],
            suiteWide: later.length,
          }),
          baseNew: buildNewAnswers(baseRow, comparison.scorer, {
            scores: [...pair.baseCaseScores, ...today],
            suiteWide: today.length,
          }),
          facts: pair.facts,
          isSteady: isSteady(headRow) && isSteady(baseRow),
        },
      ];
    })
    .sort((a, b) => b.drop - a.drop || (a.id < b.id ? -1 : 1));
}

/** In the order of the plain scores. */
function collectLenientScores(
  row: CaseRecord | undefined,
  scorer: ScorerFingerprint | null,
  firstRuns: number,
): CaseEvidence['lenientScores'] {
  if (scorer === null) return { first: [], later: [] };
  const listScores = (samples: readonly Sample[] = []) =>
    samples.flatMap((sample) => {
      const judgement = findScoredJudgement(sample, scorer.id);
      return judgement === null ? [] : [toLenientHundredths(judgement, scorer)];
    });
  const suiteWide = listScores(row?.samples);
  return {
    first: suiteWide.slice(0, firstRuns),
    later: [...listScores(row?.caseSamples), ...suiteWide.slice(firstRuns)],
  };
}

/** `suiteWide`: how many of the suite-wide runs are new. */
function buildNewAnswers(
  row: CaseRecord | undefined,
  scorer: string,
  { scores, suiteWide }: { readonly scores: readonly number[]; readonly suiteWide: number },
): NewAnswers {
  const { samples, caseSamples } = row ?? NO_SAMPLES;
  const countNotScorable = (list: readonly Sample[]) =>
    list.filter((sample) => hasNothingToScore(sample, scorer)).length;
  const taken = suiteWide + caseSamples.length - countNotScorable(caseSamples);
  return {
    scores,
    taken,
    alone: caseSamples.length,
    before: samples.length + caseSamples.length - taken,
    notScorable: countNotScorable([...samples, ...caseSamples]),
  };
}

const NO_SAMPLES = { samples: [], caseSamples: [] };

function isSteady(row: CaseRecord | undefined): boolean {
  return new Set(row?.samples.map(({ answerHash }) => answerHash)).size === 1;
}

/** When the new answers to a case confirm its fall or rise. */
export type ConfirmationTerms = {
  /** Needed on each side that can be asked. */
  readonly answers: number;
  /** So many of them may lie on the wrong side of the middle. */
  readonly contradictions: number;
  /** The means of the new answers must still differ by so much, in hundredths. */
  readonly least: number;
};

type AskableTerms = ConfirmationTerms & { readonly askable: 'both' | 'head' };

/** Falls or rises that their new answers do not contradict. */
export type Confirmation = {
  readonly confirmed: readonly CaseEvidence[];
  readonly open: readonly OpenCase[];
};

export function sortByConfirmation(cases: readonly CaseEvidence[], terms: AskableTerms): Confirmation {
  const { answers } = terms;
  const confirmed: CaseEvidence[] = [];
  const open: OpenCase[] = [];
  for (const evidence of cases.filter((each) => !isContradicted(each, terms))) {
    const side = chooseSide(evidence, terms);
    if (side === null) confirmed.push(evidence);
    else open.push({ evidence, side, answers, left: countMissingAnswers(evidence, terms) });
  }
  return { confirmed, open };
}

/** Without new base answers, the stored base runs count. */
function isContradicted(evidence: CaseEvidence, terms: AskableTerms): boolean {
  const { askable, answers, contradictions, least } = terms;
  return (
    (askable === 'head' && countWrong(evidence, 'base', evidence.baseScores) > 0) ||
    // If so many answers have nothing to score, further ones will not have, either.
    Math.max(evidence.headNew.notScorable, evidence.baseNew.notScorable) > answers ||
    countContradictions(evidence, answers) > contradictions ||
    measureDifference(evidence, terms) < least
  );
}

function chooseSide(
  { headNew, baseNew }: CaseEvidence,
  { askable, answers }: AskableTerms,
): 'head' | 'base' | null {
  if (headNew.taken < answers) return 'head';
  return askable === 'both' && baseNew.taken < answers ? 'base' : null;
}

/** New answers of all sides that are still missing. */
function countMissingAnswers({ headNew, baseNew }: CaseEvidence, { askable, answers }: AskableTerms): number {
  const missing = ({ taken }: NewAnswers) => Math.max(0, answers - taken);
  return missing(headNew) + (askable === 'both' ? missing(baseNew) : 0);
}

/** The difference of the new answers' means, or the most that it can still be. */
export function measureDifference(evidence: CaseEvidence, { askable, answers }: AskableTerms): number {
  const { drop, base, headNew, baseNew } = evidence;
  const alignScore = (score: number) => (drop > 0 ? score : 100 - score);
  const mean = ({ scores, taken }: NewAnswers, missing: number) => {
    const due = Array.from({ length: Math.max(0, answers - taken) }, () => missing);
    return computeMean([...scores.slice(0, answers).map(alignScore), ...due]) ?? 0;
  };
  return (askable === 'head' ? alignScore(base) : mean(baseNew, 100)) - mean(headNew, 0);
}

/** Contradictions among each side's first so many new answers. One without a score confirms nothing, so it counts. */
export function countContradictions(evidence: CaseEvidence, answers: number): number {
  const counts = (['head', 'base'] as const).map((side) => {
    const { scores, taken } = evidence[`${side}New`];
    const unscored = Math.max(0, Math.min(answers, taken) - scores.length);
    return unscored + countWrong(evidence, side, scores.slice(0, answers));
  });
  return counts.reduce((sum, each) => sum + each, 0);
}

/** Scores on the wrong side of the middle, or on it. */
function countWrong(
  { base, first, drop }: CaseEvidence,
  side: 'head' | 'base',
  scores: readonly number[],
): number {
  const better = side === 'head' ? Math.sign(drop) : -Math.sign(drop);
  return scores.filter((score) => better * (score - (base + first) / 2) >= 0).length;
}

/** Recorded answers of both sides; of the longer side, the further ones say nothing. */
export function countRecordedRuns({ baseScores, headScores }: CaseEvidence): number {
  return Math.min(baseScores.length, headScores.length);
}

export function listIds(cases: readonly CaseEvidence[]): readonly string[] {
  return cases.map(({ id }) => id);
}

/** Cases that run again together. */
export const BATCH = 5;
/** New answers per case come in steps, so that early contradictions save the rest. */
const STEPS = [2, 3, 4];

/** A case whose `side` needs `answers` new ones. */
export type OpenCase = {
  readonly evidence: CaseEvidence;
  readonly side: 'head' | 'base';
  readonly answers: number;
  /** New answers that the case needs on all sides until it is confirmed. */
  readonly left: number;
};

/**
 * The cases that `extraLeft` covers completely, those under way first: half the answers to many cases would
 * confirm nothing.
 */
export function pickAffordable(open: readonly OpenCase[], extraLeft: number): readonly OpenCase[] {
  let left = extraLeft;
  const inOrder = [...open.filter(isUnderWay), ...open.filter((each) => !isUnderWay(each))];
  const affordable = inOrder.filter((each) => {
    left -= each.left;
    return left >= 0;
  });
  return affordable.length > 0 ? affordable : inOrder.slice(0, 1);
}

/** The next answers to the worst of these cases; those under way come first. */
export function askCases(open: readonly OpenCase[], because: RuleName, batchSize = BATCH): GateAsk | null {
  const underWay = open.filter(isUnderWay);
  const batch = (underWay.length > 0 ? underWay : open).slice(0, batchSize);
  const [first] = batch;
  if (first === undefined) return null;
  const next = findNextStep(first);
  const same = batch.filter((each) => each.side === first.side && findNextStep(each) === next);
  return {
    kind: 'answers',
    side: first.side,
    caseIds: same.map(({ evidence }) => evidence.id),
    upTo: Math.max(...same.map((each) => pickAnswers(each).before)) + next,
    because,
  };
}

export function isUnderWay({ evidence }: OpenCase): boolean {
  return evidence.headNew.taken > 0;
}

function pickAnswers({ evidence, side }: OpenCase): NewAnswers {
  return evidence[`${side}New`];
}

function findNextStep(open: OpenCase): number {
  const { taken } = pickAnswers(open);
  return Math.min(open.answers, STEPS.find((step) => step > taken) ?? open.answers);
}
