import { join } from 'node:path';
import { type BaselineLookup, usedFromRun } from '../baseline/find-baseline.js';
import { unusableBase, whyBaseIsSilent } from '../decide/compare/usable-record.js';
import { scopeTree } from '../files/readers.js';
import { applyLabels } from '../judging/apply-labels.js';
import type { ChosenBaseline } from '../model/baseline.js';
import type { Effects } from '../model/effects.js';
import { UserError } from '../model/errors.js';
import type { Cause, Note, ReviewReason } from '../model/notes.js';
import type { Git } from '../model/repository.js';
import type { RunRecord } from '../model/run-record.js';
import type { AskableSides } from '../model/spending.js';
import type { SuiteRun } from '../model/suite-run.js';
import { aboutTarget } from '../model/target-settings.js';
import { shortCommit } from '../text/values.js';
import { environmentIn } from '../workers/child-environment.js';
import type { BaseSource } from './find-base.js';
import type { AgentSetup } from './journal.js';
import { type ProducePlan, produce } from './produce.js';
import { type RejudgePlan, rejudgeRecord } from './rejudge-record.js';
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

/** The differences from the head when the base runs. */
export type BaseAgent = Pick<AgentSetup, 'suite' | 'side' | 'watched'>;

/**
 * The base's agent while a suite is evaluated. A prompt is read from git's objects. A program's files are checked out
 * on first use, and removed with this object.
 */
export class BaseSide implements AsyncDisposable {
  readonly #run: SuiteRun;
  readonly #effects: Effects & { readonly git: Git };
  readonly #checkout = new AsyncDisposableStack();
  readonly commit: string;
  #root: Promise<string | null> | null = null;

  constructor(commit: string, run: SuiteRun, effects: Effects & { readonly git: Git }) {
    this.commit = commit;
    this.#run = run;
    this.#effects = effects;
  }

  /** The base's setup and its effects. Throws `UserError` if its commit cannot be checked out. */
  async open(): Promise<{ readonly asking: BaseAgent; readonly effects: Effects }> {
    this.#root ??= this.#checkOut();
    const root = await this.#root;
    const env = root === null ? this.#effects.env : environmentIn(root, this.#effects.env);
    const prefixed = root === null ? null : join(root, this.#run.prefix);
    return { asking: this.asking(prefixed), effects: { ...this.#effects, env } };
  }

  /** The same without a checkout, to find answers that are already known. */
  asking(root: string | null = null): BaseAgent {
    const { suite, was, prefix, watched } = this.#run;
    const { commit } = this;
    const reader = scopeTree(this.#effects.git.commitTree(commit), prefix);
    return {
      suite: { ...suite, target: was.target, provider: was.provider },
      side: { name: 'base', root, reader, commit },
      watched: watched.base,
    };
  }

  async #checkOut(): Promise<string | null> {
    const { git } = this.#effects;
    await git.ensureCommit(this.commit);
    if (!aboutTarget(this.#run.was.target).runsPrograms) return null;
    return this.#checkout.use(await git.addWorktree(this.commit)).path;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#checkout.disposeAsync();
  }
}

/** The base of this suite; `null` without a commit or repository. */
export function openBaseSide(found: BaseSource, run: SuiteRun, effects: Effects): BaseSide | null {
  const { git } = effects;
  const commit = found.kind === 'run' ? found.commit : run.baseCommit?.commit;
  return git === null || commit === undefined ? null : new BaseSide(commit, run, { ...effects, git });
}

/**
 * Sides that can give more answers. A program with stored answers cannot: it may answer differently on today's machine,
 * which could hide a real fall. Nor can a prompt that the base's commit lacks, because a step had built it.
 */
export function askableSides(
  found: BaseSource,
  { suite, was, files }: SuiteRun,
  side: BaseSide | null,
): AskableSides {
  const isGiven = found.kind === 'record' && found.used.rule === 'given-record';
  if (!aboutTarget(suite.target).live || isGiven) return 'none';
  const { live, asksProvider } = aboutTarget(was.target);
  if (side === null || !files.baseHasTarget) return 'head';
  if (found.kind === 'record' && found.used.stale) return 'head';
  if (found.kind === 'run') return live ? 'both' : 'head';
  return found.kind === 'record' && asksProvider ? 'both' : 'head';
}

type BasePlan = Omit<ProducePlan, 'suite' | 'side' | 'watched'>;

type ReadyBase = Extract<Base, { readonly kind: 'ready' }>;

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

function asItIs(record: RunRecord | null, used: ChosenBaseline) {
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
  const used = { kind: 'none', because: 'broken-base' } as const;
  return { base: { ...asItIs(null, used), review: [{ kind: 'broken-base', reason: why }] }, aside };
}

async function openRecord(
  { record, used, again }: Extract<BaseSource, { kind: 'record' }>,
  plan: RejudgePlan & Pick<ProducePlan, 'previous'>,
  effects: Effects,
): Promise<Base> {
  const { judging, previous } = plan;
  if (again === null) {
    // Costs and retries of a stored record belong to an earlier run.
    const { repeats: _, ...stored } = applyLabels(record, judging);
    return asItIs({ ...stored, ...NOTHING_SPENT }, used);
  }
  if (previous === null) {
    const isJudged = judging.scorers.some((scorer) => scorer.fingerprint.judged !== false);
    const by = isJudged ? ` by ${judging.fingerprint.name}` : '';
    effects.log.info(`The baseline's stored answers are judged again${by}.`);
  }
  const judged = previous ?? (await rejudgeRecord(record, plan, effects));
  const notes = [{ kind: 'rejudged', because: again.because } as const];
  return baseOf(judged, { used, notes });
}

/** The base of a record that cost something now. */
function baseOf(record: RunRecord, about: Pick<ReadyBase, 'used' | 'notes'>): Base {
  const reason = unusableBase(record);
  return reason === null
    ? { kind: 'ready', record, ...about, ranNow: true, review: [] }
    : { kind: 'failed', reason, tried: record };
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
    return baseOf(record, { used: usedFromRun(found, record), notes: [] });
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    // The base's files are invalid. A pull request that fixes them must stay mergeable.
    const [why = ''] = thrown.problems;
    const reason = `the base cannot be run: ${why.replace(/\.$/, '')}`;
    const used = { kind: 'none', because: 'broken-base' } as const;
    return { ...asItIs(null, used), review: [{ kind: 'broken-base', reason }] };
  }
}
