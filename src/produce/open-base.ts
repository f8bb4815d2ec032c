import { type BaselineLookup, describeRunBase } from '../baseline/find-baseline.js';
import { findBaseFault, findSilentBase } from '../decide/compare/usable-record.js';
import { applyLabels } from '../judging/apply-labels.js';
import type { ChosenBaseline } from '../model/baseline.js';
import type { Case } from '../model/case.js';
import type { Effects } from '../model/effects.js';
import { UserError } from '../model/errors.js';
import type { Cause, Note, ReviewReason } from '../model/notes.js';
import { omitKeys } from '../model/omit-keys.js';
import type { RunRecord } from '../model/run-record.js';
import type { Side } from '../model/side.js';
import type { AskableSides } from '../model/spending.js';
import type { PreparedSuite } from '../model/stages.js';
import { describeTarget } from '../model/target-settings.js';
import { shortenCommit } from '../text/values.js';
import type { BaseSource } from './find-base.js';
import { type AnswerPlan, produce } from './produce.js';
import { rejudgeRecord } from './rejudge-record.js';
import type { OpenSide, SideFiles } from './side-files.js';
import { NOTHING_SPENT } from './spending.js';

export type Base =
  | {
      readonly kind: 'ready';
      readonly record: RunRecord | null;
      readonly used: ChosenBaseline;
      /** True if the record was made or judged in this run at a cost. */
      readonly ranNow: boolean;
      readonly notes: readonly Note[];
      readonly review: readonly ReviewReason[];
    }
  /** The base had to run and could not, so nothing can be decided. `tried` is the part that it did. */
  | { readonly kind: 'failed'; readonly reason: Cause; readonly tried?: RunRecord };

/** How the base's record is had. */
export type BasePlan = AnswerPlan & {
  readonly base: Side | null;
  /** True if the base does not have the suite yet. */
  readonly isNew: boolean;
  /** The rows that decide, by which a stored record is judged again. */
  readonly cases: readonly Case[];
  /** Suite-wide samples per case in all, including those of `previous`. */
  readonly samples: number;
  /** How many of these answers an earlier run left. */
  readonly kept: number;
  readonly previous: RunRecord | null;
};

/**
 * Sides that can give more answers. A program with stored answers cannot: it may answer differently on today's machine,
 * which could hide a real fall. Nor can a prompt that the base's commit lacks, because a step had built it.
 */
export function listAskableSides(source: BaseSource, { base, head }: PreparedSuite): AskableSides {
  const isGiven = source.kind === 'record' && source.used.rule === 'given-record';
  if (!describeTarget(head.target).live || isGiven) return 'none';
  if (base === null || !base.hasAgent) return 'head';
  const { live, asksProvider } = describeTarget(base.target);
  if (source.kind === 'record' && source.used.stale) return 'head';
  if (source.kind === 'run') return live ? 'both' : 'head';
  return source.kind === 'record' && asksProvider ? 'both' : 'head';
}

/** The base's record: the stored one, judged again if judge or rubric changed, or the result of running the base now. */
export async function openBase(
  source: BaseSource,
  plan: BasePlan,
  files: SideFiles,
  effects: Effects,
): Promise<Base> {
  switch (source.kind) {
    case 'record':
      return openRecord(source, plan, effects);
    case 'none':
    case 'unreadable':
      return buildReadyBase(null, source.used);
    case 'run':
      return runBase(source, plan, files, effects);
    default:
      return source satisfies never;
  }
}

function buildReadyBase(record: RunRecord | null, used: ChosenBaseline) {
  return { kind: 'ready', record, used, ranNow: false, notes: [], review: [] } as const;
}

/**
 * Drops a base whose agent answers too little to compare with, so that the pull request that fixes it can be merged.
 * `discarded` has its costs.
 */
export function dropSilentBase(
  base: Base,
  { isNew }: Pick<BasePlan, 'isNew'>,
): { readonly base: Base; readonly discarded: RunRecord | null } {
  const ranNow = base.kind === 'ready' && base.ranNow ? base.record : null;
  const record = base.kind === 'failed' ? base.tried : ranNow;
  const why = record ? findSilentBase(record) : null;
  if (!record || why === null) return { base, discarded: null };
  // The base's retries are not reported: they are not part of this change.
  const discarded = { ...record, repeats: [] };
  return { base: buildBrokenBase(why, { isNew }), discarded };
}

/** A person decides about a base that cannot be measured, unless it never had the suite: then the set-up is new. */
function buildBrokenBase(reason: Cause, { isNew }: Pick<BasePlan, 'isNew'>): Base {
  if (isNew) {
    const used = { kind: 'none', because: 'base-not-set-up' } as const;
    return { ...buildReadyBase(null, used), notes: [{ kind: 'base-not-set-up', reason }] };
  }
  const used = { kind: 'none', because: 'broken-base' } as const;
  return { ...buildReadyBase(null, used), review: [{ kind: 'broken-base', reason }] };
}

async function openRecord(
  { record, used, again }: Extract<BaseSource, { kind: 'record' }>,
  plan: BasePlan,
  effects: Effects,
): Promise<Base> {
  const { judging, previous } = plan;
  if (again === null) {
    // Costs and retries of a stored record belong to an earlier run.
    const stored = omitKeys(applyLabels(record, judging), 'repeats');
    return buildReadyBase({ ...stored, ...NOTHING_SPENT }, used);
  }
  if (previous === null) {
    const isJudged = judging.scorers.some((scorer) => scorer.fingerprint.judged !== false);
    const by = isJudged ? ` by ${judging.fingerprint.name}` : '';
    effects.log.info(`The baseline's stored answers are judged again${by}.`);
  }
  const judged = previous ?? (await rejudgeRecord(record, plan, effects));
  return checkPaidBase(judged, used, [{ kind: 'rejudged', because: again.because }]);
}

/** The base of a record that cost something now. */
function checkPaidBase(record: RunRecord, used: ChosenBaseline, notes: readonly Note[] = []): Base {
  const reason = findBaseFault(record);
  return reason === null
    ? { kind: 'ready', record, used, ranNow: true, notes, review: [] }
    : { kind: 'failed', reason, tried: record };
}

async function runBase(
  found: Extract<BaselineLookup, { kind: 'run' }>,
  { base, ...plan }: BasePlan,
  files: SideFiles,
  effects: Effects,
): Promise<Base> {
  if (base === null) return { kind: 'failed', reason: 'the base cannot be run outside a git repository' };
  let opened: OpenSide;
  try {
    opened = await files.open(base);
  } catch (thrown) {
    // A full disk or an unreachable server is not the base's fault.
    if (!(thrown instanceof UserError)) throw thrown;
    return { kind: 'failed', reason: thrown.problems.join('; ') };
  }
  try {
    const from = found.name ?? found.base?.branch;
    const at = `${from ? `${from}@` : ''}${shortenCommit(found.commit)}`;
    const { live, asksProvider } = describeTarget(base.target);
    const due = plan.samples * base.cases.length;
    // A program that was not made for the check yet fails in its first answers.
    const mayFail = plan.isNew && !asksProvider;
    const outlook = mayFail ? ' It has no such suite yet, so its answers may fail, which is normal.' : '';
    if (live && plan.kept < due) effects.log.info(`The base ${at} runs now.${outlook}`);
    const record = await produce({ ...plan, side: opened.side }, opened.effects);
    return checkPaidBase(record, describeRunBase(found, record));
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    // The base's files are invalid. A pull request that fixes them must stay mergeable.
    const [why = ''] = thrown.problems;
    const reason = why.replace(/\.$/, '');
    return buildBrokenBase(reason, plan);
  }
}
