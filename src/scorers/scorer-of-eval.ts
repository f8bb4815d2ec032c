import { ProviderError } from '../model/errors.js';
import type { ScorerFingerprint } from '../model/run-record.js';
import type { Judgement } from '../model/verdict.js';
import { digest } from './digest.js';
import type { EvalScorer } from './eval-scorer.js';
import { judgeWithoutAsking } from './protocol/classify-answer.js';
import type { RunInput, RunOutput } from './run-messages.js';
import type { ScoreRequest, Scorer } from './scorer.js';

/**
 * A scorer made for code, as the pipeline uses it.
 * @param formula Whatever its numbers hang on: scores under another one are incomparable.
 */
export function scorerOfEval(
  scorer: EvalScorer<RunInput, RunOutput>,
  about: { readonly formula: readonly unknown[]; readonly use?: string },
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
      // An empty answer is for the scorer to judge; what is no answer at all is not.
      if (early?.status === 'unscored') return early;
      const { score, reason, unscored } = await scorer.run({ ...runOf(request), signal });
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
          {
            kind: 'malformed',
          },
        );
      }
      return {
        status: 'scored',
        score,
        reason: reason ?? '',
        statements: [],
        flags: early?.flags ?? [],
        extractionKey: null,
      };
    },
  };
}

function runOf({ task, history, input, answer, groundTruth, context }: ScoreRequest) {
  const { output, toolCalls } = answer;
  const plain = history.length === 0 && task === null;
  const system = task === null ? [] : [{ role: 'system', content: task }];
  return {
    input: plain ? input : [...system, ...history, { role: 'user', content: input }],
    output: toolCalls.length === 0 ? output : { role: 'assistant', content: output, toolCalls },
    ...(groundTruth !== undefined && { groundTruth }),
    ...((answer.context ?? context) !== undefined && { context: answer.context ?? context }),
  };
}
