import { type Answer, addUsage, NO_USAGE } from '../ports/answer.js';
import type { Case } from '../ports/dataset.js';
import { ProviderError, UserError } from '../ports/errors.js';
import { aboutTarget, type TargetSettings } from '../ports/settings.js';
import type { AnswerOptions, Target } from '../ports/target.js';
import type { Redact } from '../text/redact.js';
import { childEnvironment } from '../workers/child-environment.js';
import { endMarked, markEnvironment } from '../workers/start-line-process.js';
import { createWorkerPool } from '../workers/worker-pool.js';
import { buildFailure } from './build-answer.js';
import { startWorker, type WorkerAnswer, type WorkerRequest } from './start-worker.js';

/** Fewest answers in a row for which a program that never said anything is given up. */
const LEAST_SILENT = 3;

const WHY_SILENT =
  'perhaps it does not flush after each line, or it waits for the end of stdin, which stays open';

type CommandSettings = Extract<TargetSettings, { kind: 'command' }>;

/**
 * An agent in a program of its own, asked over JSON Lines on stdin and stdout. Processes are started when they are
 * needed, at most `workers`, each with one request at a time so that a failure belongs to one answer; one that failed
 * is ended with all its descendants before another takes its place.
 *
 * Throws `UserError` for settings that cannot work.
 */
export function openCommandTarget(
  settings: CommandSettings,
  context: {
    /** Absolute folder that the command runs in. */
    readonly root: string;
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly redact: Redact;
  },
): Target {
  const { command, timeoutMs } = settings;
  const { root, redact } = context;
  if (command.length === 0 || command[0] === '') throw new UserError('target command: empty; name a program');
  const env = markEnvironment(childEnvironment(context.env, settings.env));
  const contradicted = new Set<string>();
  const nameOf = (id: string, sample: number): string => JSON.stringify([id, sample]);
  const onContradiction = ({ id, sample }: WorkerRequest) => void contradicted.add(nameOf(id, sample));
  const pool = createWorkerPool({
    size: settings.workers,
    start: () =>
      startWorker({
        command,
        folder: root,
        env,
        redact,
        hasAnswered: () => silent === null,
        onContradiction,
      }),
  });
  let usage = NO_USAGE;
  /** Answers that a silent program did not give, from the first on; `null` once it has said anything. */
  let silent: number | null = 0;
  let givenUp: ProviderError | null = null;
  let asked = false;
  // A first start may be slow, so each process is started anew before all are given up; one late answer says nothing.
  const mostSilent = Math.max(LEAST_SILENT, 2 * settings.workers);

  function giveUpIfSilent({ answer, silent: isSilent }: WorkerAnswer): void {
    if (silent === null || answer.status !== 'failed' || isSilent !== true) {
      silent = null;
      return;
    }
    silent += 1;
    if (silent < mostSilent) return;
    const why = `${answer.message.replace(/[^.?]$/, '$&.')} The ${silent - 1} answers before it failed alike, and no more are asked`;
    givenUp ??= new ProviderError(why, { kind: 'target', fatal: true });
    throw givenUp;
  }

  async function answer(row: Case, sample: number, how: AnswerOptions): Promise<Answer> {
    const { askedAs: id = row.id, input, vars, history } = row;
    const messages = [...history, { role: 'user' as const, content: input }];
    for (;;) {
      const given = await pool.use({ fresh: how.fresh === true, signal: how.signal }, async (worker) => {
        // Whoever waited for a process would wait for its timeout too.
        if (givenUp !== null) throw givenUp;
        await how.begin?.();
        asked = true;
        return worker.ask({ id, input, messages, vars, sample }, { timeoutMs, signal: how.signal });
      });
      usage = addUsage(usage, given.usage);
      // Programs that answer once and end in good order are started anew; a new one has ended no such way.
      if (given.unasked !== true) {
        giveUpIfSilent(given);
        return given.answer;
      }
      if (given.crashed !== undefined) how.onRestart?.(given.crashed);
    }
  }

  return {
    description: redact(aboutTarget(settings).name),
    model: null,
    maxSamples: Number.POSITIVE_INFINITY,
    answer,
    silence: () => (asked && silent !== null ? WHY_SILENT : null),
    usage: () => usage,
    async contradictions() {
      // What comes after the last answer counts too; further questions start new processes.
      await pool.close();
      return ({ askedAs, id }, sample) =>
        contradicted.has(nameOf(askedAs ?? id, sample))
          ? buildFailure('target', 'the command answered one request twice, differently')
          : null;
    },
    async [Symbol.asyncDispose]() {
      await pool.close();
      await endMarked(env);
    },
  };
}
