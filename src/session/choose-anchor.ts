import { resolveAnchor } from '../event/anchor.js';
import { scopeTree } from '../files/readers.js';
import { UserError } from '../ports/errors.js';
import type { RunEvent } from '../ports/event.js';
import type { Git } from '../ports/git.js';
import type { GitHub } from '../ports/github.js';
import type { BaselineChoice } from '../ports/settings.js';
import type { Anchor, AnchorCommit } from '../ports/suite-run.js';

/**
 * The commit that the head is held against: the ref that was asked for, else the one that the event points at.
 * `null` where there is none (outside a repository, on its first commit, or where no baseline is wanted of a commit).
 */
export async function chooseAnchor(request: {
  readonly event: RunEvent | null;
  readonly choice: BaselineChoice | undefined;
  /** The commit that is evaluated. */
  readonly commit: string | null;
  readonly git: Git | null;
  readonly github: GitHub | null;
  readonly prefix: string;
  /** What it is held against whatever the event says, unless a ref is asked for. */
  readonly known?: AnchorCommit | undefined;
}): Promise<Anchor | null> {
  const { event, choice, commit, git, github, prefix, known } = request;
  if (choice?.kind === 'ref') {
    if (git === null) {
      throw new UserError(
        `baseline: ${JSON.stringify(choice.ref)} is taken for a git ref, and this is no git repository; name the path of a run record (.json), or auto, stored or none.`,
      );
    }
    const resolved = await git.resolve(choice.ref);
    if (resolved === null) {
      throw new UserError(
        `baseline: there is no ref ${JSON.stringify(choice.ref)} in this repository; name a branch, tag or commit, the path of a run record (.json), or auto, stored or none.`,
      );
    }
    return openAnchor(git, prefix, resolved, `the ref ${choice.ref} that was asked for`);
  }
  if (git === null || event === null || commit === null) return null;
  const found = known ?? (await resolveAnchor({ event, commit, git, ancestry: github?.ancestry ?? null }));
  return found === null ? null : openAnchor(git, prefix, found.commit, found.how);
}

/** Opens a commit as the base. Throws `UserError` where its files cannot be had. */
export async function openAnchor(git: Git, prefix: string, commit: string, how: string): Promise<Anchor> {
  await git.ensureCommit(commit);
  const files = git.commitTree(commit);
  return { commit, how, files, reader: scopeTree(files, prefix) };
}
