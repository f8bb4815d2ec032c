import { whyIncomplete } from '../decide/gate/usable-record.js';
import type { Effects } from '../ports/effects.js';
import { partOfJournal } from '../ports/journal.js';
import type { RunRecord } from '../ports/run-record.js';
import type { ReadySuite } from '../ports/suite-run.js';
import { judgeCallsPerAnswer } from '../produce/plan-run.js';
import { produce } from '../produce/produce.js';
import { rejudgeRecord } from '../produce/rejudge-record.js';
import { openSuiteJudging } from '../session/open-suite-judging.js';
import { counted } from '../text/counts.js';

/** Samples a case of each run where `repeat` leaves it open. */
const SAMPLES = 3;

export type Twice =
  | {
      readonly status: 'measured';
      readonly first: RunRecord;
      readonly second: RunRecord;
      /** The first run's answers judged once more by a judge that knew no verdict. */
      readonly again: RunRecord;
    }
  | { readonly status: 'failed'; readonly reason: string };

/** Runs one side twice, with one store of verdicts as base and head have, and judges the first answers past it. */
export async function runTwice(run: ReadySuite, effects: Effects): Promise<Twice> {
  const { suite, files } = run;
  const { cases, tasks, taskSource } = files;
  const samples = suite.repeat === 'auto' ? SAMPLES : suite.repeat;
  effects.log.info(renderEstimate(run, samples));
  await using journal = await effects.journals.open(suite);
  await using judging = await openSuiteJudging(suite, run, effects, journal);
  const asked = {
    suite,
    side: run.head,
    directory: run.prefix,
    watched: run.watched.head,
    cases,
    tasks,
    taskSource,
    samples,
    previous: null,
  };
  // Two runs are compared with each other: neither may know the other's answers.
  const part = (name: string) => ({ journal: partOfJournal(journal, name) });
  // What an outage leaves is no noise of the suite.
  const first = await produce({ ...asked, ...part('first'), judging }, effects);
  const spoilt = whyIncomplete(first);
  if (spoilt !== null) return { status: 'failed', reason: spoilt };
  const second = await produce({ ...asked, ...part('second'), judging }, effects);
  const spoiltToo = whyIncomplete(second);
  if (spoiltToo !== null) return { status: 'failed', reason: spoiltToo };
  await using anew = await openSuiteJudging(suite, run, effects, part('anew').journal);
  const again = await rejudgeRecord(first, { cases, tasks, taskSource, judging: anew }, effects);
  if (again.stopped !== null) return { status: 'failed', reason: again.stopped.reason };
  return { status: 'measured', first, second, again };
}

function renderEstimate({ suite, files }: ReadySuite, samples: number): string {
  const { cases } = files;
  const answers = 2 * samples * cases.length;
  // The answers of the first run are judged twice.
  const judging = 1.5 * answers * judgeCallsPerAnswer(suite);
  const cost = judging === 0 ? 'no judge call' : `at most ${counted(judging, 'judge call')}`;
  return `${suite.name}: ${counted(cases.length, 'case')} × ${counted(samples, 'run')}, twice: ${counted(answers, 'answer')}, ${cost}`;
}
