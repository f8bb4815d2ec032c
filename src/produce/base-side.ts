import { join } from 'node:path';
import { scopeTree } from '../files/readers.js';
import type { Effects } from '../model/effects.js';
import type { Git } from '../model/git.js';
import type { Askable } from '../model/spending.js';
import type { SuiteRun } from '../model/suite-run.js';
import { aboutTarget } from '../model/target-settings.js';
import { environmentIn } from '../workers/child-environment.js';
import type { AgentSetup } from './recall-answers.js';
import type { BaseSource } from './rejudge-record.js';

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
 * which could hide a real fall.
 */
export function askableSides(found: BaseSource, { suite, was }: SuiteRun, side: BaseSide | null): Askable {
  const isGiven = found.kind === 'record' && found.used.rule === 'given-record';
  if (!aboutTarget(suite.target).live || isGiven) return 'none';
  const { live, asksProvider } = aboutTarget(was.target);
  if (side === null || (found.kind === 'record' && found.used.stale)) return 'head';
  if (found.kind === 'run') return live ? 'both' : 'head';
  return found.kind === 'record' && asksProvider ? 'both' : 'head';
}
