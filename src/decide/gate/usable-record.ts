import { AGENT_FAILURES } from '../../ports/errors.js';
import type { RunRecord, Sample } from '../../ports/run-record.js';
import { counted } from '../../text/counts.js';
import { scoredJudgement } from '../compare/sample-scores.js';
import { whyEmpty } from './empty-answers.js';
import { errorLimit, findSpoiltRun, renderSpoiltRun } from './error-limit.js';
import { oneLine } from './gate-words.js';

/** True where a run is whole and within the error limit: then it may serve as a baseline, whatever its scores. */
export function isComplete(record: RunRecord): boolean {
  return whyIncomplete(record) === null;
}

/** Why a record is not whole, or not within the error limit in each of its suite-wide runs; `null` where it is. */
export function whyIncomplete(record: RunRecord): string | null {
  const { stopped, cases, scorers, subset } = record;
  if (stopped !== null) return oneLine(stopped.reason);
  if (subset !== undefined) return `only ${cases.length} of ${counted(subset.of, 'case')} were run`;
  if (cases.length === 0) return 'it has no cases';
  for (const { id } of scorers) {
    const spoilt = findSpoiltRun(record, id);
    if (spoilt !== null) return renderSpoiltRun(spoilt);
  }
  const silent = cases.filter(({ samples }) => samples.length === 0).length;
  if (silent > errorLimit(cases.length)) return `${silent} of ${counted(cases.length, 'case')} were not run`;
  return isEmpty(record) ? 'no case has a score' : (whyEmpty(record, null)?.cause ?? null);
}

/** True where no sample has a score or is known to have nothing to score: within the limit only where cases are few. */
function isEmpty({ cases, scorers }: RunRecord): boolean {
  return !cases.some(({ samples }) =>
    scorers.every(({ id }) => samples.some((sample) => isSettled(sample, id))),
  );
}

/** True where there is a score, or where it is known that there is nothing to score. */
function isSettled(sample: Sample, scorer: string): boolean {
  const judgement = Object.hasOwn(sample.judgements, scorer) ? sample.judgements[scorer] : undefined;
  return judgement?.status === 'unscored'
    ? judgement.kind === 'not-scorable'
    : scoredJudgement(sample, scorer) !== null;
}

/**
 * Why a base that was run now may not serve as baseline; `null` where it may. More cases than the error limit that
 * provider or judge left without a score in one of its runs make a comparison with the others an accident. Cases that the base's own agent
 * failed do not count: they are what the base is, and a pull request may mend them.
 */
export function unusableBase(record: RunRecord): string | null {
  if (record.stopped !== null) return oneLine(record.stopped.reason);
  for (const { id } of record.scorers) {
    const spoilt = findSpoiltRun(record, id, AGENT_FAILURES);
    if (spoilt !== null) return `${spoilt.line} at the base: ${oneLine(spoilt.failures[0].reason)}`;
  }
  return null;
}
