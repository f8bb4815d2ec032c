import { posix, resolve } from 'node:path';
import { createIsAncestor } from '../baseline/ancestry.js';
import { type BaselineLookup, findBaseline, runBaseNow } from '../baseline/find-baseline.js';
import { readRecordFile, readRecordOfTree } from '../baseline/store/record-codec.js';
import { keepPaired } from '../dataset/pair-cases.js';
import { applyLabels } from '../judging/apply-labels.js';
import { findJudgingDifference } from '../judging/judging-difference.js';
import type { Judging } from '../judging/open-judging.js';
import { findRetaskedCases, inheritTasks } from '../judging/record-tasks.js';
import type { BranchCommit } from '../model/baseline.js';
import type { Effects } from '../model/effects.js';
import { UserError } from '../model/errors.js';
import type { JudgingDifference } from '../model/notes.js';
import type { RunRecord } from '../model/run-record.js';
import type { Side } from '../model/side.js';
import type { PreparedSuite } from '../model/stages.js';
import { describeTarget } from '../model/target-settings.js';
import { countRejudged } from './rejudge-record.js';

/**
 * Looks for the base, reduced to the selected cases if only some run. Throws `UserError` for a ref or record that does
 * not exist.
 */
export async function findBase(suite: PreparedSuite, effects: Effects): Promise<BaselineLookup> {
  const { choice, base, head, subset, inConfig, datasetChanges } = suite;
  const { server, name } = describeTarget((base ?? head).target);
  const hasAgent = base?.hasAgent === true;
  if (choice.kind === 'ref' && server !== null) {
    throw new UserError(
      `\`baseline\` is \`${choice.ref}\`, and ${name} cannot be started at another commit: use \`stored\`, or the path of a run record.`,
    );
  }
  const found = await findBaseline({
    ...buildLookupRequest(suite, effects),
    // If the base names a file that its commit lacks, its own job built it: a record may exist, but it cannot run here.
    basePromptExists: hasAgent || inConfig.base,
    choice,
    baseCommit: findBranchCommit(base),
    baseFingerprint: base?.watched.fingerprint ?? null,
    canRun: effects.git !== null && server === null && hasAgent,
  });
  if (found.kind === 'none' && server !== null) {
    return { kind: 'none', used: { ...found.used, isServer: true } };
  }
  const isWhole = subset === undefined && head.cases.length === datasetChanges.before;
  if (isWhole || found.kind !== 'record') return found;
  const { record } = found;
  return { ...found, record: { ...record, cases: keepPaired(head.cases, record.cases) } };
}

/**
 * The run under the tasks of the baseline's record, if no base files give the task. `null` if the record has none.
 * Without a record the run is compared with nothing, and only the threshold applies.
 */
export function applyRecordTasks(suite: PreparedSuite, found: BaselineLookup): PreparedSuite | null {
  const { base, head, taskSource } = suite;
  if (found.kind !== 'record' || (base !== null && taskSource !== 'head-prompt')) return suite;
  const tasks = inheritTasks(found.record, { cases: head.cases, tasks: suite.tasks });
  return tasks && { ...suite, tasks, taskSource: 'baseline' };
}

/** Without an earlier record this is the first baseline. */
export function markFirstBaseline(found: BaselineLookup): BaselineLookup {
  if (found.kind !== 'none' || found.used.because === 'switched-off') return found;
  return { ...found, used: { kind: 'none', because: 'first' } };
}

/** The store's record of the head's own files, judged as today; `null` if there is none. */
export async function findStored(
  suite: PreparedSuite,
  { judging, effects }: { readonly judging: Judging; readonly effects: Effects },
): Promise<RunRecord | null> {
  const { head, tasks } = suite;
  // A built file may differ with each run, and no fingerprint of a commit has it.
  if (head.commit === null || head.watched.built.length > 0) return null;
  const own = await findBaseline({
    ...buildLookupRequest(suite, effects),
    basePromptExists: true,
    choice: { kind: 'stored' },
    baseCommit: { commit: head.commit, branch: null },
    baseFingerprint: head.watched.fingerprint,
    canRun: false,
  });
  if (own.kind !== 'record' || own.used.stale) return null;
  const asked = { cases: head.cases, tasks };
  return findJudgingDifference(own.record, judging, asked) === null ? applyLabels(own.record, judging) : null;
}

/** The commit that a baseline is looked for; `null` without one. */
export function findBranchCommit(base: Side | null): BranchCommit | null {
  if (base === null || base.commit === null) return null;
  return { commit: base.commit, branch: base.branch };
}

function buildLookupRequest({ settings, base, head, prefix }: PreparedSuite, effects: Effects) {
  const { git, github, store } = effects;
  return {
    suite: settings.name,
    store,
    isAncestor: createIsAncestor({ git, ancestry: github?.ancestry ?? null }),
    // If there is a base, the record must be the base's: a pull request does not bring its own baseline.
    readRecord: (path: string) =>
      base === null || base.tree === null
        ? readRecordFile(resolve(head.root, path))
        : readRecordOfTree(base.tree, posix.join(prefix, path)),
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
  suite: PreparedSuite,
  { judging, effects }: { readonly judging: Judging; readonly effects: Effects },
): BaseSource {
  if (found.kind !== 'record') return found;
  const { base, head, tasks, choice } = suite;
  const because = findJudgingDifference(found.record, judging, { cases: head.cases, tasks });
  if (because === null) return { ...found, again: null };
  if (found.record.text === 'full') {
    return { ...found, again: { because, answers: countAnswersToRejudge(found.record, suite, judging) } };
  }
  const commit = findBranchCommit(base);
  const mayRun = choice.kind === 'auto' && effects.git !== null;
  if (commit === null || !mayRun) return { ...found, again: null };
  return runBaseNow(commit, [{ kind: 'judged-otherwise', because }]);
}

/** If only tasks changed, the verdicts on all other cases hold. */
function countAnswersToRejudge(record: RunRecord, { head, tasks }: PreparedSuite, judging: Judging): number {
  const { cases } = head;
  const onlyTasks = findJudgingDifference(record, judging, null) === null;
  const due = onlyTasks ? { ...record, cases: [...findRetaskedCases(record, { cases, tasks })] } : record;
  return countRejudged(due, cases);
}
