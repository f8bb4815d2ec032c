import { posix, resolve } from 'node:path';
import { createIsAncestor } from '../baseline/ancestry.js';
import { type BaselineLookup, usedFromRun } from '../baseline/baseline-lookup.js';
import { findBaseline } from '../baseline/find-baseline.js';
import { readRecordFile, readRecordOfTree } from '../baseline/store/record-codec.js';
import { withPartner } from '../dataset/pair-cases.js';
import { unusableBase, whyBaseIsSilent } from '../decide/compare/usable-record.js';
import { applyLabels } from '../judging/apply-labels.js';
import { judgingDifference } from '../judging/judging-difference.js';
import type { Judging } from '../judging/open-judging.js';
import { tasksOfRecord } from '../judging/record-tasks.js';
import type { BaselineUsed } from '../model/baseline-used.js';
import type { Effects } from '../model/effects.js';
import { UserError } from '../model/errors.js';
import type { Note, ReviewReason } from '../model/notes.js';
import type { Cause } from '../model/obstacle.js';
import type { RunRecord } from '../model/run-record.js';
import type { SuiteRun } from '../model/suite-run.js';
import { aboutTarget } from '../model/target-settings.js';
import { shortCommit } from '../text/values.js';
import type { BaseSide } from './base-side.js';
import { type ProducePlan, produce } from './produce.js';
import { type BaseSource, type RejudgePlan, rejudgeBase } from './rejudge-record.js';
import { NOTHING_SPENT } from './spending.js';

/** The side to compare with. */
export type Base =
  | {
      readonly kind: 'ready';
      readonly record: RunRecord | null;
      readonly used: BaselineUsed;
      /** True if the record was made or judged in this run at a cost. */
      readonly ranNow: boolean;
      readonly notes: readonly Note[];
      readonly review: readonly ReviewReason[];
    }
  /** The base had to run and could not, so nothing can be decided. `tried` is the part that it did. */
  | { readonly kind: 'failed'; readonly reason: Cause; readonly tried?: RunRecord };

/**
 * Looks for the base, reduced to the selected cases if only some run. Throws `UserError` for a ref or record that does
 * not exist.
 */
export async function findBase(run: SuiteRun, effects: Effects): Promise<BaselineLookup> {
  const { choice, baseCommit, watched, files, subset, was } = run;
  const { server, name } = aboutTarget(was.target);
  if (choice.kind === 'ref' && server !== null) {
    throw new UserError(
      `\`baseline\` is \`${choice.ref}\`, and ${name} cannot be started at another commit: use \`stored\`, or the path of a run record.`,
    );
  }
  const found = await findBaseline({
    ...lookupRequest(run, effects),
    basePromptExists: files.baseHasTarget,
    choice,
    baseCommit,
    watchedAtBase: watched.base,
    canRun: effects.git !== null && server === null,
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
  if (found.kind !== 'none' || found.used.reason === 'switched-off') return found;
  return { ...found, used: { kind: 'none', reason: 'first' } };
}

/** The store's record of the head's own files, judged as today; `null` if there is none. */
export async function findStored(
  run: SuiteRun,
  { judging, effects }: { readonly judging: Judging; readonly effects: Effects },
): Promise<RunRecord | null> {
  const { head, watched, files } = run;
  if (head.commit === null) return null;
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

function lookupRequest({ suite, head, baseCommit, prefix }: SuiteRun, { git, github, store }: Effects) {
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

type BasePlan = Omit<ProducePlan, 'suite' | 'side' | 'watched'>;

/** The base's record: the stored one, judged again if judge or rubric changed, or the result of running the base now. */
export async function openBase(
  found: BaseSource,
  side: BaseSide | null,
  plan: BasePlan,
  effects: Effects,
): Promise<Base> {
  switch (found.kind) {
    case 'record':
      return openRecord(found, plan, effects);
    case 'none':
    case 'unreadable':
      return asItIs(null, found.used);
    case 'run':
      return runBase(found, side, plan, effects);
    default:
      return found satisfies never;
  }
}

function asItIs(record: RunRecord | null, used: BaselineUsed) {
  return { kind: 'ready', record, used, ranNow: false, notes: [], review: [] } as const;
}

/**
 * Drops a base whose agent answers too little to compare with, so that the pull request that fixes it can be merged.
 * `aside` has its costs.
 */
export function dropSilentBase(base: Base): { readonly base: Base; readonly aside: RunRecord | null } {
  const record = base.kind === 'failed' ? base.tried : base.ranNow ? base.record : null;
  const why = record ? whyBaseIsSilent(record) : null;
  if (!record || why === null) return { base, aside: null };
  // Its retries are not news.
  const aside = { ...record, repeats: [] };
  const used = { kind: 'none', reason: 'broken-base' } as const;
  return { base: { ...asItIs(null, used), review: [{ kind: 'broken-base', reason: why }] }, aside };
}

async function openRecord(
  { record, used, again }: Extract<BaseSource, { kind: 'record' }>,
  plan: RejudgePlan & Pick<ProducePlan, 'previous'>,
  effects: Effects,
): Promise<Base> {
  if (again === null) {
    // Costs and retries of a stored record belong to an earlier run.
    const { repeats: _, ...stored } = applyLabels(record, plan.judging);
    return asItIs({ ...stored, ...NOTHING_SPENT }, used);
  }
  const judged = await rejudgeBase({ record, because: again.because, known: plan.previous }, plan, effects);
  return judged.status === 'judged'
    ? { kind: 'ready', record: judged.record, used, ranNow: true, notes: [judged.note], review: [] }
    : { kind: 'failed', reason: judged.reason, tried: judged.tried };
}

async function runBase(
  found: Extract<BaselineLookup, { kind: 'run' }>,
  side: BaseSide | null,
  plan: BasePlan,
  effects: Effects,
): Promise<Base> {
  if (side === null) return { kind: 'failed', reason: 'the base cannot be run outside a git repository' };
  let opened: Awaited<ReturnType<BaseSide['open']>>;
  try {
    opened = await side.open();
  } catch (thrown) {
    // A full disk or an unreachable server is not the base's fault.
    if (!(thrown instanceof UserError)) throw thrown;
    return { kind: 'failed', reason: thrown.problems.join('; ') };
  }
  try {
    const from = found.name ?? found.base?.branch;
    const at = `${from ? `${from}@` : ''}${shortCommit(found.commit)}`;
    const { live } = aboutTarget(opened.asking.suite.target);
    if (live && plan.samples > 0) effects.log.info(`The base ${at} runs now.`);
    const record = await produce({ ...plan, ...opened.asking }, opened.effects);
    const reason = unusableBase(record);
    return reason === null
      ? {
          kind: 'ready',
          record,
          used: usedFromRun(found, record),
          ranNow: true,
          notes: [],
          review: [],
        }
      : { kind: 'failed', reason, tried: record };
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    // The base's files are invalid. A pull request that fixes them must stay mergeable.
    const [why = ''] = thrown.problems;
    const reason = `the base cannot be run: ${why.replace(/\.$/, '')}`;
    const used = { kind: 'none', reason: 'broken-base' } as const;
    return { ...asItIs(null, used), review: [{ kind: 'broken-base', reason }] };
  }
}
