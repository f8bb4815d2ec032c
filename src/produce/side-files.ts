import { join } from 'node:path';
import type { Effects } from '../model/effects.js';
import type { Git, Worktree } from '../model/repository.js';
import type { Side } from '../model/side.js';
import { describeTarget } from '../model/target-settings.js';
import { setWorkspace } from '../workers/child-environment.js';

/** A side whose agent can run, and the effects of its programs. */
export type OpenSide = { readonly side: Side; readonly effects: Effects };

/**
 * The files of both sides while a suite is measured. A prompt is read from git's objects. A program's files are checked
 * out on first use, and removed with this object.
 */
export class SideFiles implements AsyncDisposable {
  readonly #prefix: string;
  readonly #effects: Effects;
  readonly #checkouts = new AsyncDisposableStack();
  readonly #byCommit = new Map<string, Promise<Worktree>>();

  constructor(prefix: string, effects: Effects) {
    this.#prefix = prefix;
    this.#effects = effects;
  }

  /** Throws `UserError` if the side's commit cannot be checked out. */
  async open(side: Side): Promise<OpenSide> {
    const effects = this.#effects;
    const { git, env } = effects;
    const isReady = side.root !== null || !describeTarget(side.target).runsPrograms;
    if (isReady || side.commit === null || git === null) return { side, effects };
    const { commit } = side;
    const { path } = await this.#checkOut(commit, git);
    return {
      side: { ...side, root: join(path, this.#prefix) },
      effects: { ...effects, env: setWorkspace(path, env) },
    };
  }

  #checkOut(commit: string, git: Git): Promise<Worktree> {
    const known = this.#byCommit.get(commit);
    if (known !== undefined) return known;
    const checkout = git.addWorktree(commit).then((worktree) => this.#checkouts.use(worktree));
    this.#byCommit.set(commit, checkout);
    return checkout;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#checkouts.disposeAsync();
  }
}
