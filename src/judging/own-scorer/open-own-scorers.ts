import { join } from 'node:path';
import { UserError } from '../../ports/errors.js';
import type { Git } from '../../ports/git.js';
import type { OwnScorerSettings, ScorerSettings } from '../../ports/settings.js';
import type { Scorer } from '../../scorers/scorer.js';
import type { Redact } from '../../text/redact.js';
import { codeSpan } from '../../text/values.js';
import { chooseScorerFiles, type ScorerSides } from './choose-scorer-files.js';
import { openOwnScorer } from './open-own-scorer.js';

/** The scorers of a suite that are the repository's own. */
export type OwnScorers = AsyncDisposable & {
  /** By name. */
  readonly scorers: ReadonlyMap<string, Scorer>;
  /** Whose code scored, where that is worth a line in the report. */
  readonly notes: readonly string[];
};

export type OwnScorerEdges = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly redact: Redact;
  readonly git: Pick<Git, 'addWorktree'> | null;
  readonly scorerHost: readonly string[];
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
  edges: OwnScorerEdges,
): Promise<OwnScorers> {
  await using opened = new AsyncDisposableStack();
  const scorers = new Map<string, Scorer>();
  const notes: string[] = [];
  const problems: string[] = [];
  let base: Promise<string> | null = null;
  const baseRoot = () => {
    base ??= openBaseRoot(sides, edges.git, opened);
    return base;
  };
  for (const own of settings.filter(isOwn)) {
    try {
      const { note, ...found } = await openFromSide(own, sides, edges, baseRoot);
      scorers.set(own.name, opened.use(found.scorer).scorer);
      if (note !== null) notes.push(note);
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
      problems.push(...thrown.problems);
    }
  }
  if (problems.length > 0) throw new UserError(problems);
  const kept = opened.move();
  return { scorers, notes, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

function isOwn(scorer: ScorerSettings): scorer is ScorerSettings & Own {
  return scorer.use.kind === 'own';
}

async function openFromSide(
  own: Own,
  sides: ScorerSides,
  edges: OwnScorerEdges,
  baseRoot: () => Promise<string>,
) {
  const { path } = own.use;
  const { head } = sides;
  const { side, files, otherwise, note } = await chooseScorerFiles(path, sides);
  if (side === 'head') {
    return { scorer: await openOwnScorer(own, { ...edges, root: head.root, files }), note };
  }
  const root = await baseRoot();
  try {
    return { scorer: await openOwnScorer(own, { ...edges, root, files }), note };
  } catch (thrown) {
    // What is wrong with the base's file may be what the pull request mends.
    if (!(thrown instanceof UserError) || otherwise === null) throw thrown;
    const scorer = await openOwnScorer(own, { ...edges, root: head.root, files: otherwise.files });
    return {
      scorer,
      note: `The base's scorer ${codeSpan(path)} cannot be loaded, so answers are scored with the pull request's.`,
    };
  }
}

/** The base's files, checked out until the scorers are done with them; the head's own where that is the very commit. */
async function openBaseRoot(
  { head, yardstick, prefix }: ScorerSides,
  git: OwnScorerEdges['git'],
  opened: AsyncDisposableStack,
): Promise<string> {
  if (yardstick === null || yardstick.commit === head.commit) return head.root;
  if (git === null)
    throw new UserError("scorers: the base's are used, and outside a git repository they cannot be had");
  const worktree = opened.use(await git.addWorktree(yardstick.commit));
  return join(worktree.path, prefix);
}
