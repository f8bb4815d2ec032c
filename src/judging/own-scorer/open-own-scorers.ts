import { join, posix } from 'node:path';
import { changedManifests } from '../../files/manifests.js';
import { mayUsePackages } from '../../files/reached-files.js';
import { attempt, UserError } from '../../ports/errors.js';
import type { FileReader } from '../../ports/files.js';
import type { Git } from '../../ports/git.js';
import { SCORER_LIBRARY } from '../../ports/scorer-host.js';
import type { OwnScorerSettings, ScorerSettings } from '../../ports/settings.js';
import type { Scorer } from '../../scorers/scorer.js';
import type { Redact } from '../../text/redact.js';
import { codeSpan } from '../../text/values.js';
import { environmentIn } from '../../workers/child-environment.js';
import { chooseScorerFiles, type ScorerSides } from './choose-scorer-files.js';
import { openOwnScorer } from './open-own-scorer.js';

/** The scorers of a suite that are the repository's own. */
export type OwnScorers = AsyncDisposable & {
  /** By name. */
  readonly scorers: ReadonlyMap<string, Scorer>;
  /** Whose code scored, and with which packages, where that is worth a line in the report. */
  readonly notes: readonly string[];
  /** Why a person has to look, one phrase each without a full stop; else empty. */
  readonly review: readonly string[];
};

export type OwnScorerEffects = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly redact: Redact;
  readonly git: Pick<Git, 'addWorktree'> | null;
  readonly scorerHost: readonly string[];
  readonly signal: AbortSignal;
};

type Own = { readonly name: string; readonly use: OwnScorerSettings };

/**
 * Opens every scorer of the repository's own that a suite has. The base's code runs in a worktree of the base, whatever
 * of it the pull request changed: a scorer may read files that no import tells of.
 * @throws UserError with the problems of all of them.
 */
export async function openOwnScorers(
  settings: readonly ScorerSettings[],
  sides: ScorerSides,
  effects: OwnScorerEffects,
): Promise<OwnScorers> {
  await using opened = new AsyncDisposableStack();
  const scorers = new Map<string, Scorer>();
  const notes: string[] = [];
  const review: string[] = [];
  const problems: string[] = [];
  let base: Promise<BaseRoot> | null = null;
  const openBase = () => {
    base ??= openBaseRoot(sides, effects, opened);
    return base;
  };
  for (const own of settings.filter(isOwn)) {
    const found = await attempt(problems, () => openFromSide(own, sides, effects, openBase));
    if (found === undefined) continue;
    scorers.set(own.name, opened.use(found.scorer).scorer);
    notes.push(...found.notes);
    review.push(...found.review);
  }
  if (problems.length > 0) throw new UserError(problems);
  const kept = opened.move();
  return { scorers, notes: [...new Set(notes)], review, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

function isOwn(scorer: ScorerSettings): scorer is ScorerSettings & Own {
  return scorer.use.kind === 'own';
}

async function openFromSide(
  own: Own,
  sides: ScorerSides,
  effects: OwnScorerEffects,
  openBase: () => Promise<BaseRoot>,
) {
  const { path } = own.use;
  const { head } = sides;
  const { side, files, otherwise, note, review } = await chooseScorerFiles(path, sides);
  const notes = note === null ? [] : [note];
  if (side === 'head') {
    const scorer = await openOwnScorer(own, { ...effects, root: head.root, files });
    return { scorer, notes, review: review === null ? [] : [review] };
  }
  const base = await openBase();
  try {
    const scorer = await openOwnScorer(own, { ...effects, root: base.root, env: base.env, files });
    return {
      scorer,
      notes,
      review: await reviewPackages(path, files, { ...sides, installed: base.installed }),
    };
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    const problem = thrown.problems.join('; ');
    if (otherwise === null) {
      const installed = /\bpackages?\b/.test(problem)
        ? ". The base's code is run with the packages that are installed now"
        : '';
      throw new UserError(`${problem}${installed}`, { cause: thrown });
    }
    // What is wrong with the base's file may be what the pull request mends, or what it did: only a person can tell.
    const scorer = await openOwnScorer(own, { ...effects, root: head.root, files: otherwise.files });
    return {
      scorer,
      notes: [],
      review: [
        `the base's scorer ${codeSpan(path)} cannot be loaded, so the pull request's own was used to measure: ${problem}`,
      ],
    };
  }
}

/**
 * Why a person has to look at the packages that the base's scorer imports. They are installed as the pull request's
 * manifests name them, so where one differs another package may grade.
 */
async function reviewPackages(
  path: string,
  files: ReadonlyMap<string, string>,
  { head, yardstick, prefix, installed }: ScorerSides & Pick<BaseRoot, 'installed'>,
): Promise<readonly string[]> {
  if (yardstick === null || installed.length === 0 || !mayUsePackages(files, new Set([SCORER_LIBRARY])))
    return [];
  const fromTop = ({ name, read }: FileReader): FileReader => ({
    name,
    read: (file) => read(posix.relative(prefix, file)),
  });
  const changed = await changedManifests(installed, fromTop(head.reader), fromTop(yardstick.reader));
  if (changed.length === 0) return [];
  return [
    `${changed.map(codeSpan).join(', ')} ${changed.length === 1 ? 'differs' : 'differ'} from the base's, so the packages that its scorer ${codeSpan(path)} imports may be others`,
  ];
}

type BaseRoot = Pick<OwnScorerEffects, 'env'> & {
  readonly root: string;
  /** Folders whose packages are the checkout's. */
  readonly installed: readonly string[];
};

/** The base's files, checked out until the scorers are done with them; the head's own where that is the very commit. */
async function openBaseRoot(
  { head, yardstick, prefix }: ScorerSides,
  { git, env }: OwnScorerEffects,
  opened: AsyncDisposableStack,
): Promise<BaseRoot> {
  if (yardstick === null || yardstick.commit === head.commit) return { root: head.root, env, installed: [] };
  if (git === null)
    throw new UserError("scorers: the base's are used, and outside a git repository they cannot be had");
  const worktree = opened.use(await git.addWorktree(yardstick.commit));
  return {
    root: join(worktree.path, prefix),
    env: environmentIn(worktree.path, env),
    installed: worktree.installed,
  };
}
