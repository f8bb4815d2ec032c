import { randomUUID } from 'node:crypto';
import { ProviderError, UserError } from '../../model/errors.js';
import type { Git } from '../../model/git.js';
import type { OwnScorerSettings } from '../../model/suite.js';
import type { ScorerOutcome } from '../../scorers/eval-scorer.js';
import { agentRun, scorerOfEval, textRun } from '../../scorers/eval-scorer.js';
import { type HostReply, type HostRequest, hostReplySchema } from '../../scorers/host-protocol.js';
import type { Scorer } from '../../scorers/scorer.js';
import type { Redact } from '../../text/redact.js';
import { childEnvironment } from '../../workers/child-environment.js';
import { LineWorker, WorkerFault, type WorkerLine } from '../../workers/line-worker.js';
import { createWorkerPool } from '../../workers/worker-pool.js';

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
