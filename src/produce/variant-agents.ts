import { lstat, mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join, posix, sep } from 'node:path';
import type { Case } from '../model/case.js';
import type { Effects } from '../model/effects.js';
import { UserError } from '../model/errors.js';
import type { FileReader, Worktree } from '../model/repository.js';
import type { RunRecord } from '../model/run-record.js';
import type { Side } from '../model/side.js';
import { describeTarget } from '../model/target-settings.js';
import { digest } from '../text/json.js';
import { setWorkspace } from '../workers/child-environment.js';
import { type AnswerPlan, produce } from './produce.js';

/** A side's agent with other file contents than its commit has. */
export type Variant = {
  /** Its `target` may have other settings than the side's own. */
  readonly side: Side;
  /** Contents by path from the repository's top; `null` for a file that the variant lacks. */
  readonly files: ReadonlyMap<string, string | null>;
};

export type VariantRequest = {
  readonly cases: readonly Case[];
  /** Answers per case in all, including those of `previous`. */
  readonly samples: number;
  readonly previous: RunRecord | null;
};

/**
 * Asks cases under variants of a side's files, and judges the answers. A prompt is read from memory. A program runs in
 * a worktree of the side's commit into which the files are written, one variant after the other.
 */
export class VariantAgents implements AsyncDisposable {
  readonly #asking: AnswerPlan;
  readonly #effects: Effects;
  readonly #opened = new AsyncDisposableStack();
  readonly #worktrees = new Map<string, Promise<Worktree>>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(asking: AnswerPlan, effects: Effects) {
    this.#asking = asking;
    this.#effects = effects;
  }

  /** Resolves with the run record. Throws `UserError` if the files cannot be used, or the agent cannot run here. */
  async ask(variant: Variant, request: VariantRequest): Promise<RunRecord> {
    const { side } = variant;
    const { live, runsPrograms, server } = describeTarget(side.target);
    if (!live || server !== null) {
      throw new UserError(`${describeTarget(side.target).name} cannot be asked with other files.`);
    }
    if (!runsPrograms) return this.#produce(this.#inMemory(variant), request, this.#effects);
    return this.#inTurn(async () => {
      const { path } = await this.#checkOut(side);
      await writeVariant(path, variant.files);
      const copy = { ...this.#inMemory(variant), root: join(path, this.#asking.directory) };
      const env = setWorkspace(path, this.#effects.env);
      return this.#produce(copy, request, { ...this.#effects, env });
    });
  }

  #inMemory({ side, files }: Variant): Side {
    const { directory } = this.#asking;
    return {
      ...side,
      commit: null,
      reader: overrideFiles(side.reader, files, directory),
      watched: { ...side.watched, fingerprint: digest([side.commit, ...files], 64), rewritten: [] },
    };
  }

  #produce(side: Side, { cases, samples, previous }: VariantRequest, effects: Effects): Promise<RunRecord> {
    const subset = { of: side.cases.length };
    const plan = { ...this.#asking, side: { ...side, cases }, samples, previous, subset };
    return produce({ ...plan, sampling: 'variant' }, effects);
  }

  #checkOut({ commit }: Side): Promise<Worktree> {
    const { git } = this.#effects;
    if (git === null || commit === null) {
      throw new UserError('A program can only be asked with other files in a git repository with a commit.');
    }
    const known = this.#worktrees.get(commit);
    if (known !== undefined) return known;
    const checkout = git.addWorktree(commit).then((worktree) => this.#opened.use(worktree));
    this.#worktrees.set(commit, checkout);
    return checkout;
  }

  /** Variants of a program share a worktree. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#opened.disposeAsync();
  }
}

function overrideFiles(
  reader: FileReader,
  files: ReadonlyMap<string, string | null>,
  directory: string,
): FileReader {
  return {
    ...reader,
    async read(path, as) {
      const text = files.get(posix.join(directory, path));
      return text === undefined ? reader.read(path, as) : text;
    },
  };
}

/** All variants of one change have the same paths, so each replaces the one before. */
async function writeVariant(top: string, files: ReadonlyMap<string, string | null>): Promise<void> {
  for (const [path, text] of files) {
    const file = join(top, path);
    if (text === null) {
      await rm(file, { force: true });
      continue;
    }
    await mkdir(dirname(file), { recursive: true });
    // The commit may have a link where the other side has a folder.
    if (!`${await realpath(dirname(file))}${sep}`.startsWith(`${await realpath(top)}${sep}`)) {
      throw new UserError(`${path} lies behind a link, so it cannot be replaced in a worktree.`);
    }
    // Written over, a program stays executable; a link would be followed.
    if ((await lstat(file).catch(() => null))?.isSymbolicLink() === true) await rm(file);
    await writeFile(file, text);
  }
}
