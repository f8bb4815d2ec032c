import { hundredths, scoredJudgement } from '../decide/compare/sample-scores.js';
import type { Concluded, EarlierDraws } from '../decide/conclude.js';
import type { Case } from '../ports/dataset.js';
import type { Decision } from '../ports/decision.js';
import type { Look } from '../ports/report.js';
import { type RunRecord, scorerOf } from '../ports/run-record.js';

/** By case; what the comment could not keep is missing, and the look counts all the same. */
export function earlierDraws({ looks, failedAt, scores }: Look, cases: readonly Case[]): EarlierDraws {
  const byScorer = Object.entries(scores ?? {}).map(([scorer, drawn]) => {
    const byCase = cases.flatMap(({ id }, index) => {
      const known = drawn[index] ?? [];
      return known.length === 0 ? [] : [[id, known] as const];
    });
    return [scorer, new Map(byCase)] as const;
  });
  return { looks, failedAt, scores: new Map(byScorer) };
}

/**
 * What is to be known of a head when it is decided once more.
 *
 * @param before Of its earlier runs; `null` where there is none.
 * @param review Why a person has to look at what this run drew.
 */
export function lookOf(
  before: Look | null,
  run: {
    readonly head: RunRecord;
    readonly concluded: readonly Concluded[];
    readonly decision: Decision;
    readonly review: readonly string[];
  },
): Look {
  const { head, concluded, decision, review } = run;
  const looks = (before?.looks ?? 0) + 1;
  const fails = decision.outcome === 'fail' && decision.blocking;
  const isRegression = fails && decision.because.includes('regression');
  const restsOnMore = review.length > 0 || (fails && concluded.some(sayTheSame));
  const scores = concluded.map(({ scorer }) => {
    const earlier = before?.scores?.[scorer] ?? [];
    const by = scorerOf(head, scorer);
    const drawn = head.cases.map(({ samples }, index) => {
      const judged = by === null ? [] : samples.map((sample) => scoredJudgement(sample, scorer));
      const now = judged.flatMap((each) =>
        each === null || by === null ? [] : [hundredths(each.score, by)],
      );
      return [...(earlier[index] ?? []), ...now];
    });
    return [scorer, drawn] as const;
  });
  return {
    looks,
    wasRed: before?.wasRed === true || fails || review.length > 0,
    failedAt: before?.failedAt ?? (isRegression ? looks : null),
    // What is gone stays gone: the scores of later runs alone do not stand for it.
    scores: isLost(before) || restsOnMore ? null : Object.fromEntries(scores),
  };
}

/** Fails by what answers say, which no score has. */
function sayTheSame({ gate }: Concluded): boolean {
  return (
    gate.kind === 'decided' &&
    gate.decision.findings.some(({ rule, outcome }) => rule === 'statements' && outcome === 'fails')
  );
}

export function noteDraws(before: Look | null): readonly string[] {
  if (before === null) return [];
  const times = before.looks === 1 ? 'once' : `${before.looks} times`;
  const kept =
    before.scores === null
      ? 'The comment does not keep all that this rested on, so this run counts by itself'
      : 'Those scores count too';
  const level =
    before.failedAt === null
      ? 'only a fall that is even less likely by chance fails now'
      : 'a fall fails by the same limit as then';
  return [`The same files and settings were decided ${times} before. ${kept}, and ${level}.`];
}

/** A red cannot be drawn again until it is green: where what it rests on is not known any more, it is for a person. */
export function reviewLostDraws(before: Look | null, { outcome }: Decision): readonly string[] {
  return isLost(before) && outcome === 'pass'
    ? [
        'these files and settings failed before, and the comment does not keep all that this rested on: this run alone does not take that back',
      ]
    : [];
}

function isLost(before: Look | null): boolean {
  return before?.wasRed === true && before.scores === null;
}
