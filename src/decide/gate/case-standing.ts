import { mostRuns, requiredRuns } from '../../ports/case-runs.js';
import type { MeasureWords } from '../../scorers/measure-words.js';
import type { CaseEvidence } from './case-evidence.js';
import { counted, renderSetting } from './gate-words.js';

/** A case that lies so far below its baseline in several runs is worth a warning; 0..1 of the scale. */
const WARNS_FROM = 0.3;
/** Where several samples are of one text, and so no more than one, only such a drop fails. */
const DROP_OF_ONE_TEXT = 0.7;
/** With fewer baseline samples nobody knows what is usual for a case. */
const FEWEST_BASE_RUNS = 3;
/** Differences of means of hundredths, held against settings such as 0.3. */
const ROUNDING = 1e-7;

/** What a case is held to, the same for every case of a run. */
export type CaseTerms = {
  /** Cases that are looked at: the more there are, the more lie low by chance. */
  readonly cases: number;
  /** Drop that fails, 0..1 of the scale. */
  readonly caseDrop: number;
  /** The agent gives the same answer every time. */
  readonly repeatsItself: boolean;
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
  /** Low in every run, and yet no reason to fail; `since` says why not, as the end of a sentence. */
  | { readonly kind: 'doubtful'; readonly since: string }
  /** Low in every run so far: one sample more is wanted. */
  | { readonly kind: 'open'; readonly upTo: number };

/** Drop from the baseline's mean to the best of the head's samples, in hundredths; 0 where one reaches the baseline. */
export function surestDrop({ baseMean, baseLowest, scores }: CaseEvidence): number {
  const highest = Math.max(...scores);
  return highest < baseLowest ? baseMean - highest : 0;
}

/** True where one sample lies at least `share` of the scale below the baseline's mean, and below its every sample. */
export function liesLow(score: number, { baseMean, baseLowest }: CaseEvidence, share: number): boolean {
  return score < baseLowest && baseMean - score >= 100 * share - ROUNDING;
}

/** Where a case stands, by its own samples alone. */
export function standingOf(evidence: CaseEvidence, terms: CaseTerms): CaseStanding {
  const { scores, texts, taken, tries, baseRuns } = evidence;
  const { caseDrop, cases } = terms;
  const drop = surestDrop(evidence);
  const reaches = (share: number) => drop > 0 && drop >= 100 * share - ROUNDING;
  if (!reaches(caseDrop)) {
    // Of single samples many lie this low by chance.
    return reaches(WARNS_FROM) && scores.length > 1
      ? doubtful(`that is less than the ${terms.words.drop} of ${renderSetting(caseDrop)} that fails`)
      : { kind: 'fine' };
  }
  if (terms.stale) return doubtful('the baseline is of another prompt than the base branch has now');
  if (baseRuns < FEWEST_BASE_RUNS) {
    return doubtful(
      `the baseline has only ${counted(baseRuns, 'run')} of it and ${FEWEST_BASE_RUNS} are needed`,
    );
  }
  const needed = requiredRuns(cases, baseRuns);
  const least = Math.max(caseDrop, DROP_OF_ONE_TEXT);
  if (texts === 1 && scores.length > 1 && (terms.repeatsItself || scores.length >= needed)) {
    return reaches(least)
      ? { kind: 'broken' }
      : doubtful(`${SAME_ANSWER}, and then only a ${terms.words.drop} of ${least} fails`);
  }
  if (texts >= needed) return { kind: 'broken' };
  if (terms.canSample && taken < mostRuns(cases, baseRuns)) return { kind: 'open', upTo: taken + 1 };
  if (tries < needed) return doubtful(`it takes ${counted(needed, 'run')} to be sure`);
  return reaches(least)
    ? { kind: 'broken' }
    : doubtful(
        `only ${counted(texts, 'answer')} differ, and then only a ${terms.words.drop} of ${least} fails`,
      );
}

/** Why more runs are not taken where answers are always the same. */
export const SAME_ANSWER = 'the agent gives the same answer every time, so it was not asked again';

function doubtful(since: string): CaseStanding {
  return { kind: 'doubtful', since };
}
