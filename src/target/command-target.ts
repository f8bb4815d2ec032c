import { type Answer, addUsage, NO_USAGE, readCount, type Usage } from '../model/answer.js';
import type { Case } from '../model/case.js';
import { describeError, ProviderError, UserError } from '../model/errors.js';
import { describeTarget, type TargetSettings } from '../model/target-settings.js';
import { tryJson } from '../text/json.js';
import type { Redact } from '../text/redact.js';
import { isFields, quoteOutput } from '../text/values.js';
import { buildChildEnvironment } from '../workers/child-environment.js';
import { LineWorker, SILENT_HINT, WorkerFault, type WorkerLine } from '../workers/line-worker.js';
import { explainNoReply, quoteLine } from '../workers/stray-output.js';
import { createWorkerPool, type WorkerPool } from '../workers/worker-pool.js';
import {
  buildAnswer,
  buildFailure,
  describeType,
  parseAnswerFields,
  readReportedError,
} from './build-answer.js';
import { type AnswerOptions, buildQuestion, type Target } from './target.js';

/** Unanswered questions after which we give up a program that never wrote anything. */
const MAX_UNANSWERED = 3;

type CommandSettings = Extract<TargetSettings, { kind: 'command' }>;
type CommandWorker = LineWorker<AgentReply>;

type CommandTargetContext = {
  /** Absolute folder in which the command runs. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly redact: Redact;
  /** Gets the reason for each process that failed between two questions, once the next process has answered. */
  readonly onRestart?: (why: string) => void;
};

/**
 * An agent in its own program, asked over JSON Lines on stdin and stdout, with at most `workers` processes of one
 * request each, so that a failure affects one answer. Throws `UserError` for invalid settings.
 */
export function openCommandTarget(settings: CommandSettings, context: CommandTargetContext): Target {
  const agent = new CommandAgent(settings, context);
  return {
    description: context.redact(describeTarget(settings).name),
    model: null,
    restarts: true,
    maxSamples: Number.POSITIVE_INFINITY,
    answer: (row, sample, how) => agent.answer(row, sample, how),
    usage: () => agent.usage,
    [Symbol.asyncDispose]: () => agent.close(),
  };
}

class CommandAgent {
  readonly #settings: CommandSettings;
  readonly #pool: WorkerPool<CommandWorker>;
  usage = NO_USAGE;
  /** Unanswered questions of a silent program; `null` once it has written anything. */
  #silent: number | null = 0;
  #stray: string | null = null;
  /** Faults that failed a question, which reports them. */
  readonly #answered = new WeakSet<WorkerFault>();
  readonly #onRestart: (why: string) => void;
  /** Why processes failed between two questions, until a new one takes their place. */
  #lost: string[] = [];
  /** For a new process that has not answered yet: why the processes before it failed. */
  readonly #replaced = new WeakMap<CommandWorker, readonly string[]>();

  constructor(settings: CommandSettings, { root, env, redact, onRestart }: CommandTargetContext) {
    const { command, workers } = settings;
    if (command.length === 0 || command[0] === '')
      throw new UserError('target command: empty; name a program');
    const child = { command, folder: root, env: buildChildEnvironment(env, settings.env), redact };
    this.#settings = settings;
    this.#onRestart = onRestart ?? (() => undefined);
    this.#pool = createWorkerPool({
      size: workers,
      start: () => {
        const worker = new LineWorker({ ...child, parse: parseWorkerReply });
        this.#replaced.set(worker, this.#lost);
        this.#lost = [];
        return worker;
      },
      onLost: ({ fault, stderr }) => {
        // A program may end after an answer.
        if (fault === null || fault.kind === 'left' || this.#answered.has(fault)) return;
        this.#lost.push(`the command ${fault.message}${stderr.text()}`);
      },
    });
  }

  async answer(row: Case, sample: number, how: AnswerOptions) {
    const request = buildQuestion(row, sample);
    for (;;) {
      const answer = await this.#pool.use(
        { fresh: how.fresh === true, signal: how.signal },
        async (worker) => {
          this.#throwIfGivenUp();
          await how.begin?.();
          return this.#ask(worker, request, how.signal);
        },
      );
      // A program that ends after each answer is restarted.
      if (answer !== null) return answer;
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #ask(
    worker: CommandWorker,
    request: { readonly id: string },
    signal: AbortSignal,
  ): Promise<Answer | null> {
    try {
      const startedAt = performance.now();
      const { answer, usage } = await worker.ask(request, { timeoutMs: this.#settings.timeoutMs, signal });
      const seconds = (performance.now() - startedAt) / 1000;
      this.#silent = null;
      this.usage = addUsage(this.usage, usage);
      if (answer.status !== 'failed') {
        this.#replaced.get(worker)?.forEach(this.#onRestart);
        this.#replaced.delete(worker);
        return usage === NO_USAGE ? { ...answer, seconds } : { ...answer, usage, seconds };
      }
      return buildFailure(answer.kind, answer.message + worker.stderr.text());
    } catch (thrown) {
      if (!(thrown instanceof WorkerFault)) throw thrown;
      if (thrown.kind === 'start') {
        const [program] = this.#settings.command;
        throw new UserError(`target command ${JSON.stringify(program)}: ${thrown.message}`);
      }
      this.#answered.add(thrown);
      if (thrown.kind === 'left') return null;
      const failure = this.#failure(worker, thrown);
      this.#throwIfGivenUp();
      return failure;
    }
  }

  #failure(worker: CommandWorker, { kind, message }: WorkerFault): Answer {
    if (kind === 'stray') {
      // All cases have one cause, so they get one message: the first.
      this.#stray ??= `the command ${message}`;
      return buildFailure('target', this.#stray);
    }
    if (kind !== 'late' || worker.spoke) this.#silent = null;
    else if (this.#silent !== null) this.#silent += 1;
    const late = ` (target.timeout)${this.#silent === null ? '' : SILENT_HINT}`;
    const why = `the command ${message}${kind === 'late' ? late : ''}${worker.stderr.text()}`;
    return buildFailure(kind === 'late' ? 'late' : 'target', why);
  }

  /** A first start may be slow, so each process is restarted once before giving up. */
  #throwIfGivenUp(): void {
    const silent = this.#silent ?? 0;
    if (silent < Math.max(MAX_UNANSWERED, 2 * this.#settings.workers)) return;
    const why = `the command gave none of its first ${silent} answers in time (target.timeout)${SILENT_HINT}. No more cases are run`;
    throw new ProviderError(why, { kind: 'target', fatal: true });
  }
}

/** A program's answer, and what it says that the answer cost. */
export type AgentReply = { readonly answer: Answer; readonly usage: Usage };

/** Reads `{"id","output","toolCalls"?,"context"?,"usage"?}` or `{"id","error"}`. */
export function parseWorkerReply(given: string, redact: Redact): WorkerLine<AgentReply> {
  // Also removes a byte order mark, which would be invisible in a message.
  const line = given.trim();
  if (line === '') return { kind: 'printed' };
  const json = tryJson(line);
  if (!isFields(json)) return explainNoReply(line, redact);
  const shown = quoteLine(line, redact);
  const { id } = json;
  if (typeof id !== 'string' && typeof id !== 'number')
    return { kind: 'broken', why: `wrote an answer without an id${quoteOutput(shown)}` };
  const usage = parseUsage(json['usage']);
  const reply = (answer: Answer): WorkerLine<AgentReply> => ({
    kind: 'reply',
    id: String(id),
    reply: { answer, usage },
  });
  const failed = readReportedError(json);
  if (failed !== null) return reply(failed);
  const { output } = json;
  if (output !== undefined && output !== null && typeof output !== 'string') {
    return reply(
      buildFailure('harness', `output is ${describeType(output)}, not a text${quoteOutput(shown)}`),
    );
  }
  try {
    return reply(buildAnswer(parseAnswerFields(json)));
  } catch (thrown) {
    return reply(
      buildFailure('target', `the answer cannot be used: ${describeError(thrown)}${quoteOutput(shown)}`),
    );
  }
}

/** The agent's own usage, under our names or the provider's; one call if it does not count them. */
function parseUsage(value: unknown): Usage {
  if (!isFields(value)) return NO_USAGE;
  return {
    calls: readCount(value['calls'] ?? 1),
    inputTokens: readCount(value['inputTokens'] ?? value['input_tokens'] ?? value['prompt_tokens']),
    outputTokens: readCount(value['outputTokens'] ?? value['output_tokens'] ?? value['completion_tokens']),
  };
}
