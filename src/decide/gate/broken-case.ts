import { AGENT_FAILURES } from '../../ports/errors.js';
import type { MeasureWords } from '../../scorers/measure-words.js';
import { counted } from '../../text/counts.js';
import { scoredJudgement } from '../compare/sample-scores.js';
import type { GateInput } from './rule.js';

/** What is known of one case that both sides have a score of. Scores in integer hundredths. */
export type CaseEvidence = {
  readonly id: string;
  /** Mean, lowest and highest of the baseline's samples. */
  readonly baseMean: number;
  readonly baseLowest: number;
  readonly baseHighest: number;
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
        baseHighest: Math.max(...pair.baseScores),
        baseRuns: pair.baseScores.length,
        scores: [...pair.headScores, ...pair.headCaseScores],
        ownRuns: pair.headCaseScores.length,
        texts: new Set(scored.map(({ answerHash }) => answerHash)).size,
        taken: samples.length,
        tries: scored.length + broken.length,
      },
    ];
  });
}

/** A case that lies so far below its baseline in several runs is worth a warning; 0..1 of the scale. */
export const WARNS_FROM = 0.3;
/** Where several samples are of one text, and so no more than one, only such a drop fails. */
export const DROP_OF_ONE_ANSWER = 0.7;
/** And so much more where the agent repeats itself anyway: from three quarters on, no drop of one answer is enough. */
const MORE_WHERE_REPEATED = 0.4;
/** With fewer baseline samples nobody knows what is usual for a case. */
export const FEWEST_BASE_RUNS = 3;
/** Differences of means of hundredths, held against settings such as 0.3. */
const ROUNDING = 1e-7;

/** What a case is held to, the same for every case of a run. */
export type CaseTerms = {
  /** Cases that are looked at, under every scorer of the suite: the more there are, the more lie low by chance. */
  readonly cases: number;
  /** Pooled standard deviation of the base's runs of one case, in hundredths; `null` where it is not known. */
  readonly deviation: number | null;
  /** Drop that fails, 0..1 of the scale. */
  readonly caseDrop: number;
  /** How much of the agent's further runs only repeats an earlier answer, 0..1. */
  readonly repeated: number;
  readonly canSample: boolean;
  /** The baseline is of another prompt. */
  readonly stale: boolean;
  readonly words: Pick<MeasureWords, 'drop'>;
};

export type CaseStanding =
  /** Not low, or not in every run: one recovery is enough. */
  | { readonly kind: 'fine' }
  /** Low in every run, and there are enough of them. */
  | { readonly kind: 'broken' }
  /** Low in every run, and every run gave one and the same answer: one such case is one draw. */
  | { readonly kind: 'one-answer' }
  /** Low in every run, and yet no reason to fail; `since` says why not, as the end of a sentence. */
  | { readonly kind: 'doubtful'; readonly since: string }
  /** Low in every run so far: one sample more is wanted. */
  | { readonly kind: 'open'; readonly upTo: number };

/** Drop from the baseline's mean to the best of the head's samples, in hundredths; 0 where one reaches the baseline. */
export function surestDrop({ baseMean, baseLowest, scores }: CaseEvidence): number {
  const highest = Math.max(...scores);
  return highest < baseLowest ? baseMean - highest : 0;
}

/** The same upwards. */
export function surestRise({ baseMean, baseHighest, scores }: CaseEvidence): number {
  const lowest = Math.min(...scores);
  return lowest > baseHighest ? lowest - baseMean : 0;
}

/** True where one sample lies at least `share` of the scale below the baseline's mean, and below its every sample. */
export function liesLow(score: number, { baseMean, baseLowest }: CaseEvidence, share: number): boolean {
  return score < baseLowest && baseMean - score >= 100 * share - ROUNDING;
}

/** Where a case stands, by its own samples alone. */
export function standingOf(evidence: CaseEvidence, terms: CaseTerms): CaseStanding {
  const { scores, texts, taken, tries, baseRuns } = evidence;
  const { cases, deviation, repeated } = terms;
  const caseDrop = dropNeeded(terms);
  const drop = surestDrop(evidence);
  const reaches = (share: number) => drop > 0 && drop >= 100 * share - ROUNDING;
  if (!reaches(caseDrop)) {
    // Of single samples many lie this low by chance.
    return reaches(WARNS_FROM) && scores.length > 1
      ? doubtful(
          `it takes a ${terms.words.drop} of ${renderDrop(caseDrop)} to fail${caseDrop > terms.caseDrop ? ', since this agent repeats itself' : ''}`,
        )
      : { kind: 'fine' };
  }
  if (terms.stale) return doubtful('the base branch has another prompt now than the baseline');
  if (baseRuns < FEWEST_BASE_RUNS) {
    return doubtful(
      `the baseline has only ${counted(baseRuns, 'run')} of it and ${FEWEST_BASE_RUNS} are needed`,
    );
  }
  const needed = requiredRuns({ cases, baseRuns, deviation });
  if (texts >= needed) return { kind: 'broken' };
  // Who always gave the same answer does so again: to ask once more would tell nothing.
  if (texts === 1 && scores.length > 1 && (repeated === 1 || scores.length >= needed)) {
    return reaches(DROP_OF_ONE_ANSWER + repeated * MORE_WHERE_REPEATED)
      ? { kind: 'broken' }
      : { kind: 'one-answer' };
  }
  if (terms.canSample && taken < mostRuns({ cases, baseRuns, deviation }))
    return { kind: 'open', upTo: taken + 1 };
  if (tries < needed) return doubtful(`it takes ${counted(needed, 'run')} to be sure`);
  const least = Math.max(caseDrop, DROP_OF_ONE_ANSWER);
  return reaches(least)
    ? { kind: 'broken' }
    : doubtful(
        `only ${counted(texts, 'answer')} differ, and then it takes a ${terms.words.drop} of ${renderDrop(least)} to fail`,
      );
}

/** `case-drop`, and the more, the more the agent repeats itself: its answers vary less often, and then by more. */
export function dropNeeded({ caseDrop, repeated }: Pick<CaseTerms, 'caseDrop' | 'repeated'>): number {
  return caseDrop + repeated * Math.max(0, DROP_OF_ONE_ANSWER - caseDrop);
}

/** In hundredths, rounded up: what is said to be too little must not look like enough. */
function renderDrop(share: number): string {
  return (Math.ceil(100 * share - ROUNDING) / 100).toFixed(2);
}

function doubtful(since: string): CaseStanding {
  return { kind: 'doubtful', since };
}

/** Up to so many baseline samples one more of the head is needed. */
export const FEW_BASE_RUNS = 4;
/**
 * Samples beyond the needed ones that are taken where some answers repeat or fail. With fewer, a broken case of an agent
 * with few usual wordings goes unseen; only such a case is asked so often, as any other recovers.
 */
export const SPARE_RUNS = 8;

/** Where runs of one case differ by so much (a standard deviation, in hundredths), as of a scorer of 0 and 1 … */
export const NOISY = 25;
/** … it takes so many samples more. */
const RUNS_WHERE_NOISY = 2;

/** What the number of runs depends on. */
type CaseRunsFacts = Pick<CaseTerms, 'cases' | 'deviation'> & Pick<CaseEvidence, 'baseRuns'>;

/**
 * Head samples of a case, all of them low, that it takes to call it broken: the more cases there are, and the more their
 * runs differ, the more of them are low by chance, and the fewer baseline samples, the less is known of what is usual.
 */
export function requiredRuns({ cases, baseRuns, deviation }: CaseRunsFacts): number {
  const runs = cases <= 30 ? 3 : cases <= 100 ? 4 : cases <= 200 ? 5 : 6;
  const noisy = deviation !== null && deviation >= NOISY ? RUNS_WHERE_NOISY : 0;
  return (baseRuns <= FEW_BASE_RUNS ? runs + 1 : runs) + noisy;
}

/** Head samples of a case that looks broken after which it is asked no more. */
export function mostRuns(facts: CaseRunsFacts): number {
  return requiredRuns(facts) + SPARE_RUNS;
}
