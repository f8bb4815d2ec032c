import { type FoundBaseline, runInstead } from '../baseline/found-baseline.js';
import { unusableBase } from '../decide/gate/usable-record.js';
import { judgedOtherwise } from '../judging/judged-otherwise.js';
import type { Judging } from '../judging/open-judging.js';
import { casesOfOtherTask } from '../judging/record-tasks.js';
import type { Edges } from '../ports/edges.js';
import type { RunRecord } from '../ports/run-record.js';
import type { ReadySuite } from '../ports/suite-run.js';
import { countRejudged, type RejudgePlan, rejudgeRecord } from './rejudge-record.js';

type FoundRecord = Extract<FoundBaseline, { kind: 'record' }>;

/** A record that another judge or rubric judged, or under another task: what is to be judged again. */
export type Again = {
  /** By whom and how it was judged. */
  readonly was: string;
  /** Stored answers whose verdicts do not hold today. */
  readonly answers: number;
  /** Questions with such an answer: each takes the judge a call at least. */
  readonly questions: number;
};

/** A baseline, and what has to happen before it can be held against today's scores. */
export type SoughtBaseline =
  | Exclude<FoundBaseline, FoundRecord>
  | (FoundRecord & {
      /** `null`: it holds as it is, or nothing can be done about it. */
      readonly again: Again | null;
    });

/**
 * What becomes of a found record whose judge, rubric or tasks are not today's: its answers are judged again; where it keeps none
 * and the base may be run, the base is run now; else it stays as it is, and comparing says why that cannot be.
 */
export function planRejudging(
  found: FoundBaseline,
  run: ReadySuite,
  judging: Judging,
  edges: Pick<Edges, 'git'>,
): SoughtBaseline {
  if (found.kind !== 'record') return found;
  const was = judgedOtherwise(found.record, judging, run.files);
  if (was === null) return { ...found, again: null };
  if (found.record.text === 'full') {
    return { ...found, again: { was, ...countAgain(found.record, run, judging) } };
  }
  const { anchor, choice } = run;
  const mayRun = choice.kind === 'auto' && edges.git !== null;
  if (anchor === null || !mayRun) return { ...found, again: null };
  return runInstead(anchor, `the stored record was judged by ${was} and keeps no answers to judge again`);
}

/** Where only tasks changed, the verdicts on all other cases hold. */
function countAgain(
  record: RunRecord,
  { files, dropped }: ReadySuite,
  judging: Judging,
): Pick<Again, 'answers' | 'questions'> {
  const asked = [...files.cases, ...dropped];
  if (judgedOtherwise(record, judging, null) !== null) {
    const again = countRejudged(record, asked);
    // Of the same judge some verdicts hold: where a scorer was added, those of all others.
    return record.judge.fingerprint === judging.fingerprint.fingerprint ? { ...again, questions: 0 } : again;
  }
  return countRejudged({ ...record, cases: [...casesOfOtherTask(record, files)] }, asked);
}

/** The record as today's judge sees it, with a line for the report; or why it cannot serve, and what was tried. */
export async function rejudgeBase(
  { record, was }: { readonly record: RunRecord } & Pick<Again, 'was'>,
  plan: RejudgePlan,
  edges: Edges,
): Promise<
  | { readonly status: 'judged'; readonly record: RunRecord; readonly note: string }
  | { readonly status: 'failed'; readonly reason: string; readonly tried: RunRecord }
> {
  const { fingerprint, scorers } = plan.judging;
  const isJudged = scorers.some((scorer) => scorer.fingerprint.judged !== false);
  const by = isJudged ? ` by ${fingerprint.name}` : '';
  edges.log.info(`The baseline's stored answers are judged again${by}: it had been judged by ${was}.`);
  const judged = await rejudgeRecord(record, plan, edges);
  const reason = unusableBase(judged);
  if (reason !== null) {
    return { status: 'failed', reason: `the baseline could not be judged again: ${reason}`, tried: judged };
  }
  const note = `The baseline's stored answers were judged again${by}: it had been judged by ${was}.`;
  return { status: 'judged', record: judged, note };
}
