import { createVerdictStore } from '../../src/judging/verdict-store.js';
import { type FailureKind, ProviderError } from '../../src/model/errors.js';
import type { Judge } from '../../src/model/judge.js';
import type { Verdict } from '../../src/model/verdict.js';
import { answerRelevancy } from '../../src/scorers/prebuilt/answer-relevancy.js';
import type { JudgedLabel } from './agreement.js';
import type { LabelledInput, LabelledStatement } from './labelled-inputs.js';

/** A labelled statement with its verdict, or why it has none. */
export type JudgedStatement = LabelledStatement & {
  readonly inputId: string;
  readonly verdict: Verdict | null;
  readonly unscored?: { readonly kind: FailureKind; readonly reason: string };
};

/** Fixed: the same judge is asked the very same thing each time, the control statement included. */
const SALT = 'evals/labelled';

/**
 * Has labelled statements judged as answer relevancy has the pieces of an answer judged, with the same question. Only the
 * statements are those that were labelled, so that verdicts are measured and not the splitting.
 *
 * @throws ProviderError if every call would fail the same way, and on abort.
 */
export async function judgeLabelled(
  inputs: readonly LabelledInput[],
  judge: Judge,
  signal: AbortSignal,
): Promise<readonly JudgedStatement[]> {
  const options = answerRelevancy.about.options.parse({});
  const judgeInput = async (each: LabelledInput): Promise<readonly JudgedStatement[]> => {
    const { id: inputId, task, history, input, toolCalls, statements } = each;
    const answer = { status: 'answered', output: each.answer, toolCalls, finish: 'stop' } as const;
    const scorer = answerRelevancy.create(options, { judge, store: createVerdictStore(), salt: SALT });
    try {
      const given = statements.map(({ text, quote = text }) => ({ text, quote }));
      const verdicts = await scorer.judgeLabelled({ task, history, input, answer }, given, { signal });
      return statements.map((statement, index) => ({
        ...statement,
        inputId,
        verdict: verdicts[index] ?? null,
      }));
    } catch (error) {
      if (!(error instanceof ProviderError) || error.fatal || signal.aborted) throw error;
      const unscored = { kind: error.kind, reason: error.message };
      return statements.map((statement) => ({ ...statement, inputId, verdict: null, unscored }));
    }
  };
  return (await Promise.all(inputs.map(judgeInput))).flat();
}

/** What an agreement is computed from. */
export function labelsOf(judged: readonly JudgedStatement[]): readonly JudgedLabel[] {
  return judged.map(({ label, verdict, attack }) => ({
    label,
    verdict: verdict?.result ?? null,
    attack: attack === true,
  }));
}
