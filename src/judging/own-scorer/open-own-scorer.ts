import { randomUUID } from 'node:crypto';
import { isEmptyAnswer } from '../../model/answer.js';
import { ProviderError, UserError } from '../../model/errors.js';
import { omitUndefined } from '../../model/omit-undefined.js';
import type { WorktreeSource } from '../../model/repository.js';
import type { OwnScorerSettings } from '../../model/suite.js';
import type { Judgement, JudgementFlag } from '../../model/verdict.js';
import {
  explainNoScore,
  type HostedScorer,
  isScore,
  type ScoreLine,
  type ScoreReply,
} from '../../scorers/host-protocol.js';
import { judgeUnusable } from '../../scorers/judged/plan-request.js';
import type { ScoreRequest, Scorer } from '../../scorers/scorer.js';
import { digest, tryJson } from '../../text/json.js';
import { type Redact, redactValue } from '../../text/redact.js';
import { describeJson, isFields, quoteOutput } from '../../text/values.js';
import { buildChildEnvironment } from '../../workers/child-environment.js';
import { LineWorker, SILENT_HINT, WorkerFault, type WorkerLine } from '../../workers/line-worker.js';
import { explainNoReply, quoteLine } from '../../workers/stray-output.js';
import { createWorkerPool, type WorkerPool } from '../../workers/worker-pool.js';

/** For a file to be loaded, with all that it imports. */
const LOAD_TIMEOUT_MS = 60_000;

export type OwnScorerEffects = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly redact: Redact;
  readonly git: WorktreeSource | null;
  readonly scorerHost: readonly string[];
  readonly signal: AbortSignal;
  /** Time in which a program must not end without a question. Default: not checked. */
  readonly watchMs?: number;
};

/** A scorer of the repository's own; its processes end with it. */
export type OwnScorer = AsyncDisposable & { readonly scorer: Scorer };

/**
 * Starts a scorer's program, which for a file is our own host, and opens it under the name that the suite gives it.
 * Further processes are started when they are needed; one that failed is replaced.
 *
 * @throws UserError if the file exports no scorer or cannot be loaded.
 */
export async function openOwnScorer(
  { name, use }: { readonly name: string; readonly use: OwnScorerSettings },
  context: Omit<OwnScorerEffects, 'git'> & {
    readonly root: string;
    /** Its code, file by file: other code is another formula. */
    readonly files: ReadonlyMap<string, string>;
  },
): Promise<OwnScorer> {
  const { root, files, scorerHost, redact, signal } = context;
  const { path, workers, timeoutMs } = use;
  const limits = omitUndefined({ timeoutMs, silenceHint: use.command ? SILENT_HINT : undefined });
  const child = {
    command: use.command ?? [...scorerHost, path],
    folder: root,
    env: buildChildEnvironment(context.env, use.env, 'scorer'),
    redact,
    parse: use.command === undefined ? parseHostReply : parseProgramReply,
  };
  await using opened = new AsyncDisposableStack();
  const pool = createWorkerPool({ size: workers, start: () => new LineWorker(child) });
  opened.defer(pool.close);
  const { scale, higherIsBetter } =
    use.command === undefined ? await loadFile(pool, path, signal) : PROGRAM_DEFAULTS;
  if (use.command && context.watchMs) await watchProgram(pool, use.command, context.watchMs, signal);
  const scorer: Scorer = {
    id: name,
    fingerprint: {
      id: name,
      use: 'own',
      formula: digest(['own', use.command ?? null, [...files]]),
      rubric: '-',
      scale,
      higherIsBetter,
      judged: false,
    },
    async score(request, how) {
      const unusable = judgeUnusable(request.answer);
      if (unusable !== null) return unusable;
      const reply = await askPool(pool, buildScoreLine(request), { ...limits, signal: how.signal });
      const judgement = parseJudgement(reply, scale, isEmptyAnswer(request.answer) ? ['empty'] : []);
      if (typeof judgement !== 'string') return judgement;
      throw new ProviderError(`the scorer ${path} failed: ${judgement}`, { kind: reply.kind ?? 'scorer' });
    },
  };
  const cleanup = opened.move();
  return { scorer, [Symbol.asyncDispose]: () => cleanup.disposeAsync() };
}

/** The judgement in a reply, or the text of its failure. */
function parseJudgement(
  { score, reason, error, kind }: ScoreReply,
  scale: number,
  flags: readonly JudgementFlag[],
): Judgement | string {
  if (error !== undefined) return typeof error === 'string' ? error : describeJson(error);
  const why = typeof reason === 'string' ? reason : '';
  if (score === null)
    return { status: 'unscored', kind: kind ?? 'not-scorable', reason: why || 'no reason given' };
  if (isScore(score, scale)) return { status: 'scored', score, reason: why, statements: [], flags };
  return explainNoScore(score, scale);
}

/** A program does not state its scale and direction. */
const PROGRAM_DEFAULTS: HostedScorer = { scale: 1, higherIsBetter: true };

type ScorerWorker = LineWorker<ScoreReply>;
type AskOptions = {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Why a program that never wrote anything is late. */
  readonly silenceHint?: string;
};

async function loadFile(
  pool: WorkerPool<ScorerWorker>,
  path: string,
  signal: AbortSignal,
): Promise<HostedScorer> {
  const { scorer, error } = await askPool(pool, { id: path }, { timeoutMs: LOAD_TIMEOUT_MS, signal });
  if (scorer === undefined) throw new UserError(`scorers: ${path} ${error}`);
  return scorer;
}

/** Throws `UserError` if a program does not start, or ends within `ms` without a question. */
async function watchProgram(
  pool: WorkerPool<ScorerWorker>,
  command: readonly string[],
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  const failure = await pool.use({ fresh: false, signal }, async (worker) => {
    const fault = await worker.faultWithin(ms);
    return fault && fault.message + worker.stderr.text();
  });
  if (failure !== null) throw new UserError(`scorers: ${command.join(' ')} ${failure}`);
}

function buildScoreLine({ caseId, tags, task, history, input, answer, ...known }: ScoreRequest): ScoreLine {
  const { output, toolCalls } = answer;
  const context = answer.context ?? known.context;
  return omitUndefined({
    id: caseId ?? randomUUID(),
    tags: tags ?? [],
    task,
    input,
    messages: [...history, { role: 'user', content: input }],
    output,
    toolCalls,
    groundTruth: known.groundTruth,
    context,
  });
}

/** Throws `ProviderError` on abort; any other failure is the reply's error. */
async function askPool(
  pool: WorkerPool<ScorerWorker>,
  line: ScoreLine | { readonly id: string },
  how: AskOptions,
): Promise<ScoreReply> {
  for (;;) {
    const reply = await pool.use({ fresh: false, signal: how.signal }, (worker) =>
      askWorker(worker, line, how),
    );
    // A program that ends after each answer is restarted.
    if (reply !== null) return reply;
  }
}

async function askWorker(
  worker: ScorerWorker,
  line: { readonly id: string },
  how: AskOptions,
): Promise<ScoreReply | null> {
  try {
    const reply = await worker.ask(line, how);
    return typeof reply.error === 'string' ? { ...reply, error: reply.error + worker.stderr.text() } : reply;
  } catch (thrown) {
    if (!(thrown instanceof WorkerFault)) throw thrown;
    if (thrown.kind === 'left') return null;
    const isLate = thrown.kind === 'late';
    const { silenceHint = '' } = how;
    const error = `${thrown.message}${isLate && !worker.spoke ? silenceHint : ''}${worker.stderr.text()}`;
    return { id: line.id, error, kind: isLate ? 'timeout' : 'scorer' };
  }
}

/** Other output on stdout comes from a program that the scorer started. */
function parseHostReply(line: string, redact: Redact): WorkerLine<ScoreReply> {
  const reply: ScoreReply = Object(tryJson(line));
  const { id, score, reason, error } = reply;
  if (typeof id !== 'string') return { kind: 'printed' };
  const [safeScore, safeReason, safeError] = redactValue([score, reason, error], redact);
  return { kind: 'reply', id, reply: { ...reply, score: safeScore, reason: safeReason, error: safeError } };
}

function parseProgramReply(line: string, redact: Redact): WorkerLine<ScoreReply> {
  const read = parseHostReply(line, redact);
  if (read.kind === 'reply') {
    const { id, score, reason, error } = read.reply;
    return { ...read, reply: { id, score, reason, error } };
  }
  if (line.trim() === '') return read;
  if (!isFields(tryJson(line))) return explainNoReply(line, redact);
  return { kind: 'broken', why: `wrote a score without an id${quoteOutput(quoteLine(line, redact))}` };
}
