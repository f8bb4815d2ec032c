import type { JudgedStatement } from '../../../ports/verdict.js';
import { oneLine } from '../../../text/values.js';
import { SIDES } from './rules.js';
import { creditOf, dimensionShare, type SideItems, sidesOf } from './score.js';

/** The documented result of the analysis. */
export type AlignmentAnalysis = {
  readonly intentAlignment: {
    readonly score: number;
    readonly primaryIntent: string;
    readonly isAddressed: boolean;
    readonly reasoning: string;
  };
  readonly requirementsFulfillment: {
    readonly requirements: readonly {
      readonly requirement: string;
      readonly isFulfilled: boolean;
      readonly reasoning: string;
    }[];
    readonly overallScore: number;
  };
  readonly completeness: {
    readonly score: number;
    readonly missingElements: readonly string[];
    readonly reasoning: string;
  };
  readonly responseAppropriateness: {
    readonly score: number;
    readonly formatAlignment: boolean;
    readonly toneAlignment: boolean;
    readonly reasoning: string;
  };
  readonly overallAssessment: string;
};

const LONGEST_INTENT = 200;

/** What was judged, under the documented names; with two sides the scores are weighted, the lists put together. */
export function analysisOf(
  statements: readonly JudgedStatement[],
  { intent, reason }: { readonly intent: string; readonly reason: string },
): AlignmentAnalysis {
  const sides = sidesOf(statements);
  const requirements = sides.flatMap(({ side, requirements: own }) =>
    own.map(({ text, label, reason: reasoning }) => ({
      requirement: text,
      isFulfilled: label === SIDES[side].fulfilled,
      reasoning,
    })),
  );
  const intentScore = dimensionShare(sides, 'intent') ?? 0;
  return {
    intentAlignment: {
      score: intentScore,
      primaryIntent: oneLine(intent).slice(0, LONGEST_INTENT),
      isAddressed: intentScore >= 0.5,
      reasoning: reasonsOf(sides, [0]),
    },
    requirementsFulfillment: {
      requirements,
      // Nothing was demanded, so nothing is unfulfilled; the score itself leaves the part out.
      overallScore: dimensionShare(sides, 'requirements') ?? 1,
    },
    completeness: {
      score: dimensionShare(sides, 'completeness') ?? 0,
      missingElements: requirements
        .filter(({ isFulfilled }) => !isFulfilled)
        .map(({ requirement }) => requirement),
      reasoning: reasonsOf(sides, [1]),
    },
    responseAppropriateness: {
      score: dimensionShare(sides, 'appropriateness') ?? 0,
      formatAlignment: isMet(sides, 2),
      toneAlignment: isMet(sides, 3),
      reasoning: reasonsOf(sides, [2, 3]),
    },
    overallAssessment: reason,
  };
}

type Sides = readonly SideItems<JudgedStatement>[];

function reasonsOf(sides: Sides, indexes: readonly number[]): string {
  return sides
    .flatMap(({ aspects }) => indexes.map((index) => aspects[index]?.reason ?? ''))
    .filter((reason) => reason !== '')
    .join(' ');
}

function isMet(sides: Sides, index: number): boolean {
  return sides.every(({ side, aspects }) => {
    const item = aspects[index];
    return item !== undefined && creditOf(side, item) >= 0.5;
  });
}
