import { join } from 'node:path';
import { createMissingFileMessage } from '../../files/missing-file.js';
import { readImportedFiles } from '../../files/reached-files.js';
import type { Env } from '../../model/effects.js';
import { attempt, UserError } from '../../model/errors.js';
import type { ReviewReason, SettingsChange } from '../../model/notes.js';
import type { FileReader } from '../../model/repository.js';
import type { SideName } from '../../model/side.js';
import type { DecidingSettings, OwnScorerSettings, ScorerSettings } from '../../model/suite.js';
import type { Scorer } from '../../scorers/scorer.js';
import { setWorkspace } from '../../workers/child-environment.js';
import { type OwnScorerEffects, openOwnScorer } from './open-own-scorer.js';

export type OwnScorers = AsyncDisposable & {
  readonly scorers: ReadonlyMap<string, Scorer>;
  readonly changes: readonly SettingsChange[];
  readonly review: readonly ReviewReason[];
};

type ScorerRoot = { readonly root: string; readonly env: Env };

/**
 * Opens a suite's scorers in the repository. The base's code runs in a worktree, because a scorer may read files that
 * it does not import. Throws `UserError` with all problems.
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
  let base: Promise<ScorerRoot> | null = null;

  async function openOne(name: string, use: OwnScorerSettings): Promise<void> {
    const { side, files, otherwise, change, review: missing } = await chooseScorerFiles(use.path, sides);
    const open = async (root: ScorerRoot, code: typeof files) => {
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
  const cleanup = opened.move();
  return { scorers, changes, review, [Symbol.asyncDispose]: () => cleanup.disposeAsync() };
}

/** The base's files, checked out until the scorers are done with them; the head's own if that is the very commit. */
async function openBase(
  { head, base, prefix }: ScorerSides,
  { git, env }: OwnScorerEffects,
  opened: AsyncDisposableStack,
): Promise<ScorerRoot> {
  const commit = base?.commit ?? null;
  if (commit === null || commit === head.commit) return { root: head.root, env };
  if (git === null)
    throw new UserError("scorers: the base's are used, and outside a git repository they cannot be had");
  const worktree = opened.use(await git.addWorktree(commit));
  return { root: join(worktree.path, prefix), env: setWorkspace(worktree.path, env) };
}

/** Both sides of a suite, as far as a scorer's code may come from them. */
export type ScorerSides = {
  readonly base: ScorerSide | null;
  readonly head: ScorerSide & { readonly root: string };
  /** `base`: the base's code scores if it has the file. `head`: the head's own counts, as after a merge. */
  readonly judgedBy: SideName;
  /** By side, true if its own settings have the suite, and so name its scorers. */
  readonly inConfig: Readonly<Record<SideName, boolean>>;
  /** Folder of the suite's paths, relative to the repository's top. */
  readonly prefix: string;
};

type ScorerSide = { readonly commit: string | null; readonly reader: FileReader };

function findJudgingBase({ base, judgedBy }: ScorerSides): ScorerSide | null {
  return judgedBy === 'base' ? base : null;
}

/** Texts by path: the scorer's own file and what it imports. */
export type ScorerFiles = ReadonlyMap<string, string>;

export type ScorerChoice = {
  readonly side: 'head' | 'base';
  readonly files: ScorerFiles;
  /** Set if the base's code scores and the head's differs. */
  readonly otherwise: ScorerFiles | null;
  /** Set if the pull request changes it. */
  readonly change: SettingsChange | null;
  readonly review: ReviewReason | null;
};

/**
 * Whose code scores: the base's if it has the file, so that a pull request does not edit its own grader.
 * Throws `UserError` if neither side has it.
 */
export async function chooseScorerFiles(path: string, sides: ScorerSides): Promise<ScorerChoice> {
  const { head } = sides;
  const base = findJudgingBase(sides);
  const headFiles = await readImportedFiles(path, head.reader);
  const baseFiles = base === null ? new Map() : await readImportedFiles(path, base.reader);
  if (baseFiles.size + headFiles.size === 0)
    throw new UserError(
      `scorers: the ${head.reader.name} has no file ${JSON.stringify(path)}; correct the path`,
    );
  if (baseFiles.size === 0) {
    const review = { kind: 'unreadable-base', what: 'scorer', path, problems: [] } as const;
    const isMissing = base !== null && sides.inConfig.base;
    return {
      side: 'head',
      files: headFiles,
      otherwise: null,
      change: null,
      review: isMissing ? review : null,
    };
  }
  const changed = [...new Set([...baseFiles.keys(), ...headFiles.keys()])].filter(
    (file) => baseFiles.get(file) !== headFiles.get(file),
  );
  const ofBase = { side: 'base', files: baseFiles, review: null } as const;
  if (changed.length === 0) return { ...ofBase, otherwise: null, change: null };
  const removed = headFiles.size === 0;
  const change = { kind: 'scorer-code', path, files: changed, removed } as const;
  return { ...ofBase, otherwise: removed ? null : headFiles, change };
}

/** The errors of a suite that names scorers which neither side has. */
export async function listMissingScorers(
  { name, scorers }: DecidingSettings,
  { configPath, ...sides }: ScorerSides & { readonly configPath: string | null },
): Promise<readonly string[]> {
  const problems: string[] = [];
  const { head } = sides;
  const base = findJudgingBase(sides);
  const readers = base === null ? [head.reader] : [head.reader, base.reader];
  for (const { use } of scorers) {
    if (use.kind !== 'own') continue;
    const texts = await Promise.all(readers.map((reader) => reader.read(use.path, 'anything')));
    if (texts.some((text) => text !== null)) continue;
    const renderMissing = await createMissingFileMessage(head.reader, configPath);
    problems.push(renderMissing({ key: 'scorers', suite: name, path: use.path }));
  }
  return problems;
}
