import { buildScoreInput, judgeAnswer } from '../judging/judge-answer.js';
import type { Judging } from '../judging/open-judging.js';
import { type Answer, type AnswerContent, isEmptyAnswer } from '../model/answer.js';
import { type Case, countTurns } from '../model/case.js';
import type { Effects } from '../model/effects.js';
import { AGENT_FAILURES, type FailureKind, UNUSABLE_REPLIES } from '../model/errors.js';
import { omitUndefined } from '../model/omit-undefined.js';
import type { RunRecord, Sample } from '../model/run-record.js';
import type { Side } from '../model/side.js';
import { describeTarget } from '../model/target-settings.js';
import type { Judgement } from '../model/verdict.js';
import type { Target } from '../target/target.js';
import { digest } from '../text/json.js';
import { redactValue } from '../text/redact.js';
import { formatCount, normalizeReason } from '../text/values.js';
import { runPool } from '../workers/worker-pool.js';
import { createProgress, findStopCause, type Progress, renderStop } from './progress.js';
import type { RecordSize } from './record-size.js';
import type { Repeats } from './repeats.js';

/** More work in flight than calls in flight: while one sample is between two calls, another uses the slot. */
export const SAMPLES_PER_CALL = 1.5;

/** So many are tried again first; the others only if that helped. */
export const FIRST_RETRIES = 5;

/** If so many answers fail for the same reason and none comes, the others would fail alike. */
export const MIN_SAME_FAILURES = 10;

/** If three in ten replies are random failures, none of 200 cases is left after this many. */
export const MAX_ROUNDS = 8;

/** Agent failures that a retry may fix. A provider's refusals have been retried already. */
const RETRIED_AGENT_FAILURES: ReadonlySet<FailureKind> = new Set([
  ...UNUSABLE_REPLIES,
  'target',
  'late',
  'harness',
  'timeout',
]);

/** Judge failures that judging the same answer again may fix. */
const RETRIED_JUDGE_FAILURES: ReadonlySet<FailureKind> = new Set([...UNUSABLE_REPLIES, 'judge-incomplete']);

export type SampleRequest = { readonly row: Case; readonly index: number };

type SampleJob = {
  readonly plan: {
    readonly side: Side;
    readonly judging: Judging;
    readonly tasks: ReadonlyMap<string, string | null>;
    readonly recordSize?: RecordSize | null;
  };
  /** Number of failures alike after which an agent that has answered nothing is given up. */
  readonly giveUpAfter: number;
  readonly target: Target;
  readonly effects: Effects;
  readonly repeats: Repeats;
  readonly progress: Progress;
};

/**
 * Takes the planned samples, with retries. Missing ones are failed or unscored; `stopped` says why the run ended early.
 * @param of the side, for progress; empty for the head.
 */
export async function takeSamples(
  work: readonly SampleRequest[],
  of: string,
  given: Omit<SampleJob, 'progress'>,
): Promise<{ readonly taken: ReadonlyMap<SampleRequest, Sample>; readonly stopped: RunRecord['stopped'] }> {
  const { plan, effects } = given;
  const taken = new Map<SampleRequest, Sample>();
  // A round of samples that the budget cannot finish decides nothing, so it does not begin.
  const due = countTurns(work.map(({ row }) => row));
  const short = describeTarget(plan.side.target).asksProvider ? effects.budget.shortfall(due) : null;
  if (short !== null) return { taken, stopped: { kind: short.kind, reason: short.message } };
  const progress = createProgress({ total: work.length, of }, effects);
  const sampling = { ...given, progress };
  try {
    const failure = await takeFirstSamples(work, taken, sampling);
    if (failure !== null) return { taken, stopped: describeSameFailures(failure, taken.size) };
    await takeRest(work, taken, sampling);
    await retryFailedSamples(work, taken, sampling);
    return { taken, stopped: null };
  } catch (thrown) {
    const error = findStopCause(thrown, effects.signal);
    // An agent that answers nothing would do so again, whatever ended the run.
    const why = effects.signal.aborted ? findSilenceReason(taken) : null;
    const reason =
      why === null
        ? renderStop(error, { done: taken.size, due: work.length, of })
        : `${error.message}, and the agent had answered nothing: ${why}`;
    return { taken, stopped: { kind: why === null ? error.kind : 'silent', reason: effects.redact(reason) } };
  } finally {
    progress.end();
  }
}

/** Takes the samples that are missing. @param onTaken called after each. */
async function takeRest(
  work: readonly SampleRequest[],
  taken: Map<SampleRequest, Sample>,
  sampling: SampleJob,
  onTaken = () => {},
): Promise<void> {
  const { maxConcurrency, signal } = sampling.effects;
  await runPool({
    items: work.filter((due) => !taken.has(due)),
    concurrency: Math.ceil(maxConcurrency * SAMPLES_PER_CALL),
    signal,
    async run(due) {
      taken.set(due, await takeSample(due, sampling));
      onTaken();
    },
  });
}

/**
 * Takes samples until all are there, or so many failed for the same reason that the agent is given up: resolves with
 * the failure, if it came again when some were asked alone; else `null`.
 */
async function takeFirstSamples(
  work: readonly SampleRequest[],
  taken: Map<SampleRequest, Sample>,
  sampling: SampleJob,
): Promise<FailedAnswer | null> {
  const { effects, giveUpAfter } = sampling;
  if (work.length <= giveUpAfter) return null;
  const end = new AbortController();
  const signal = AbortSignal.any([effects.signal, end.signal]);
  const giveUp = () => {
    if (findSameFailure(taken, sampling) !== null) end.abort();
  };
  try {
    await takeRest(work, taken, { ...sampling, effects: { ...effects, signal } }, giveUp);
  } catch (thrown) {
    if (!end.signal.aborted || effects.signal.aborted) throw thrown;
  }
  if (!end.signal.aborted) return null;
  await retryFailedSamples([...taken.keys()], taken, sampling);
  return findSameFailure(taken, sampling);
}

type FailedAnswer = Extract<Answer, { readonly status: 'failed' }>;

/** The first failure if there are enough, all for the same reason, and no answer; else `null`. */
function findSameFailure(
  taken: ReadonlyMap<SampleRequest, Sample>,
  { giveUpAfter }: SampleJob,
): FailedAnswer | null {
  if (taken.size < giveUpAfter) return null;
  const [first, ...others] = [...taken.values()].map(({ answer }) => answer);
  if (first?.status !== 'failed') return null;
  const reason = normalizeReason(first.message);
  const isSame = (answer: Answer) =>
    answer.status === 'failed' && answer.kind === first.kind && normalizeReason(answer.message) === reason;
  return others.every(isSame) ? first : null;
}

function describeSameFailures({ kind, message }: FailedAnswer, count: number): RunRecord['stopped'] {
  const reason = `${message.replace(/\.$/, '')}. The first ${formatCount(count, 'answer')} failed like this, so no more were asked`;
  return { kind, reason };
}

/** The most common reason if every sample failed by the agent's own doing; else `null`. */
function findSilenceReason(taken: ReadonlyMap<SampleRequest, Sample>): string | null {
  const failures = [...taken.values()]
    .map(({ answer }) => answer)
    .filter((answer) => answer.status === 'failed')
    .filter(({ kind }) => AGENT_FAILURES.has(kind))
    .map(({ message }) => message);
  if (failures.length < taken.size) return null;
  const [most] = [...Map.groupBy(failures, (message) => message).values()].sort(
    (a, b) => b.length - a.length,
  );
  return most?.[0] ?? null;
}

async function takeSample({ row, index }: SampleRequest, sampling: SampleJob): Promise<Sample> {
  const { target, effects, progress } = sampling;
  const answer = await target.answer(row, index, { signal: effects.signal });
  progress.count(answer.status);
  const sample = await judgeSample(row, answer, sampling);
  if (answer.status !== 'failed') progress.count('judged');
  sampling.plan.recordSize?.add(sample);
  return sample;
}

/** Retries odd replies and crashes: the answer if it is missing, otherwise its judgement. Counts the retries that helped. */
async function retryFailedSamples(
  all: readonly SampleRequest[],
  taken: Map<SampleRequest, Sample>,
  sampling: SampleJob,
): Promise<void> {
  const { target, plan, effects, repeats } = sampling;
  // Recorded answers are what they are.
  if (!describeTarget(plan.side.target).live) return;
  const retried = new Map<SampleRequest, SampleRetry>();
  const many = Math.ceil(effects.maxConcurrency * SAMPLES_PER_CALL);
  await retryInRounds({
    all,
    isOdd(work) {
      const due = chooseRetry(taken.get(work));
      // Every timeout takes its full time, so there is only one retry.
      return due !== null && !(due.isTimeout && retried.has(work));
    },
    // A program may fail only in parallel, so the first retries run alone.
    concurrency: { few: target.model === null ? 1 : many, many },
    signal: effects.signal,
    async retry(work) {
      const sample = taken.get(work);
      const due = chooseRetry(sample);
      if (sample === undefined || due === null) return;
      if (!retried.has(work)) retried.set(work, due);
      const answer =
        due.of === 'answer'
          ? await target.answer(work.row, work.index, { signal: effects.signal, fresh: true })
          : sample.answer;
      taken.set(work, await judgeSample(work.row, answer, sampling));
    },
  });
  for (const [work, { of, why }] of retried) {
    const sample = taken.get(work);
    if (chooseRetry(sample) !== null || sample?.answer.status === 'failed') continue;
    repeats.add(of === 'answer' && target.restarts === true ? 'restart' : of, why);
  }
}

/**
 * Retries in rounds: a few first, the others only if that helped. A permanent failure costs a few calls, and a random
 * one leaves no gap.
 */
export async function retryInRounds<Item>(options: {
  readonly all: readonly Item[];
  readonly isOdd: (item: Item) => boolean;
  readonly retry: (item: Item) => Promise<void>;
  readonly concurrency: { readonly few: number; readonly many: number };
  readonly signal: AbortSignal;
}): Promise<void> {
  const { all, isOdd, retry, concurrency, signal } = options;
  const run = (items: readonly Item[], at: number) => runPool({ items, concurrency: at, signal, run: retry });
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const odd = all.filter(isOdd);
    const few = odd.slice(0, FIRST_RETRIES);
    await run(few, concurrency.few);
    // Once trying again has helped, a few that are left are worth every round.
    if (few.every(isOdd) && (round === 0 || few.length === FIRST_RETRIES)) return;
    await run(odd.slice(FIRST_RETRIES), concurrency.many);
  }
}

type SampleRetry = { readonly of: 'answer' | 'judgement'; readonly why: string; readonly isTimeout: boolean };

function chooseRetry(sample: Sample | undefined): SampleRetry | null {
  if (sample === undefined) return null;
  const { answer, judgements } = sample;
  if (answer.status === 'failed') {
    if (!RETRIED_AGENT_FAILURES.has(answer.kind)) return null;
    return {
      of: 'answer',
      why: answer.message,
      isTimeout: answer.kind === 'late' || answer.kind === 'timeout',
    };
  }
  if (isEmptyAnswer(answer) && answer.finish === 'stop') {
    return { of: 'answer', why: 'the answer was empty', isTimeout: false };
  }
  const fault = findFaultyJudgement(judgements, answer);
  return fault && { of: 'judgement', why: fault.reason, isTimeout: false };
}

/** Failures of the judge that may pass; `null` if there are none. */
export function findFaultyJudgement(
  judgements: Sample['judgements'],
  answer: Answer,
): UnscoredJudgement | null {
  for (const judgement of Object.values(judgements)) {
    if (judgement.status === 'scored' || !RETRIED_JUDGE_FAILURES.has(judgement.kind)) continue;
    // An incomplete answer is not the judge's fault.
    if (answer.status === 'answered' && judgement.kind !== answer.finish) return judgement;
  }
  return null;
}

type UnscoredJudgement = Extract<Judgement, { readonly status: 'unscored' }>;

async function judgeSample(row: Case, raw: Answer, { plan, effects, repeats }: SampleJob): Promise<Sample> {
  const answer = redactAnswer(raw, effects);
  const judgements = await judgeAnswer({
    scorers: plan.judging.scorers,
    request: buildScoreInput(row, plan.tasks),
    answer,
    signal: effects.signal,
    log: effects.log,
    onRepeat: (why) => repeats.add('reply', effects.redact(why)),
  });
  return { answer, answerHash: hashAnswer(answer), judgements };
}

/** Secrets leave an answer before anything else sees it: judge, record, comment. */
export function redactAnswer(answer: Answer, { redact }: Effects): Answer {
  if (answer.status === 'failed') return { ...answer, message: redact(answer.message) };
  const redactTurn = <Content extends AnswerContent>(reply: Content): Content => ({
    ...reply,
    output: redact(reply.output),
    ...(reply.context !== undefined && { context: reply.context.map(redact) }),
    toolCalls: reply.toolCalls.map(({ name, ...values }) =>
      omitUndefined({
        name: redact(name),
        arguments: 'arguments' in values ? redactValue(values.arguments, redact) : undefined,
        result: 'result' in values ? redactValue(values.result, redact) : undefined,
      }),
    ),
  });
  const { turns } = answer;
  return { ...redactTurn(answer), ...(turns !== undefined && { turns: turns.map(redactTurn) }) };
}

export function hashAnswer(answer: Answer): string {
  const text = answer.status === 'answered' ? [answer.output, answer.toolCalls] : [answer.kind];
  return digest(text, 24);
}
