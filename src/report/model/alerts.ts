import type { SuiteReport } from '../../model/report.js';
import { capitalised } from '../../text/values.js';
import { renderBaseline } from '../notes/baseline.js';
import { renderNote } from '../notes/note.js';
import { causeClause, obstacleReason } from '../notes/obstacle.js';
import { renderReview } from '../notes/review.js';
import { thresholdClause } from './finding-words.js';
import { namesThreshold } from './heading.js';
import { isFurtherScore, wordsOfSuite } from './scores.js';

const IDENTICAL_ANSWERS =
  'Base and head gave identical answers. If that is unexpected, check that the base runs its own code, as `docs/baselines.md` explains.';

/** What a reader must know before any number: human review, why nothing was decided, an old baseline. */
export function listAlerts(suite: SuiteReport): readonly string[] {
  const { review, unmeasured, findings } = suite.decision;
  const undecided = findings.flatMap((finding) =>
    finding.outcome === 'inconclusive' &&
    (finding.rule === 'errors' || finding.rule === 'baseline') &&
    finding.obstacle !== null
      ? obstacleReason(finding.obstacle)
      : [],
  );
  return [
    ...review.map((reason) => `${capitalised(renderReview(reason))}.`),
    ...scoresOfNew(suite),
    ...suite.notes.filter(({ kind }) => kind === 'not-stored').map(renderNote),
    ...whyUnmeasured(unmeasured),
    ...undecided,
    ...belowThreshold(suite),
    ...aboutBaseline(suite),
  ];
}

/** The mean leaves these answers out. */
function scoresOfNew(suite: SuiteReport): readonly string[] {
  if (suite.kind !== 'evaluated' || isFurtherScore(suite)) return [];
  const scores = (suite.failedAtBase ?? []).flatMap(({ score }) => score ?? []);
  if (scores.length === 0) return [];
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return [`The new answers to these cases score ${wordsOfSuite(suite).score(mean)} on average.`];
}

/** Unless the heading says it. */
function belowThreshold(suite: SuiteReport): readonly string[] {
  if (suite.kind !== 'evaluated' || namesThreshold(suite)) return [];
  return suite.decision.findings.flatMap((finding) =>
    finding.rule === 'threshold' && finding.outcome === 'fails'
      ? [`${capitalised(thresholdClause(finding, wordsOfSuite(suite)))}.`]
      : [],
  );
}

function whyUnmeasured(unmeasured: SuiteReport['decision']['unmeasured']): readonly string[] {
  switch (unmeasured?.kind) {
    case 'not-evaluated':
      return unmeasured.reasons.map((cause) =>
        typeof cause === 'string' ? causeClause(cause) : capitalised(causeClause(cause)),
      );
    case 'not-stored':
      return [causeClause(unmeasured.reason)];
    // Its human review says why.
    case 'broken-base':
    case 'unchanged':
    case 'shown-only':
    case undefined:
      return [];
    default:
      return unmeasured satisfies never;
  }
}

function aboutBaseline(suite: SuiteReport): readonly string[] {
  if (suite.kind !== 'evaluated' || isFurtherScore(suite)) return [];
  const { baseline, identicalAnswers } = suite;
  if (identicalAnswers === true) return [IDENTICAL_ANSWERS];
  if (baseline.kind === 'record' && !baseline.stale) return [];
  // The heading or the human review says it.
  const isKnown =
    baseline.kind === 'none' &&
    (['first', 'broken-base'].includes(baseline.reason) ||
      (baseline.reason === 'switched-off' && suite.decision.outcome === 'pass'));
  return isKnown ? [] : [renderBaseline(baseline)];
}
