import { join } from 'node:path';
import { attempt, UserError } from '../../model/errors.js';
import type { ReviewReason, SettingsChange } from '../../model/notes.js';
import type { OwnScorerSettings, ScorerSettings } from '../../model/suite.js';
import type { Scorer } from '../../scorers/scorer.js';
import { environmentIn } from '../../workers/child-environment.js';
import { chooseScorerFiles, type ScorerSides } from './choose-scorer-files.js';
import { type OwnScorerEffects, openOwnScorer } from './open-own-scorer.js';

/** The scorers of a suite that are the repository's own. */
export type OwnScorers = AsyncDisposable & {
  /** By name. */
  readonly scorers: ReadonlyMap<string, Scorer>;
  /** Scorers that the pull request changes. */
  readonly changes: readonly SettingsChange[];
  readonly review: readonly ReviewReason[];
};

type Root = Pick<OwnScorerEffects, 'env'> & { readonly root: string };

/**
 * Opens a suite's scorers in the repository. The base's code runs in a worktree, because a scorer may read files that
 * it does not import. Throws `UserError` with the problems of all of them.
 */
export async function openOwnScorers(
  settings: readonly ScorerSettings[],
  sides: ScorerSides,
  effects: OwnScorerEffects,
): Promise<OwnScorers> {
  await using opened = new AsyncDisposableStack();
  const scorers = new Map<string, Scorer>();
  const changes: SettingsChange[] = [];
  const review: ReviewReason[] = [];
  const problems: string[] = [];
  let base: Promise<Root> | null = null;

  async function openOne(name: string, use: OwnScorerSettings): Promise<void> {
    const { side, files, otherwise, change, review: missing } = await chooseScorerFiles(use.path, sides);
    const open = async (root: Root, code: typeof files) => {
      const own = await openOwnScorer({ name, use }, { ...effects, ...root, files: code });
      scorers.set(name, opened.use(own).scorer);
    };
    const head = { root: sides.head.root, env: effects.env };
    try {
      base ??= side === 'base' ? openBase(sides, effects, opened) : null;
      await open(side === 'base' && base !== null ? await base : head, files);
      if (change !== null) changes.push(change);
      if (missing !== null) review.push(missing);
    } catch (thrown) {
      if (!(thrown instanceof UserError) || otherwise === null) throw thrown;
      // The pull request may fix the base's file or break it, so it needs human review.
      await open(head, otherwise);
      review.push({ kind: 'unreadable-base', what: 'scorer', path: use.path, problems: thrown.problems });
    }
  }

  for (const { name, use } of settings) {
    if (use.kind === 'own') await attempt(problems, () => openOne(name, use));
  }
  if (problems.length > 0) throw new UserError(problems);
  const kept = opened.move();
  return { scorers, changes, review, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** The base's files, checked out until the scorers are done with them; the head's own if that is the very commit. */
async function openBase(
  { head, reference, prefix }: ScorerSides,
  { git, env }: OwnScorerEffects,
  opened: AsyncDisposableStack,
): Promise<Root> {
  if (reference === null || reference.commit === head.commit) return { root: head.root, env };
  if (git === null)
    throw new UserError("scorers: the base's are used, and outside a git repository they cannot be had");
  const worktree = opened.use(await git.addWorktree(reference.commit));
  return { root: join(worktree.path, prefix), env: environmentIn(worktree.path, env) };
}
