import { randomUUID } from 'node:crypto';
import { ProviderError, UserError } from '../../ports/errors.js';
import type { HostedScorer, HostReply, HostRequest } from '../../ports/scorer-host.js';
import type { OwnScorerSettings } from '../../ports/settings.js';
import type { ScorerOutcome } from '../../scorers/eval-scorer.js';
import type { Scorer } from '../../scorers/scorer.js';
import { agentRun, scorerOfEval, textRun } from '../../scorers/scorer-of-eval.js';
import type { Redact } from '../../text/redact.js';
import { childEnvironment } from '../../workers/child-environment.js';
import { endMarked, markEnvironment } from '../../workers/start-line-process.js';
import { createWorkerPool } from '../../workers/worker-pool.js';
import { startScorerHost } from './start-scorer-host.js';

/** For a file to be loaded, with all that it imports. */
const LOAD_TIMEOUT_MS = 60_000;

/** A scorer of the repository's own; its processes end with it. */
export type OwnScorer = AsyncDisposable & { readonly scorer: Scorer };

/**
 * Loads a scorer's file in a process of its own and opens the scorer that it exports, under the name that the suite
 * gives it. Further processes are started when they are needed; one that failed is replaced.
 *
 * @throws UserError naming the file, where it exports no scorer or cannot be loaded.
 */
export async function openOwnScorer(
  { name, use }: { readonly name: string; readonly use: OwnScorerSettings },
  context: {
    /** Absolute folder that the scorer's path is relative to. */
    readonly root: string;
    /** Its code, file by file: other code is another formula. */
    readonly files: ReadonlyMap<string, string>;
    readonly scorerHost: readonly string[];
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly redact: Redact;
    /** Ends loading. */
    readonly signal: AbortSignal;
  },
): Promise<OwnScorer> {
  const { root, files, scorerHost, redact, signal: ended } = context;
  const env = markEnvironment(childEnvironment(context.env, use.env, 'scorer'));
  const { path, workers, timeoutMs } = use;
  const pool = createWorkerPool({
    size: workers,
    start: () => startScorerHost({ command: scorerHost, folder: root, path, env, redact }),
  });
  const close = async () => {
    await pool.close();
    await endMarked(env);
  };
  const ask: Ask = (request, { fresh = false, ...how }) =>
    pool.use({ fresh, signal: how.signal }, (host) => host.ask(request, how));

  let about: HostedScorer;
  try {
    about = await readAbout(path, ask, ended);
  } catch (thrown) {
    await close();
    throw thrown;
  }
  const { scale, higherIsBetter, type } = about;
  const score = async (run: object, signal: AbortSignal): Promise<ScorerOutcome> => {
    const id = randomUUID();
    const given = { input: null, output: null, ...run, runId: id };
    const reply = await askTwice(ask, { id, run: given }, { timeoutMs, signal });
    return { runId: id, ...resultOf(reply, path) };
  };
  return {
    scorer: scorerOfEval(
      {
        id: name,
        name,
        description: about.id,
        scale,
        higherIsBetter,
        run: ({ signal = new AbortController().signal, ...run }) => score(run, signal),
      },
      { formula: ['own', [...files]], use: 'own', runOf: type === 'agent' ? agentRun : textRun },
    ),
    [Symbol.asyncDispose]: close,
  };
}

type Ask = (
  request: HostRequest,
  how: { readonly timeoutMs: number; readonly signal: AbortSignal; readonly fresh?: boolean },
) => Promise<HostReply>;

/** A process may die of an earlier answer: only one that dies of this answer alone says something about it. */
async function askTwice(ask: Ask, ...[request, how]: Parameters<Ask>): Promise<HostReply> {
  try {
    return await ask(request, how);
  } catch (thrown) {
    if (!(thrown instanceof ProviderError) || thrown.kind !== 'scorer') throw thrown;
    return ask(request, { ...how, fresh: true });
  }
}

async function readAbout(path: string, ask: Ask, signal: AbortSignal): Promise<HostedScorer> {
  try {
    const reply = await ask({ id: randomUUID(), about: true }, { timeoutMs: LOAD_TIMEOUT_MS, signal });
    if ('about' in reply) return reply.about;
    throw new UserError(`scorers: ${path} ${'refused' in reply ? reply.refused : 'says nothing of itself'}`);
  } catch (thrown) {
    if (!(thrown instanceof ProviderError) || signal.aborted) throw thrown;
    throw new UserError(
      `scorers: ${path} cannot be loaded: ${thrown.message}; a scorer's file must neither end its process nor wait for ever when it is imported`,
      { cause: thrown },
    );
  }
}

/** Throws `ProviderError` where the scorer failed on this answer. */
function resultOf(reply: HostReply, path: string): Omit<ScorerOutcome, 'runId'> {
  if ('result' in reply) return reply.result;
  const why = 'error' in reply ? reply.error : 'refused' in reply ? reply.refused : 'no score came back';
  const kind = 'error' in reply ? reply.kind : undefined;
  // The file says which one it is.
  const step = why.replace(/^scorer \S+: (?=step )/, '');
  throw new ProviderError(`the scorer ${path} failed: ${step}`, { kind: kind ?? 'scorer' });
}
