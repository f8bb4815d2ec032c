import { ProviderError } from '../model/errors.js';
import type { ScorerFingerprint } from '../model/run-record.js';
import type { Judgement } from '../model/verdict.js';
import { digest } from '../text/hash.js';
import type { EvalScorer, ScorerRun } from './eval-scorer.js';
import { judgeWithoutAsking } from './judged/classify-answer.js';
import type { RunInput, RunOutput } from './messages/run-messages.js';
import type { ScoreRequest, Scorer } from './scorer.js';

/** A code scorer for the pipeline. `formula`: scores under another one are not comparable. */
export function scorerOfEval(
  scorer: EvalScorer<RunInput, RunOutput>,
  about: {
    readonly formula: readonly unknown[];
    readonly use?: string;
    /** How it receives an answer. */
    readonly runOf?: (request: ScoreRequest) => ScorerRun<RunInput, RunOutput>;
  },
): Scorer {
  const fingerprint: ScorerFingerprint = {
    id: scorer.id,
    ...(about.use !== undefined && { use: about.use }),
    formula: digest(about.formula),
    rubric: '-',
    scale: scorer.scale,
    higherIsBetter: scorer.higherIsBetter,
    judged: false,
  };
  return {
    id: scorer.id,
    fingerprint,
    async score(request, { signal }) {
      const early = judgeWithoutAsking(request.answer);
      // The scorer judges an empty answer, but not a missing one.
      if (early?.status === 'unscored') return early;
      const { score, reason, unscored } = await scorer.run({ ...(about.runOf ?? anyRun)(request), signal });
      if (score === null) {
        const { kind, reason: why } = unscored ?? {
          kind: 'not-scorable',
          reason: reason ?? 'no reason given',
        };
        return { status: 'unscored', kind, reason: why } satisfies Judgement;
      }
      if (!Number.isFinite(score) || score < 0 || score > scorer.scale) {
        throw new ProviderError(
          `the scorer ${scorer.id} gave ${score}, which is not from 0 to ${scorer.scale}`,
          { kind: 'malformed' },
        );
      }
      return { status: 'scored', score, reason: reason ?? '', statements: [], flags: early?.flags ?? [] };
    },
  };
}

/** Texts if that is all, else messages: a prebuilt scorer reads both. */
function anyRun(request: ScoreRequest): ScorerRun<RunInput, RunOutput> {
  const { task, history, answer } = request;
  const texts = textRun(request);
  const messages = agentRun(request);
  return {
    ...texts,
    ...((history.length > 0 || task !== null) && { input: messages.input }),
    ...(answer.toolCalls.length > 0 && { output: messages.output }),
  };
}

/** The last input and the answer as plain texts. */
export function textRun({ input, answer, groundTruth, context }: ScoreRequest): ScorerRun<string, string> {
  const known = answer.context ?? context;
  return {
    input,
    output: answer.output,
    ...(groundTruth !== undefined && { groundTruth }),
    ...(known !== undefined && { context: known }),
  };
}

/** The whole conversation, with the task as its system message, and the answer with its tool calls. */
export function agentRun(request: ScoreRequest): ScorerRun<RunInput, RunOutput> {
  const { task, history, input, answer } = request;
  const { output, toolCalls } = answer;
  const system = task === null ? [] : [{ role: 'system', content: task }];
  return {
    ...textRun(request),
    input: [...system, ...history, { role: 'user', content: input }],
    output: { role: 'assistant', content: output, ...(toolCalls.length > 0 && { toolCalls }) },
  };
}
