import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openMissing } from '../../files/missing-file.js';
import { readImportedFiles } from '../../files/reached-files.js';
import { attempt, ProviderError, UserError } from '../../model/errors.js';
import type { FileReader } from '../../model/files.js';
import type { Git } from '../../model/git.js';
import type { ReviewReason, SettingsChange } from '../../model/notes.js';
import type { OwnScorerSettings, ScorerSettings, Suite } from '../../model/suite.js';
import type { ScorerOutcome } from '../../scorers/eval-scorer.js';
import { agentRun, scorerOfEval, textRun } from '../../scorers/eval-scorer.js';
import { type HostReply, type HostRequest, hostReplySchema } from '../../scorers/host-protocol.js';
import type { Scorer } from '../../scorers/scorer.js';
import type { Redact } from '../../text/redact.js';
import { childEnvironment, environmentIn } from '../../workers/child-environment.js';
import { LineWorker, WorkerFault, type WorkerLine } from '../../workers/line-worker.js';
import { createWorkerPool } from '../../workers/worker-pool.js';

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

/** Both sides of a run, as far as a scorer's code may come from them. */
export type ScorerSides = {
  readonly head: { readonly root: string; readonly reader: FileReader; readonly commit: string | null };
  /** The base, whose code scores if it has the file; `null` if the head's own counts, as after a merge. */
  readonly reference: { readonly commit: string; readonly reader: FileReader } | null;
  /** True if the base's own settings have the suite, and so name its scorers. */
  readonly inBase: boolean;
  /** Folder of the suite's paths, relative to the repository's top. */
  readonly prefix: string;
};

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
  const { head, reference } = sides;
  const now = await readImportedFiles(path, head.reader);
  const was = reference === null ? new Map() : await readImportedFiles(path, reference.reader);
  if (was.size + now.size === 0)
    throw new UserError(
      `scorers: the ${head.reader.name} has no file ${JSON.stringify(path)}; correct the path`,
    );
  if (was.size === 0) {
    const review = { kind: 'unreadable-base', what: 'scorer', path, problems: [] } as const;
    const isMissing = reference !== null && sides.inBase;
    return { side: 'head', files: now, otherwise: null, change: null, review: isMissing ? review : null };
  }
  const changed = [...new Set([...was.keys(), ...now.keys()])].filter(
    (file) => was.get(file) !== now.get(file),
  );
  const base = { side: 'base', files: was, review: null } as const;
  if (changed.length === 0) return { ...base, otherwise: null, change: null };
  const removed = now.size === 0;
  const change = { kind: 'scorer-code', path, files: changed, removed } as const;
  return { ...base, otherwise: removed ? null : now, change };
}

/** The errors of a suite that names scorers which neither side has. */
export async function listMissingScorers(
  { name, scorers }: Pick<Suite, 'name' | 'scorers'>,
  { head, reference, configPath }: ScorerSides & { readonly configPath: string | null },
): Promise<readonly string[]> {
  const problems: string[] = [];
  const readers = [head.reader, ...(reference === null ? [] : [reference.reader])];
  for (const { use } of scorers) {
    if (use.kind !== 'own') continue;
    const texts = await Promise.all(readers.map((reader) => reader.read(use.path, 'anything')));
    if (texts.some((text) => text !== null)) continue;
    const tell = await openMissing(head.reader, configPath);
    problems.push(tell({ key: 'scorers', suite: name, path: use.path }));
  }
  return problems;
}

/** For a file to be loaded, with all that it imports. */
const LOAD_TIMEOUT_MS = 60_000;

export type OwnScorerEffects = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly redact: Redact;
  readonly git: Pick<Git, 'addWorktree'> | null;
  readonly scorerHost: readonly string[];
  readonly signal: AbortSignal;
};

/** A scorer of the repository's own; its processes end with it. */
export type OwnScorer = AsyncDisposable & { readonly scorer: Scorer };

/**
 * Loads a scorer's file in a process of its own and opens the scorer that it exports, under the name that the suite
 * gives it. Further processes are started when they are needed; one that failed is replaced.
 *
 * @throws UserError naming the file, if it exports no scorer or cannot be loaded.
 */
export async function openOwnScorer(
  { name, use }: { readonly name: string; readonly use: OwnScorerSettings },
  context: Omit<OwnScorerEffects, 'git'> & {
    /** Absolute folder that the scorer's path is relative to. */
    readonly root: string;
    /** Its code, file by file: other code is another formula. */
    readonly files: ReadonlyMap<string, string>;
  },
): Promise<OwnScorer> {
  const { root, files, scorerHost, redact } = context;
  const { path, workers, timeoutMs } = use;
  const env = childEnvironment(context.env, use.env, 'scorer');
  const host = { command: [...scorerHost, path], folder: root, env, redact, parse: parseReply };
  await using opened = new AsyncDisposableStack();
  const pool = createWorkerPool({ size: workers, start: () => new LineWorker(host) });
  opened.defer(pool.close);
  const ask = (request: HostRequest, how: AskOptions) =>
    pool.use({ fresh: false, signal: how.signal }, (worker) => askHost(worker, request, how));

  const load = { timeoutMs: LOAD_TIMEOUT_MS, signal: context.signal };
  const { scorer: about, error: why } = await ask({ id: randomUUID() }, load);
  if (about === undefined) throw new UserError(`scorers: ${path} ${why}`);
  const { scale, higherIsBetter, type } = about;
  const run = async ({ signal = new AbortController().signal, ...given }): Promise<ScorerOutcome> => {
    const runId = randomUUID();
    const request = { id: runId, run: { input: null, output: null, ...given, runId } };
    const { result, error, kind = 'scorer' } = await ask(request, { timeoutMs, signal });
    if (result === undefined) throw new ProviderError(`the scorer ${path} failed: ${error}`, { kind });
    return { runId, ...result };
  };
  const scorer = scorerOfEval(
    { id: name, name, description: about.id, scale, higherIsBetter, run },
    { formula: ['own', [...files]], use: 'own', runOf: type === 'agent' ? agentRun : textRun },
  );
  const kept = opened.move();
  return { scorer, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

type AskOptions = { readonly timeoutMs: number; readonly signal: AbortSignal };

/** Throws `ProviderError` on abort; any other failure is the reply's error. */
async function askHost(
  worker: LineWorker<HostReply>,
  request: HostRequest,
  how: AskOptions,
): Promise<HostReply> {
  try {
    const reply = await worker.ask(request, how);
    return reply.error === undefined ? reply : { ...reply, error: reply.error + worker.stderr.text() };
  } catch (thrown) {
    if (!(thrown instanceof WorkerFault)) throw thrown;
    const kind = thrown.kind === 'late' ? 'timeout' : 'scorer';
    return { id: request.id, error: thrown.message + worker.stderr.text(), kind };
  }
}

/** Other output on stdout comes from a program that the scorer started. */
function parseReply(line: string): WorkerLine<HostReply> {
  try {
    const reply = hostReplySchema.parse(JSON.parse(line));
    return { kind: 'reply', id: reply.id, reply };
  } catch {
    return { kind: 'printed' };
  }
}
