import { posix, resolve } from 'node:path';
import { createIsAncestor } from '../baseline/ancestry.js';
import { type BaselineLookup, findBaseline, runInstead } from '../baseline/find-baseline.js';
import { readRecordFile, readRecordOfTree } from '../baseline/store/record-codec.js';
import { withPartner } from '../dataset/pair-cases.js';
import { applyLabels } from '../judging/apply-labels.js';
import { judgingDifference } from '../judging/judging-difference.js';
import type { Judging } from '../judging/open-judging.js';
import { casesOfOtherTask, tasksOfRecord } from '../judging/record-tasks.js';
import type { Effects } from '../model/effects.js';
import { UserError } from '../model/errors.js';
import type { JudgingDifference } from '../model/notes.js';
import type { RunRecord } from '../model/run-record.js';
import type { SuiteRun } from '../model/suite-run.js';
import { aboutTarget } from '../model/target-settings.js';
import { countRejudged } from './rejudge-record.js';

/**
 * Looks for the base, reduced to the selected cases if only some run. Throws `UserError` for a ref or record that does
 * not exist.
 */
export async function findBase(run: SuiteRun, effects: Effects): Promise<BaselineLookup> {
  const { choice, baseCommit, watched, files, subset, was, inBase } = run;
  const { server, name } = aboutTarget(was.target);
  if (choice.kind === 'ref' && server !== null) {
    throw new UserError(
      `\`baseline\` is \`${choice.ref}\`, and ${name} cannot be started at another commit: use \`stored\`, or the path of a run record.`,
    );
  }
  const found = await findBaseline({
    ...lookupRequest(run, effects),
    // If the base names a file that its commit lacks, its own job built it: a record may exist, but it cannot run here.
    basePromptExists: files.baseHasTarget || inBase,
    choice,
    baseCommit,
    watchedAtBase: watched.base,
    canRun: effects.git !== null && server === null && files.baseHasTarget,
  });
  if (found.kind === 'none' && server !== null) {
    return { kind: 'none', used: { ...found.used, isServer: true } };
  }
  const isWhole = subset === undefined && files.cases.length === files.changes.before;
  if (isWhole || found.kind !== 'record') return found;
  const { record } = found;
  return { ...found, record: { ...record, cases: withPartner(files.cases, record.cases) } };
}

/**
 * The run under the tasks of the baseline's record, if no base files give the task. `null` if the record has none.
 * Without a record the run is compared with nothing, and only the threshold applies.
 */
export function withRecordTasks(run: SuiteRun, found: BaselineLookup): SuiteRun | null {
  const { baseCommit, files } = run;
  if (found.kind !== 'record' || (baseCommit !== null && files.taskSource !== 'head-prompt')) return run;
  const tasks = tasksOfRecord(found.record, files);
  return tasks && { ...run, files: { ...files, tasks, taskSource: 'baseline' } };
}

/** Without an earlier record this is the first baseline. */
export function asFirst(found: BaselineLookup): BaselineLookup {
  if (found.kind !== 'none' || found.used.because === 'switched-off') return found;
  return { ...found, used: { kind: 'none', because: 'first' } };
}

/** The store's record of the head's own files, judged as today; `null` if there is none. */
export async function findStored(
  run: SuiteRun,
  { judging, effects }: { readonly judging: Judging; readonly effects: Effects },
): Promise<RunRecord | null> {
  const { head, watched, files } = run;
  // A built file may differ with each run, and no fingerprint of a commit has it.
  if (head.commit === null || watched.built.length > 0) return null;
  const own = await findBaseline({
    ...lookupRequest(run, effects),
    basePromptExists: true,
    choice: { kind: 'stored' },
    baseCommit: { commit: head.commit, branch: null },
    watchedAtBase: watched.head,
    canRun: false,
  });
  if (own.kind !== 'record' || own.used.stale) return null;
  return judgingDifference(own.record, judging, files) === null ? applyLabels(own.record, judging) : null;
}

function lookupRequest({ suite, head, baseCommit, prefix }: SuiteRun, effects: Effects) {
  const { git, github, store } = effects;
  return {
    suite: suite.name,
    store,
    isAncestor: createIsAncestor({ git, ancestry: github?.ancestry ?? null }),
    // If there is a base, the record must be the base's: a pull request does not bring its own baseline.
    readRecord: (path: string) =>
      baseCommit === null
        ? readRecordFile(resolve(head.root, path))
        : readRecordOfTree(baseCommit.files, posix.join(prefix, path)),
  };
}

type RecordLookup = Extract<BaselineLookup, { kind: 'record' }>;

/** The parts of a record that another judge, rubric or task judged. */
export type RejudgedAnswers = {
  /** The differences from the stored judging. */
  readonly because: JudgingDifference;
  /** Stored answers whose verdicts do not hold today. */
  readonly answers: number;
};

/** A baseline, and the steps before it can be compared with today's scores. */
export type BaseSource =
  | Exclude<BaselineLookup, RecordLookup>
  | (RecordLookup & {
      /** `null` if it can be used unchanged, or nothing can be done. */
      readonly again: RejudgedAnswers | null;
    });

/**
 * Decides about a record with another judge, rubric or task: judge its answers again, otherwise run the base if
 * possible. Otherwise the record stays, and the comparison reports the reason.
 */
export function planRejudging(
  found: BaselineLookup,
  run: SuiteRun,
  { judging, effects }: { readonly judging: Judging; readonly effects: Pick<Effects, 'git'> },
): BaseSource {
  if (found.kind !== 'record') return found;
  const because = judgingDifference(found.record, judging, run.files);
  if (because === null) return { ...found, again: null };
  if (found.record.text === 'full') {
    return { ...found, again: { because, answers: countAgain(found.record, run, judging) } };
  }
  const { baseCommit, choice } = run;
  const mayRun = choice.kind === 'auto' && effects.git !== null;
  if (baseCommit === null || !mayRun) return { ...found, again: null };
  return runInstead(baseCommit, [{ kind: 'judged-otherwise', because }]);
}

/** If only tasks changed, the verdicts on all other cases hold. */
function countAgain(record: RunRecord, { files }: SuiteRun, judging: Judging): number {
  const onlyTasks = judgingDifference(record, judging, null) === null;
  const due = onlyTasks ? { ...record, cases: [...casesOfOtherTask(record, files)] } : record;
  return countRejudged(due, files.cases);
}
